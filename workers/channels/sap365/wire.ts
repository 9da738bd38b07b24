import type { Status } from "#workers/contract/message.ts";
import { type Json, record, text } from "../json.ts";

/**
 * SAP's Telegram is documented nowhere; the siblings are (its mail by notifications, Live Link 365 for SMS). All that
 * is taken over from them or assumed stands here.
 */

export const SAP365 = "SAP365";
const BASE_URL = "https://multichannel-pp.sapmobileservices.com";

export const addressAt = (settings: Readonly<Record<string, string>>): string => {
  const account = encodeURIComponent(settings["accountName"] ?? "");
  return `${(settings["baseUrl"] || BASE_URL).replace(/\/+$/, "")}/telegram/${account}/notifications`;
};

export interface Attachment {
  type: string;
  url: string;
  caption?: string;
}

export const notification = (said: {
  chat: string;
  text: string;
  sender: string;
  reference: string;
  attachment?: Attachment;
}): Json => ({
  SAPnotification: {
    recipients: [`telegram:${said.chat}`],
    contentTextType: "text/plain",
    contentText: said.text,
    contentTextEncoding: "NONE",
    sender: said.sender,
    configuration: {
      telegram: { reference: said.reference, ...(said.attachment && { attachment: said.attachment }) },
    },
  },
});

const STATUS: Readonly<Record<string, Status>> = {
  SENT: "sent",
  DELIVERED: "delivered",
  RECEIVED: "delivered",
  ERROR: "failed",
};

/** Callbacks of Live Link: one with a status is of ours, one with a sender is a person's. */
export function callbackIn(event: Json) {
  const word = text(event["status"], 64)?.toUpperCase() ?? "";
  return {
    id: text(event["messageId"], 500),
    status: Object.hasOwn(STATUS, word) ? STATUS[word] : undefined,
    word,
    chat: text(event["msisdn"], 320),
    bot: text(event["originatingAddress"], 200),
    words: text(event["message"], 10_000),
    at: event["receivedTime"],
  };
}

export function errorIn(json: unknown): { code: string; words: string | undefined } | undefined {
  const error = record(record(json)["error"]);
  const code = text(error["code"], 64);
  return code === undefined ? undefined : { code, words: text(error["message"], 500) };
}
