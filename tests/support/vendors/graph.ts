import { type Account, addressOf, fileOf, type FileState, isOver, type Said } from "./plays.ts";
import { flowAnswers, type FlowState } from "./graph-flows.ts";
import { templateAnswers, type TemplateState } from "./graph-templates.ts";
import { problemOfMessage } from "./graph-message.ts";

/** Meta's Graph API as far as WhatsApp needs it: what it takes, what it refuses, and in which words. */

export const graphError = (
  status: number,
  code: number,
  message: string,
  more: Record<string, unknown> = {},
): Said => ({
  status,
  body: {
    error: {
      message: `(#${code}) ${message}`,
      type: "OAuthException",
      code,
      error_data: { messaging_product: "whatsapp", details: message },
      fbtrace_id: "A-played-trace",
      ...more,
    },
  },
});

export interface GraphState extends FileState, TemplateState, FlowState {
  /** Recipients whose 24 hours are over. */
  outsideWindow: Set<string>;
  /** Approved templates by name, with the number of their body's variables; any template is taken while it is empty. */
  templates: Map<string, number>;
  sent: number;
  /** Facts that the number states of itself, and when the token ends, in seconds; 0 is never. */
  number: { quality_rating: string; status: string; limit: string; tokenEndsAt?: number };
}

export function graphAnswers(
  { graph }: Account,
  state: GraphState,
  request: { method: string; path: string; authorization: string; host: string; body: unknown },
): Said {
  const { method, path, authorization, host, body } = request;
  // The bytes of a sample are sent under the older name of the same token.
  if (authorization.replace(/^(?:Bearer|OAuth) /, "") !== graph.accessToken) {
    return graphError(401, 190, "Error validating access token: Session has expired", { error_subcode: 463 });
  }
  const { pathname, searchParams } = new URL(path, `http://${host}`);
  if (pathname.startsWith("/media/")) {
    if (isOver(searchParams.get("ends"))) return { status: 404, body: "<html>Bad URL hash</html>" };
    return { status: 200, body: fileOf(state, pathname.slice("/media/".length)) };
  }
  const [, , node = "", edge = ""] = pathname.split("/");
  if (node === "debug_token" && edge === "") {
    if (searchParams.get("input_token") !== graph.accessToken)
      return graphError(400, 100, "Invalid parameter");
    const data = { type: "SYSTEM_USER", is_valid: true, expires_at: state.number.tokenEndsAt ?? 0 };
    return { status: 200, body: { data } };
  }
  if (node.startsWith("media-") && edge === "" && !state.lost.has(node)) {
    const { bytes, mime, announced = bytes.byteLength } = fileOf(state, node);
    const url = `http://${host}/media/${node}?ends=${addressOf(state)}`;
    return { status: 200, body: { id: node, url, mime_type: mime, file_size: announced } };
  }
  const managed = templateAnswers(state, graph.wabaId, { method, node, edge, searchParams, body });
  if (managed) return managed;
  const flow = flowAnswers(state, graph.wabaId, { method, node, edge, body });
  if (flow) return flow;
  if (node !== graph.phoneNumberId) {
    return graphError(400, 100, `Object with ID '${node}' does not exist`, { error_subcode: 33 });
  }
  if (method === "GET" && edge === "") {
    return numberAnswers(state, node, pathname, searchParams.get("fields") ?? "");
  }
  if (method === "POST" && edge === "media") return { status: 200, body: { id: "media-1" } };
  if (method !== "POST" || edge !== "messages") return graphError(400, 100, "Unsupported request");
  return messageAnswers(state, body as Record<string, unknown>);
}

/** The fields that are asked for, of which each version has its own. */
function numberAnswers({ number }: GraphState, id: string, pathname: string, fields: string): Said {
  const isOld = Number(/^\/v(\d+)/.exec(pathname)?.[1]) < 24;
  const { quality_rating, status, limit } = number;
  const known: Record<string, string> = {
    display_phone_number: "+1 555-078-3881",
    verified_name: "Lucky Shrub",
    quality_rating,
    status,
    [isOld ? "messaging_limit_tier" : "whatsapp_business_manager_messaging_limit"]: limit,
  };
  const asked = fields.split(",").filter(Boolean);
  const unknown = asked.find((field) => !Object.hasOwn(known, field));
  if (unknown !== undefined) return graphError(400, 100, `Tried accessing nonexisting field (${unknown})`);
  return { status: 200, body: { ...Object.fromEntries(asked.map((field) => [field, known[field]])), id } };
}

function messageAnswers(state: GraphState, body: Record<string, unknown>): Said {
  const problem = problemOfMessage(body);
  if (problem) return graphError(400, problem.code, problem.message);
  const to = String(body["to"] ?? body["recipient"]);
  if (state.outsideWindow.has(to) && body["type"] !== "template") {
    return graphError(400, 131047, "Message failed to send because more than 24 hours have passed");
  }
  if (body["type"] === "template" && state.templates.size > 0) {
    const template = body["template"] as {
      name: string;
      components?: { type: string; parameters: unknown[] }[];
    };
    const wanted = state.templates.get(template.name);
    if (wanted === undefined)
      return graphError(404, 132001, "Template name does not exist in the translation");
    const given = template.components?.find(({ type }) => type === "body")?.parameters.length ?? 0;
    if (given !== wanted) {
      return graphError(
        400,
        132000,
        `body: number of localizable_params (${given}) does not match (${wanted})`,
      );
    }
  }
  const id = `wamid.played-${++state.sent}`;
  const ownId = body["biz_opaque_callback_data"] as string | undefined;
  const contact = body["to"] === undefined ? { input: to, user_id: to } : { input: to, wa_id: to };
  return {
    status: 200,
    body: {
      messaging_product: "whatsapp",
      contacts: [contact],
      messages: [{ id, message_status: "accepted" }],
    },
    accepted: { id, ownId, to },
  };
}
