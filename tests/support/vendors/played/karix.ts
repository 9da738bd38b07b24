import type { PlayedVendor, Said } from "../plays.ts";

/** Karix' first platform: messages by SMS and WhatsApp, the account, and what became of a message. */

export const KARIX = {
  username: "d1b2c3d4-lucky",
  password: "played-auth-token",
  name: "Lucky Shrub",
  sms: "918012345678",
  whatsapp: "8012345679",
};

const meta = { request_uuid: "8ad7c0a5-7fcb-4a2a-8b1a-1d0a0a6c4d5e" };
const refused = (status: number, message: string, param?: string): Said => ({
  status,
  body: { meta, error: { message, ...(param !== undefined && { param }) } },
});
const E164 = /^\+[1-9]\d{7,14}$/;
type Fields = Record<string, unknown>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};

export function play(): PlayedVendor {
  const taken = new Map<string, Fields>();

  function sendAnswers(call: Fields): Said {
    const { channel = "sms", source, destination, content, events_url: address } = call;
    if (channel !== "sms" && channel !== "whatsapp") return refused(400, "Invalid channel", "channel");
    if (typeof source !== "string" || !E164.test(source)) return refused(400, "Invalid number", "source");
    const own = channel === "sms" ? `+${KARIX.sms}` : `+91${KARIX.whatsapp}`;
    if (source !== own) return refused(400, "Number does not belong to account", "source");
    const all: unknown[] = Array.isArray(destination) ? destination : [];
    if (all.length === 0 || all.some((each) => typeof each !== "string" || !E164.test(each)))
      return refused(400, "Invalid number", "destination");
    if (channel === "whatsapp" && all.length > 1) return refused(400, "Only one allowed", "destination");
    const problem = problemOf(channel, fieldsOf(content));
    if (problem !== undefined) return refused(400, problem, "content");
    if (address !== undefined && !(typeof address === "string" && URL.canParse(address)))
      return refused(400, "Invalid URL", "events_url");
    const [to = ""] = all as string[];
    const object = { uid: `karix-${taken.size + 1}`, status: "queued", destination: to, source, error: null };
    taken.set(object.uid, object);
    const body = { meta: { ...meta, credits_charged: "0.02" }, objects: [object] };
    return { status: 202, body, accepted: { id: object.uid, to } };
  }

  return {
    name: "karix",
    answers({ method, path, headers, body }) {
      const account = Buffer.from((headers.authorization ?? "").replace(/^Basic /, ""), "base64").toString();
      if (account !== `${KARIX.username}:${KARIX.password}`) return refused(403, "Invalid credentials.");
      if (headers["api-version"] !== "2.0") return refused(400, "Unknown version", "api-version");
      const [, , resource, uid = ""] = path.split("/");
      if (method === "POST" && path === "/karix/message/") return sendAnswers(fieldsOf(body));
      if (method !== "GET" || !path.endsWith("/")) return refused(404, "Not found.");
      if (resource === "account" && uid === KARIX.username)
        return { status: 200, body: { meta, data: { uid, name: KARIX.name, status: "enabled" } } };
      const message = resource === "message" ? taken.get(uid) : undefined;
      return message ? { status: 200, body: { meta, data: message } } : refused(404, "Not found.");
    },
    refuses: ({ status, code }) => refused(status ?? code, "Played."),
    hint: (url) => `Karix      baseUrl ${url}/karix, auth id ${KARIX.username}, auth token ${KARIX.password}`,
  };
}

function problemOf(channel: string, content: Fields): string | undefined {
  const [kind = "none", ...more] = Object.keys(content);
  if (more.length > 0) return "Only one content is allowed";
  if (kind === "text") return String(content["text"]).trim() === "" ? "Text is empty" : undefined;
  if (channel === "sms") return "Only text is supported by sms";
  const part = fieldsOf(content[kind]);
  if (kind === "media") return /^https?:\/\//.test(String(part["url"])) ? undefined : "Invalid media url";
  if (kind !== "location") return "Content is required";
  const isThere = ["latitude", "longitude", "label"].every(
    (each) => typeof part[each] === "string" && part[each],
  );
  return isThere ? undefined : "Location is incomplete";
}
