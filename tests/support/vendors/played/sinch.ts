import type { PlayedVendor, Said } from "../plays.ts";

/** Sinch's Conversation API: what it takes, what it refuses, and in which words. */

export const SINCH = { appId: "01APP", projectId: "p-1", keyId: "key-1", keySecret: "Key^Secret &=1" };
const TOKEN = "played-sinch-token";
const PROJECT = `/sinch/v1/projects/${SINCH.projectId}`;

type Part = Record<string, unknown>;
const part = (value: unknown): Part => (typeof value === "object" && value !== null ? (value as Part) : {});
const words = (value: unknown): string => (typeof value === "string" ? value : "");
const refused = (code: number, status: string, message: string): Said => ({
  status: code,
  body: { error: { code, message, status, details: [] } },
});

export function play(): PlayedVendor {
  let sent = 0;
  return {
    name: "sinch",
    answers({ method, path, headers, body }) {
      const authorization = headers.authorization ?? "";
      if (path === "/sinch/oauth2/token" && method === "POST") {
        const basic = Buffer.from(`${SINCH.keyId}:${SINCH.keySecret}`).toString("base64");
        if (authorization !== `Basic ${basic}`) return { status: 401, body: { error: "invalid_client" } };
        if (part(body)["grant_type"] !== "client_credentials")
          return { status: 400, body: { error: "unsupported_grant_type" } };
        return { status: 200, body: { access_token: TOKEN, expires_in: 3_599, token_type: "bearer" } };
      }
      if (authorization !== `Bearer ${TOKEN}`) return refused(401, "UNAUTHENTICATED", "Unauthenticated");
      if (path === `${PROJECT}/apps/${SINCH.appId}`)
        return { status: 200, body: { id: SINCH.appId, display_name: "Lucky Shrub" } };
      if (path !== `${PROJECT}/messages:send` || method !== "POST")
        return refused(404, "NOT_FOUND", "Not found");
      const call = part(body);
      const identities = part(part(call["recipient"])["identified_by"])["channel_identities"];
      const { channel, identity } = part(Array.isArray(identities) ? identities[0] : undefined);
      const isKnown = channel === "WHATSAPP" || channel === "TELEGRAM";
      if (call["app_id"] !== SINCH.appId || !isKnown || !/^\d+$/.test(words(identity)))
        return refused(400, "INVALID_ARGUMENT", "Invalid recipient");
      const wrong = problemOf(part(call["message"]));
      if (wrong !== undefined) return refused(400, "INVALID_ARGUMENT", wrong);
      sent += 1;
      const id = `01MESSAGE${sent}`;
      return {
        status: 200,
        body: { message_id: id, accepted_time: "2026-01-01T00:00:00Z" },
        accepted: { id, ownId: words(call["message_metadata"]), to: words(identity) },
      };
    },
    refuses: ({ status = 400 }) =>
      refused(status, status === 400 ? "INVALID_ARGUMENT" : "PLAYED", "Played refusal"),
    hint: (url) => `Sinch  baseUrl ${url}/sinch, app ${SINCH.appId}, key ${SINCH.keyId}, ${SINCH.keySecret}`,
  };
}

function problemOf(message: Part): string | undefined {
  const [name = "", ...others] = Object.keys(message);
  if (others.length > 0) return "Message must have exactly one kind";
  const of = part(message[name]);
  const isText = (value: unknown) => words(part(value)["text"]) !== "";
  switch (name) {
    case "text_message":
      return isText(of) ? undefined : "text must not be empty";
    case "media_message":
      return /^https?:\/\/\S+$/.test(words(of["url"])) ? undefined : "url is invalid";
    case "location_message": {
      const place = part(of["coordinates"]);
      const isPlace = Number.isFinite(place["latitude"]) && Number.isFinite(place["longitude"]);
      return words(of["title"]) !== "" && isPlace ? undefined : "title and coordinates are required";
    }
    case "choice_message": {
      const choices = Array.isArray(of["choices"]) ? of["choices"].map(part) : [];
      const areTexts = choices.every((each) => isText(each["text_message"]));
      return isText(of["text_message"]) && areTexts && choices.length > 0 && choices.length <= 3
        ? undefined
        : "choices are invalid";
    }
    case "template_message": {
      const template = part(part(of["channel_template"])["WHATSAPP"]);
      const keys = Object.entries(part(template["parameters"]));
      const bad = keys.find(
        ([key, value]) =>
          typeof value !== "string" ||
          !/^(carousel\[\d\])?(header\[1\](text|(image|video|audio|document)\.link)|body\[[1-9]\d*\]text|button\[\d\](quick_reply\[1\]payload|url\[1\]text))$/.test(
            key,
          ),
      );
      if (bad) return `parameter ${bad[0]} is invalid`;
      return words(template["template_id"]) === "" ? "template_id is required" : undefined;
    }
    default:
      return `unknown field ${name}`;
  }
}
