import { fileOf, type FileState, type PlayedVendor, type Said } from "../plays.ts";
import { part, problemOfContent, words } from "../rcs-message.ts";

/** Airtel IQ: WhatsApp within a conversation and by template, RCS by template; what it refuses, and in which words. */

export const AIRTEL = {
  username: "luckyshrub",
  password: "Air^01 &=?",
  number: "919321820009",
  customerId: "LUCKYSHRUB_1",
  businessId: "LUCKYSHRUB_B",
  session: "31e965f1-5f31-45b0-b522-918af89bcf69",
  rcsKey: "cmNzOlJjc14wMSAmPT8=",
  agentId: "agent-9",
  subAccountId: "sub-9",
};
type Part = Record<string, unknown>;
const parts = (value: unknown): Part[] => (Array.isArray(value) ? value.map(part) : []);
const MANAGER = "/airtel/basic/whatsapp-manager/v1";
const RCS = "/airtel/conversation-message-acceptor/v1/rcs/message/send";
const RCS_TEMPLATE = "/airtel/rcs-content-manager/v1/rcs/template";

const refused = (status: number, code: string, message: string): Said => ({
  status,
  body: { error: { code, message } },
});
const refusedRcs = (status: number, message: string): Said => ({
  status,
  body: { success: false, code: status, message },
});

export function play(state: FileState): PlayedVendor {
  let sent = 0;
  const basic = Buffer.from(`${AIRTEL.username}:${AIRTEL.password}`).toString("base64");
  return {
    name: "airtel",
    answers({ method, path, headers, body }) {
      const { pathname } = new URL(path, "http://airtel");
      const call = part(body);
      const isRcs = pathname === RCS || pathname === RCS_TEMPLATE;
      if (headers.authorization !== `Basic ${isRcs ? AIRTEL.rcsKey : basic}`)
        return isRcs ? refusedRcs(401, "Unauthorized") : refused(401, "401", "Unauthorized");
      if (pathname === RCS_TEMPLATE && method === "GET")
        return refusedRcs(400, "Template not found for provided templateId");
      if (pathname === `${MANAGER}/download/media` && method === "GET") {
        const id = new URL(path, "http://airtel").searchParams.get("mediaId") ?? "";
        if (id === "0") return refused(400, "400", "Invalid mediaId");
        if (state.lost.has(id)) return refused(404, "404", "No such media");
        return { status: 200, body: { bytes: Buffer.from(fileOf(state, id).bytes).toString("base64") } };
      }
      if (method !== "POST") return refused(404, "404", "Not found");
      sent += 1;
      const id = `01kvzgp5rm06043ha50ydec${String(sent).padStart(3, "0")}`;
      if (pathname === RCS) {
        const wrong = problemOfRcs(call);
        if (wrong !== undefined) return refusedRcs(400, wrong);
        const said = { success: true, code: 200, message: "Accepted", status: "INITIATED" };
        const accepted = { id, to: words(call["msisdn"]).slice(1) };
        return { status: 200, body: { ...said, messageRequestId: id }, accepted };
      }
      const wrong = problemOf(pathname.slice(MANAGER.length), call);
      if (wrong !== undefined) return refused(400, "1008", wrong);
      return { status: 200, body: { messageRequestId: id }, accepted: { id, to: words(call["to"]) } };
    },
    refuses: ({ status = 400, code }) => ({
      status,
      body: { success: false, code, message: "Played", error: { code, message: "Played" } },
    }),
    hint: (url) =>
      `Airtel     baseUrl ${url}/airtel, number ${AIRTEL.number}, user ${AIRTEL.username}, ${AIRTEL.password}, business ${AIRTEL.businessId}`,
  };
}

const isNumber = (value: unknown) => /^[1-9]\d{7,14}$/.test(words(value));
const isLink = (value: unknown) => /^https?:\/\/\S+$/.test(words(value));
const within = (value: unknown, most: number) => words(value) !== "" && words(value).length <= most;

function problemOf(path: string, call: Part): string | undefined {
  if (!isNumber(call["to"])) return "Invalid to";
  if (call["from"] !== AIRTEL.number) return "Invalid from";
  if (path === "/template/send") return problemOfTemplate(call);
  if (call["sessionId"] !== AIRTEL.session) return "Session is not active";
  const text = part(call["message"])["text"];
  switch (path) {
    case "/session/send/text":
      return within(text, 4_096) ? undefined : "Invalid text";
    case "/session/send/media":
      return problemOfFile(call["mediaAttachment"]);
    case "/session/send/interactive/buttons": {
      const buttons = parts(call["buttons"]);
      const areRight = buttons.every(({ tag, title }) => within(tag, 256) && within(title, 20));
      const isRight = buttons.length > 0 && buttons.length <= 3 && areRight;
      return isRight && within(text, 1_200) ? undefined : "Invalid buttons";
    }
    case "/session/send/interactive/list": {
      const { heading, options } = part(call["list"]);
      const rows = parts(options);
      const areRight = rows.every(({ tag, title }) => within(tag, 200) && within(title, 24));
      const isRight = within(heading, 20) && rows.length > 0 && rows.length <= 10 && areRight;
      return isRight && words(text) !== "" ? undefined : "Invalid list";
    }
    default:
      return "Not found";
  }
}

function problemOfFile(value: unknown): string | undefined {
  const { type, url, id, caption } = part(value);
  if (!["IMAGE", "VIDEO", "AUDIO", "DOCUMENT"].includes(words(type))) return "Invalid media type";
  if (words(caption).length > 1_024) return "Invalid caption";
  return isLink(url) || words(id) !== "" ? undefined : "Invalid media";
}

const KNOWN = ["headerVars", "variables", "payload", "suffix", "carouselCard"];

function problemOfTemplate({ templateId, message, mediaAttachment }: Part): string | undefined {
  if (words(templateId) === "") return "Template not found";
  const { headerVars = [], variables = [], payload = [], suffix, ...others } = part(message);
  if (Object.keys(others).some((name) => !KNOWN.includes(name))) return "Unknown field";
  const lists = [headerVars, variables, payload];
  const areRight = lists.every(
    (each) => Array.isArray(each) && each.every((one) => typeof one === "string" && one !== ""),
  );
  if (!areRight) return "Invalid variables";
  if (suffix !== undefined && words(suffix) === "") return "Invalid suffix";
  return mediaAttachment === undefined ? undefined : problemOfFile(mediaAttachment);
}

function problemOfRcs(call: Part): string | undefined {
  const { customerId, agentId, subAccountId, msisdn, templateId, contentMessage } = call;
  if ([customerId, agentId, subAccountId].some((each) => words(each) === ""))
    return "Mandatory Request Parameter(s) cannot be null!";
  if (agentId !== AIRTEL.agentId) return "Agent is not launched yet.";
  if (!/^\+[1-9]\d{7,14}$/.test(words(msisdn))) return "Invalid Phone Number";
  if (templateId === undefined) return problemOfContent(part(contentMessage));
  const values = part(call["templateVariableData"])["textVariables"] ?? [];
  const areRight = Array.isArray(values) && values.every((each) => typeof each === "string");
  return areRight ? undefined : "Values for all the variables not provided!!";
}
