import type { PlayedVendor, Said } from "../plays.ts";
import { part, problemOfAddress, problemOfContent, sentTo, words } from "../rcs-message.ts";

/** VI's RBM: what it takes, what it refuses, and in which words. */

export const VI = { clientId: "vi-client", clientSecret: "Vi^Secret &=1", botId: "bot-1" };
const TOKEN = "played-vi-token";

const refused = (code: number, status: string, message: string): Said => ({
  status: code,
  body: { error: { code, message, status } },
});

export function play(): PlayedVendor {
  return {
    name: "vi",
    answers({ method, path, headers, body }) {
      const { pathname, searchParams } = new URL(path, "http://vi");
      const authorization = headers.authorization ?? "";
      if (pathname === "/vi/auth/oauth/token" && method === "POST") {
        const basic = Buffer.from(`${VI.clientId}:${VI.clientSecret}`).toString("base64");
        if (authorization !== `Basic ${basic}`) return { status: 401, body: { error: "unauthorized" } };
        if (searchParams.get("grant_type") !== "client_credentials")
          return { status: 400, body: { error: "unsupported_grant_type" } };
        return { status: 200, body: { access_token: TOKEN, expires_in: 3_599, token_type: "bearer" } };
      }
      if (authorization !== `Bearer ${TOKEN}`) return refused(401, "UNAUTHENTICATED", "Invalid token");
      if (!pathname.startsWith("/vi/rcs/v1/phones/") || method !== "POST")
        return refused(404, "UNKNOWN_PATH", "Not found");
      const content = part(part(body)["contentMessage"]);
      const wrong =
        problemOfAddress(path, { name: "botId", id: VI.botId }) ??
        problemOfContent(content, "templateMessage") ??
        problemOfTemplate(content);
      if (wrong !== undefined) return refused(400, "INVALID_ARGUMENT", wrong);
      const { to, id } = sentTo(path);
      return {
        status: 202,
        body: { name: `phones/+${to}/agentMessages/${id}`, sendTime: "2026-01-01T00:00:00Z" },
        accepted: { id, ownId: id, to },
      };
    },
    refuses: ({ status = 400 }) =>
      refused(
        status,
        { 400: "INVALID_ARGUMENT", 404: "NOT_FOUND", 429: "RESOURCE_EXHAUSTED" }[status] ?? "PLAYED",
        "Played",
      ),
    hint: (url) => `VI         baseUrl ${url}/vi, bot ${VI.botId}, client ${VI.clientId}, ${VI.clientSecret}`,
  };
}

/** Values of variables are JSON within a text. */
function problemOfTemplate({ templateMessage }: Record<string, unknown>): string | undefined {
  if (templateMessage === undefined) return undefined;
  const { templateCode, customParams } = part(templateMessage);
  if (words(templateCode) === "") return "templateCode is required";
  if (customParams === undefined) return undefined;
  if (typeof customParams !== "string") return "customParams must be a string";
  const values = Object.values(part(JSON.parse(customParams)));
  return values.every((each) => typeof each === "string") ? undefined : "customParams are invalid";
}
