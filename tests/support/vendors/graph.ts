import { type Account, addressOf, fileOf, type FileState, isOver, type Said } from "./plays.ts";
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

export interface GraphState extends FileState {
  /** Recipients whose 24 hours are over. */
  outsideWindow: Set<string>;
  /** Approved templates by name, with the number of their body's variables; any template is taken while it is empty. */
  templates: Map<string, number>;
  sent: number;
}

export function graphAnswers(
  { graph }: Account,
  state: GraphState,
  request: { method: string; path: string; authorization: string; host: string; body: unknown },
): Said {
  const { method, path, authorization, host, body } = request;
  if (authorization !== `Bearer ${graph.accessToken}`) {
    return graphError(401, 190, "Error validating access token: Session has expired", { error_subcode: 463 });
  }
  const { pathname, searchParams } = new URL(path, `http://${host}`);
  if (pathname.startsWith("/media/")) {
    if (isOver(searchParams.get("ends"))) return { status: 404, body: "<html>Bad URL hash</html>" };
    return { status: 200, body: fileOf(state, pathname.slice("/media/".length)) };
  }
  const [, , node = "", edge = ""] = pathname.split("/");
  if (node.startsWith("media-") && edge === "" && !state.lost.has(node)) {
    const { bytes, mime, announced = bytes.byteLength } = fileOf(state, node);
    const url = `http://${host}/media/${node}?ends=${addressOf(state)}`;
    return { status: 200, body: { id: node, url, mime_type: mime, file_size: announced } };
  }
  if (node !== graph.phoneNumberId) {
    return graphError(400, 100, `Object with ID '${node}' does not exist`, { error_subcode: 33 });
  }
  if (method === "GET" && edge === "") {
    const [display_phone_number, verified_name] = ["+1 555-078-3881", "Lucky Shrub"];
    return { status: 200, body: { id: node, display_phone_number, verified_name, quality_rating: "GREEN" } };
  }
  if (method === "POST" && edge === "media") return { status: 200, body: { id: "media-1" } };
  if (method !== "POST" || edge !== "messages") return graphError(400, 100, "Unsupported request");
  return messageAnswers(state, body as Record<string, unknown>);
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
