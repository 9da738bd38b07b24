import { problemOfMessage } from "../graph-message.ts";
import type { PlayedVendor, Said } from "../plays.ts";
import { part, problemOfContent, words } from "../rcs-message.ts";

/** Karix' newer platform: WhatsApp, RCS and SMS by one key, what it refuses and in which words. */

export const KARIX_RCM = {
  accKey: "rcm^Key &=1==",
  number: "919321820002",
  sender: "LUCKYN",
  entityId: "1101000000000000001",
  templateId: "1107000000000000001",
};
type Part = Record<string, unknown>;
const refused = (code: string, statusDesc: string): Said => ({
  status: 200,
  body: { statusCode: code, statusDesc },
});
const refusedSms = (code: string, desc: string): Said => ({ status: 200, body: { status: { code, desc } } });

export function play(): PlayedVendor {
  let sent = 0;
  return {
    name: "karix-rcm",
    tokenOf: ({ headers }) => words(headers["authentication"]),
    answers({ method, path, headers, body }) {
      const call = part(body);
      sent += 1;
      if (path === "/karix-rcm/JsonReceiver" && method === "POST") {
        if (call["key"] !== KARIX_RCM.accKey) return refusedSms("401", "Invalid key");
        const [message] = Array.isArray(call["messages"]) ? (call["messages"] as Part[]) : [];
        const wrong = problemOfSms(part(message));
        if (wrong !== undefined) return refusedSms("400", wrong);
        const id = `ack-${sent}`;
        const to = String((part(message)["dest"] as unknown[])[0]);
        return {
          status: 200,
          body: { ackid: id, status: { code: "200", desc: "ok" } },
          accepted: { id, to },
        };
      }
      if (path !== "/karix-rcm/sendMessage" || method !== "POST") return { status: 404, body: "not found" };
      if (headers["authentication"] !== `Bearer ${KARIX_RCM.accKey}`) return refused("401", "Unauthorized");
      const message = part(call["message"]);
      const wrong = problemOf(message);
      if (wrong !== undefined) return refused("400", wrong);
      const { to, reference } = part(message["recipient"]);
      const id = `rcm-${sent}`;
      const accepted = { id, ownId: words(part(reference)["cust_ref"]), to: words(to) };
      return { status: 200, body: { statusCode: "200", statusDesc: "Accepted", mid: id }, accepted };
    },
    refuses: ({ status = 200, code }) => ({
      status,
      body: {
        statusCode: String(code),
        statusDesc: "Played",
        status: { code: String(code), desc: "Played" },
      },
    }),
    hint: (url) => `Karix RCM  baseUrl ${url}/karix-rcm, number ${KARIX_RCM.number}, key ${KARIX_RCM.accKey}`,
  };
}

function problemOfSms({ dest, text, send, dlt_entity_id: entity, dlt_template_id: template }: Part) {
  const [to] = Array.isArray(dest) ? (dest as unknown[]) : [];
  if (!/^[1-9]\d{7,14}$/.test(words(to))) return "Invalid dest";
  if (send !== KARIX_RCM.sender) return "Invalid send";
  if (entity !== KARIX_RCM.entityId || !/^\d{19}$/.test(words(template))) return "Invalid DLT";
  return words(text) === "" ? "Empty text" : undefined;
}

function problemOf({ channel, content, recipient, sender, preferences }: Part): string | undefined {
  if (!/^[1-9]\d{7,14}$/.test(words(part(recipient)["to"]))) return "Invalid recipient";
  if (part(sender)["from"] !== KARIX_RCM.number) return "Invalid sender";
  if (words(part(preferences)["webHookDNId"]) === "") return "Invalid webHookDNId";
  const of = part(content);
  if (channel === "RCS")
    return of["type"] === "RCS" ? problemOfContent(part(part(of["rcs"])["contentMessage"])) : "Invalid type";
  if (channel !== "WABA") return "Invalid channel";
  switch (of["type"]) {
    case "TEXT":
      return words(of["text"]) !== "" && words(of["text"]).length <= 4_096 ? undefined : "Invalid text";
    case "ATTACHMENT":
      return problemOfFile(part(of["attachment"]));
    case "INTERACTIVE": {
      const message = { messaging_product: "whatsapp", recipient_type: "individual", to: "919812345678" };
      const type = words(part(of["interactive"])["type"]);
      if (type !== "button" && type !== "list") return "Invalid interactive";
      return problemOfMessage({ ...message, type: "interactive", interactive: of["interactive"] })?.message;
    }
    case "TEMPLATE":
      return problemOfValues(part(of["template"]), "parameterValues");
    case "MEDIA_TEMPLATE":
      return problemOfMediaTemplate(part(of["mediaTemplate"]));
    default:
      return "Invalid type";
  }
}

function problemOfFile({ type, url, caption }: Part): string | undefined {
  if (!["image", "video", "audio", "document"].includes(words(type))) return "Invalid attachment type";
  if (!/^https?:\/\/\S+$/.test(words(url))) return "Invalid attachment url";
  return words(caption).length > 1_024 ? "Invalid caption" : undefined;
}

/** Variables have the names 0, 1 and so on, without a gap. */
function problemOfValues(template: Part, field: string): string | undefined {
  if (words(template["templateId"]) === "") return "Invalid templateId";
  const values = Object.entries(part(template[field]));
  const isRight = values.every(([key, value], at) => key === String(at) && typeof value === "string");
  return isRight ? undefined : "Invalid parameters";
}

function problemOfMediaTemplate(template: Part): string | undefined {
  const { media, buttons } = template;
  const { type, url, title } = part(media);
  const isThere = type === "text" ? words(title) !== "" : /^https?:\/\//.test(words(url));
  if (media !== undefined && !isThere) return "Invalid media";
  const { quickReplies = [], actions = [] } = part(buttons);
  const all = [quickReplies, actions].flat() as Part[];
  const areRight = all.every((each) => /^\d$/.test(words(each["index"])) && words(each["payload"]) !== "");
  return areRight ? problemOfValues(template, "bodyParameterValues") : "Invalid buttons";
}
