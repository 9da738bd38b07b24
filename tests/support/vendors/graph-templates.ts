import type { Said } from "./plays.ts";

/** Templates of a WhatsApp Business Account as the Graph API takes and lists them (message_templates). */

export interface PlayedTemplate {
  id: string;
  name: string;
  language: string;
  status: string;
  category: string;
  components: unknown[];
  rejected_reason?: string;
  quality_score?: { score: string };
}

export interface TemplateState {
  /** The account's templates, in the order in which they came. */
  submitted: PlayedTemplate[];
}

interface Asked {
  method: string;
  node: string;
  edge: string;
  searchParams: URLSearchParams;
  body: unknown;
}

const refused = (title: string): Said => ({
  status: 400,
  body: { error: { message: "Invalid parameter", type: "OAuthException", code: 100, error_user_msg: title } },
});

/** Undefined for a call that is about none. */
export function templateAnswers(state: TemplateState, wabaId: string, asked: Asked): Said | undefined {
  const { method, node, edge } = asked;
  if (edge === "uploads" && method === "POST")
    return { status: 200, body: { id: `upload:${asked.searchParams.get("file_length")}` } };
  if (node.startsWith("upload:")) return { status: 200, body: { h: `4::handle-of-${node.slice(7)}` } };
  const known = state.submitted.find(({ id }) => id === node);
  if (known && method === "POST") return changed(known, asked.body as PlayedTemplate);
  if (node !== wabaId || edge !== "message_templates") return undefined;
  if (method === "POST") return taken(state, asked.body as PlayedTemplate);
  if (method === "GET") return listed(state, asked.searchParams);
  const [name, id] = ["name", "hsm_id"].map((key) => asked.searchParams.get(key));
  state.submitted = state.submitted.filter((each) => each.name !== name || (id !== null && each.id !== id));
  return { status: 200, body: { success: true } };
}

function taken(state: TemplateState, { name, language, category, components }: PlayedTemplate): Said {
  if (!/^[a-z0-9_]{1,512}$/.test(name ?? "")) return refused("The name may have small letters only.");
  const isThere = state.submitted.some((each) => each.name === name && each.language === language);
  if (isThere) return refused("There is already content in this language for this template.");
  const problem = problemOf(components);
  if (problem) return refused(problem);
  const id = String(700_000_000_000_000 + state.submitted.length + 1);
  state.submitted.push({ id, name, language, status: "PENDING", category, components });
  return { status: 200, body: { id, status: "PENDING", category } };
}

function changed(known: PlayedTemplate, { components }: PlayedTemplate): Said {
  const problem = problemOf(components);
  if (problem) return refused(problem);
  Object.assign(known, { components, status: "PENDING" });
  return { status: 200, body: { success: true } };
}

/** Meta asks for a sample of every variable and every medium. */
function problemOf(components: unknown): string | undefined {
  if (!Array.isArray(components)) return "Components are missing.";
  for (const each of components as Record<string, unknown>[]) {
    const text = JSON.stringify([each["text"] ?? "", each["buttons"] ?? []]);
    const isMedium = each["type"] === "HEADER" && each["format"] !== "TEXT";
    if ((text.includes("{{") || isMedium) && !JSON.stringify(each).includes("example"))
      return "A sample is missing.";
  }
  return undefined;
}

/** Two on a page, so that a list of three is read in two calls. */
function listed({ submitted }: TemplateState, query: URLSearchParams): Said {
  const from = Number(query.get("after") ?? 0);
  const data = submitted.slice(from, from + 2);
  const hasMore = from + 2 < submitted.length;
  return {
    status: 200,
    body: {
      data,
      paging: { cursors: { after: String(from + 2) }, ...(hasMore && { next: "https://next" }) },
    },
  };
}
