import { problemOfMessage } from "../graph-message.ts";
import type { PlayedVendor, Said } from "../plays.ts";

/** Kaleyra's WhatsApp API, second version: it passes Meta's message on, and refuses in its own words. */

export const KALEYRA = {
  apiKey: "A1b2c3d4e5f60718293a4b5c6d7e8f901",
  sid: "HXIN1700000001IN",
  number: "919321820002",
};

const part = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
const words = (value: unknown): string => (typeof value === "string" ? value : "");

const refused = (status: number, code: string, error: string): Said => ({
  status,
  body: { code, message: "Request could not be processed", data: [], error: { error } },
});

const MESSAGES = `/kaleyra/v2/${KALEYRA.sid}/whatsapp/%2B${KALEYRA.number}/messages`;

export function play(): PlayedVendor {
  let sent = 0;
  return {
    name: "kaleyra",
    tokenOf: ({ headers }) => words(headers["api-key"]),
    answers({ method, path, headers, body }) {
      if (words(headers["api-key"]) !== KALEYRA.apiKey) return refused(401, "E401", "Invalid API key");
      if (path === `/kaleyra/v1/${KALEYRA.sid}/messages/identifier` && method === "GET")
        return { status: 200, body: { data: [{ sender_id: "LSHRUB" }], error: {} } };
      if (path !== MESSAGES || method !== "POST") return refused(404, "E404", "Resource not found");
      const { messaging_object: message, extra_info: extra, ...others } = part(body);
      const [other] = Object.keys(others);
      if (other !== undefined) return refused(400, "E400", `Unknown field ${other}`);
      const ref = words(part(extra)["ref"]);
      if (ref.length > 100) return refused(400, "E400", "ref is too long");
      const problem = problemOfMessage(part(message));
      if (problem) return refused(400, String(problem.code), problem.message);
      sent += 1;
      const id = `8c8b1a52-3b7a-4f5e-9d4b-${String(sent).padStart(12, "0")}`;
      const data = [{ message_id: `${id}:0`, recipient: part(message)["to"] }];
      return {
        status: 202,
        body: { id, type: "WhatsApp", data, error: {} },
        accepted: { id, ownId: ref, to: words(part(message)["to"]) },
      };
    },
    refuses: ({ status = 400, code }) => refused(status, `E${code}`, "Played"),
    hint: (url) =>
      `Kaleyra    baseUrl ${url}/kaleyra, number ${KALEYRA.number}, SID ${KALEYRA.sid}, API key ${KALEYRA.apiKey}`,
  };
}
