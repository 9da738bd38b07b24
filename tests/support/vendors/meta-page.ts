import type { PlayedVendor, Said } from "./plays.ts";

/** Plays a page or an Instagram account: what Meta takes for it, what it refuses, and in which words. */

export interface PlayedPage {
  name: "messenger" | "instagram";
  id: string;
  accessToken: string;
  appSecret: string;
  /** The field of its name, and the name. */
  called: [field: string, name: string];
  files: readonly string[];
  textTooLong: (text: string) => boolean;
}

type Part = Record<string, unknown>;
const part = (value: unknown): Part =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Part) : {};
const words = (value: unknown): string => (typeof value === "string" ? value : "");
const all = (value: unknown): Part[] => (Array.isArray(value) ? value.map(part) : []);

const refused = (status: number, code: number, message: string, subcode?: number): Said => ({
  status,
  body: {
    error: {
      message,
      type: "OAuthException",
      code,
      ...(subcode !== undefined && { error_subcode: subcode }),
    },
  },
});

/** Details of a refusal, which stand beside a code that says little. */
const CODE_OF_DETAIL: Readonly<Record<number, number>> = { 2018278: 10, 2534022: 10, 2018001: 100 };

export function playPage(page: PlayedPage): PlayedVendor {
  let sent = 0;
  const own = `/${page.name}/v23.0/${page.id}`;
  return {
    name: page.name,
    answers({ method, path, headers, body }) {
      if (headers.authorization !== `Bearer ${page.accessToken}`)
        return refused(401, 190, "Invalid OAuth access token.");
      const [field, name] = page.called;
      if (method === "GET" && path === `${own}?fields=id,${field}`)
        return { status: 200, body: { id: page.id, [field]: name } };
      if (method !== "POST" || path !== `${own}/messages`)
        return refused(400, 100, "Unsupported request", 33);
      const call = part(body);
      const to = words(part(call["recipient"])["id"]);
      if (!/^\d{5,}$/.test(to)) return refused(400, 100, "No matching user found", 2018001);
      const wrong =
        call["messaging_type"] === "RESPONSE" ? problemOf(part(call["message"]), page) : "messaging_type";
      if (wrong !== undefined) return refused(400, 100, `Invalid parameter: ${wrong}`);
      sent += 1;
      const id = `m_${page.name}-${sent}`;
      return { status: 200, body: { recipient_id: to, message_id: id }, accepted: { id, to } };
    },
    refuses: ({ status = 400, code }) => {
      const known = CODE_OF_DETAIL[code];
      return known === undefined ? refused(status, code, "Played") : refused(status, known, "Played", code);
    },
    hint: (url) =>
      `${page.called[1]}  baseUrl ${url}/${page.name}, id ${page.id}, access token ${page.accessToken}`,
  };
}

function problemOf(message: Part, page: PlayedPage): string | undefined {
  const { text, quick_replies: replies, attachment } = message;
  if (attachment !== undefined)
    return text === undefined ? problemOfAttachment(part(attachment), page) : "text";
  if (words(text) === "" || page.textTooLong(words(text))) return "text";
  if (replies === undefined) return undefined;
  const given = all(replies);
  const isRight = given.every(
    (each) =>
      each["content_type"] === "text" && isLabel(each["title"]) && words(each["payload"]).length <= 1_000,
  );
  return given.length > 0 && given.length <= 13 && isRight ? undefined : "quick_replies";
}

const isLabel = (label: unknown): boolean => words(label) !== "" && words(label).length <= 20;
const isAddress = (address: unknown): boolean => /^https?:\/\/\S+$/.test(words(address));

function problemOfAttachment({ type, payload: given }: Part, page: PlayedPage): string | undefined {
  const payload = part(given);
  if (page.files.includes(words(type))) return isAddress(payload["url"]) ? undefined : "url";
  if (type !== "template") return "attachment type";
  if (payload["template_type"] === "button") {
    const text = words(payload["text"]);
    return text !== "" && text.length <= 640 && areButtons(payload["buttons"]) ? undefined : "buttons";
  }
  const elements = all(payload["elements"]);
  const isCount = elements.length > 0 && elements.length <= 10;
  if (payload["template_type"] !== "generic" || !isCount) return "template";
  const isRight = elements.every(
    ({ title, subtitle, image_url: image, buttons }) =>
      words(title) !== "" &&
      words(title).length <= 80 &&
      words(subtitle).length <= 80 &&
      (image === undefined || isAddress(image)) &&
      (buttons === undefined || areButtons(buttons)),
  );
  return isRight ? undefined : "elements";
}

function areButtons(given: unknown): boolean {
  const buttons = all(given);
  return buttons.length > 0 && buttons.length <= 3 && buttons.every(isButton);
}

function isButton({ type, title, payload, url }: Part): boolean {
  if (!isLabel(title)) return false;
  if (type === "web_url") return isAddress(url);
  if (type === "phone_number") return /^\+\d{5,15}$/.test(words(payload));
  return type === "postback" && words(payload) !== "";
}
