import { type Account, addressOf, fileOf, type FileState, isOver, type Said } from "./plays.ts";

/** Telegram's Bot API: what it takes, what it refuses, and in which words. */

type Fields = Record<string, unknown>;
const words = (value: unknown): string => (typeof value === "string" ? value : "");

export const botError = (status: number, description: string, parameters?: Fields): Said => ({
  status,
  body: { ok: false, error_code: status, description, ...(parameters && { parameters }) },
});

/** A chat's messages share their numbers: what the bot says must not have one that a test's customer takes. */
const FIRST_ID = 1_000_000;
/** A bot gets no larger file. */
const MOST_BYTES = 20 * 1024 * 1024;

export interface TelegramState extends FileState {
  /** Chats whose person blocked the bot. */
  blocked: Set<string>;
  /** The last setWebhook. */
  webhook: Fields | undefined;
  sent: number;
}

const FILES: Readonly<Record<string, string>> = {
  sendPhoto: "photo",
  sendVideo: "video",
  sendAudio: "audio",
  sendVoice: "voice",
  sendDocument: "document",
  sendSticker: "sticker",
};

export function telegramAnswers(
  { telegram }: Account,
  state: TelegramState,
  { token, method, fields }: { token: string; method: string; fields: Fields },
): Said {
  if (!/^\d+:[\w-]{10,}$/.test(token)) return botError(404, "Not Found");
  if (token !== telegram.token) return botError(401, "Unauthorized");
  if (method === "getMe") {
    const result = {
      id: telegram.botId,
      is_bot: true,
      first_name: "Lucky Shrub",
      username: telegram.username,
    };
    return { status: 200, body: { ok: true, result } };
  }
  if (method === "getFile") {
    const file_id = words(fields["file_id"]);
    if (file_id === "" || state.lost.has(file_id)) return botError(400, "Bad Request: invalid file_id");
    const { bytes, announced: file_size = bytes.byteLength } = fileOf(state, file_id);
    if (file_size > MOST_BYTES) return botError(400, "Bad Request: file is too big");
    const file_path = `photos/${addressOf(state)}/${file_id}.jpg`;
    const result = { file_id, file_unique_id: "u", file_size, file_path };
    return { status: 200, body: { ok: true, result } };
  }
  if (method.startsWith("photos/")) {
    const [, ends = "", file = ""] = method.split("/");
    return isOver(ends)
      ? botError(404, "Not Found")
      : { status: 200, body: fileOf(state, file.replace(/\.jpg$/, "")) };
  }
  if (method === "setWebhook") return webhookAnswers(state, fields);
  const problem = problemOf(method, fields);
  if (problem !== undefined) return botError(problem === "Not Found" ? 404 : 400, problem);
  const chat = words(fields["chat_id"]);
  if (state.blocked.has(chat)) return botError(403, "Forbidden: bot was blocked by the user");
  const id = FIRST_ID + ++state.sent;
  const changes = method === "deleteMessage" || method === "setMessageReaction";
  const message = {
    message_id: method === "editMessageText" ? fields["message_id"] : id,
    from: { id: telegram.botId, is_bot: true, first_name: "Lucky Shrub" },
    chat: { id: Number(chat), type: "private" },
    date: 1_700_000_000,
  };
  const result = changes ? true : message;
  return { status: 200, body: { ok: true, result }, accepted: { id: `${chat}:${id}`, to: chat } };
}

function webhookAnswers(state: TelegramState, fields: Fields): Said {
  if (!/^https:\/\/[^\s]+$/.test(words(fields["url"]))) {
    return botError(400, "Bad Request: bad webhook: An HTTPS URL must be provided for webhook");
  }
  if (!/^[\w-]{1,256}$/.test(words(fields["secret_token"]))) {
    return botError(400, "Bad Request: secret token contains unallowed characters");
  }
  state.webhook = fields;
  return { status: 200, body: { ok: true, result: true, description: "Webhook was set" } };
}

function problemOf(method: string, fields: Fields): string | undefined {
  if (!/^-?\d+$/.test(words(fields["chat_id"]))) return "Bad Request: chat_id is empty";
  const caption = words(fields["caption"]);
  if (caption.length > 1024) return "Bad Request: message caption is too long";
  const markup = problemOfKeyboard(fields["reply_markup"]);
  if (markup !== undefined) return markup;
  if (Object.hasOwn(FILES, method)) {
    const file = words(fields[FILES[method] ?? ""]);
    if (file === "") return `Bad Request: there is no ${FILES[method]} in the request`;
    return /^https?:\/\//.test(file) || /^[\w-]{5,}$/.test(file)
      ? undefined
      : "Bad Request: wrong remote file identifier specified";
  }
  const numbered = Number.isInteger(fields["message_id"]);
  switch (method) {
    case "sendMessage":
    case "editMessageText": {
      const text = words(fields["text"]);
      if (text.trim() === "") return "Bad Request: message text is empty";
      if (text.length > 4096) return "Bad Request: message is too long";
      return method === "editMessageText" && !numbered
        ? "Bad Request: message identifier is not specified"
        : undefined;
    }
    case "sendLocation":
    case "sendVenue":
      if (!Number.isFinite(fields["latitude"])) return "Bad Request: latitude is empty";
      return method === "sendVenue" && (!fields["title"] || !fields["address"])
        ? "Bad Request: venue title or address is empty"
        : undefined;
    case "sendContact":
      return fields["phone_number"] && fields["first_name"]
        ? undefined
        : "Bad Request: phone number is empty";
    case "setMessageReaction":
    case "deleteMessage":
      return numbered ? undefined : "Bad Request: message identifier is not specified";
    default:
      return "Not Found";
  }
}

function problemOfKeyboard(markup: unknown): string | undefined {
  if (markup === undefined) return undefined;
  const rows = (markup as { inline_keyboard?: Fields[][] }).inline_keyboard ?? [];
  for (const button of rows.flat()) {
    if (words(button["text"]) === "") return "Bad Request: can't parse inline keyboard button: text is empty";
    const bytes = Buffer.byteLength(words(button["callback_data"]));
    if (button["url"] === undefined && bytes === 0) return "Bad Request: text buttons are unallowed";
    if (bytes > 64) return "Bad Request: BUTTON_DATA_INVALID";
  }
  return undefined;
}
