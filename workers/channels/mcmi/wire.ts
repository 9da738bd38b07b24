import { channelTypes as t } from "#workers/contract/channel-types.ts";
import type { Status } from "#workers/contract/message.ts";
import type { ChannelAccount } from "../adapter.ts";
import { type Json, record, text } from "../json.ts";

/** MCMI's contract is public nowhere. Its names, words and addresses, all of them assumed, stand here. */

export const MCMI = "MCMI";
export const MESSAGES = "/v1/messages";
export const SIGNATURE = "x-signature";

const CHANNELS: Readonly<Record<number, string>> = {
  [t.whatsApp]: "whatsapp",
  [t.facebook]: "facebook",
  [t.instagram]: "instagram",
  [t.ivrs]: "ivrs",
  [t.web]: "web",
};
export const channelName = ({ type }: Pick<ChannelAccount, "type">): string => CHANNELS[type] ?? "gbm";

export const textMessage = (body: string): Json => ({ type: "text", text: { body } });
export const mediaMessage = (media: Json): Json => ({ type: "media", media });
/** A template with Meta's own components. */
export const templateMessage = (meta: Json): Json => {
  const { name, language, components = [] } = meta;
  return { type: "template", template: { name, language: record(language)["code"], components } };
};
export const interactiveMessage = (interactive: unknown): Json => ({ type: "interactive", interactive });
export const callMessage = (said: { prompt: string } | { audioUrl: string }): Json => ({
  type: "call",
  ...said,
});

/** Statuses of messages, and of calls in telephony's words. */
const STATUS: Readonly<Record<string, Status>> = {
  queued: "queued",
  sent: "sent",
  delivered: "delivered",
  read: "read",
  failed: "failed",
  initiated: "sent",
  answered: "delivered",
  completed: "delivered",
  busy: "failed",
  "no-answer": "failed",
};
export function statusIn(event: Json): { status: Status; word: string } | undefined {
  const word = text(event["status"], 64)?.toLowerCase() ?? "";
  const status = Object.hasOwn(STATUS, word) ? STATUS[word] : undefined;
  return status && { status, word };
}

export function errorIn(json: unknown): { code: string; words: string | undefined } | undefined {
  const error = record(record(json)["error"]);
  const code = text(error["code"], 64);
  return code === undefined ? undefined : { code, words: text(error["message"], 500) };
}

/** Whether an error only asks to wait. */
export const isBusy = (code: string): boolean => /^(rate|throttl|429)/i.test(code);
