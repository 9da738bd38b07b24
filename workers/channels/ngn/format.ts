import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { ChannelAccount, OutgoingMessage } from "../adapter.ts";
import { type Formed, jsonPost } from "../call.ts";
import { digitsOf } from "../number.ts";
import { smsOf } from "../sms-words.ts";
import { bodyOf, headersOf, SEND_PATH } from "./wire.ts";

/** The address of the account; undefined where the channel names none, since NGN's own is not public. */
export function addressAt({ settings }: ChannelAccount): string | undefined {
  const base = settings["baseUrl"]?.replace(/\/+$/, "");
  return base ? `${base}${SEND_PATH}` : undefined;
}

/** A call to that address with the account's key. */
export const callOf = ({ secrets }: ChannelAccount, value: unknown): RequestInit =>
  jsonPost(value, headersOf(secrets["accKey"] ?? ""));

/** The whole call of a message. Pure. */
export function format(
  { id, to, ...message }: OutgoingMessage,
  channel: ChannelAccount,
  webhookUrl: string | undefined,
): Formed {
  const url = addressAt(channel);
  if (url === undefined) return { refused: texts.noBaseUrl("NGN") };
  const digits = digitsOf(to);
  if (digits === undefined) return { refused: texts.noAddress };
  const sms = smsOf(message, channel.settings);
  if ("refused" in sms) return sms;
  const entityId = channel.settings["entityId"];
  if (!entityId) return { refused: texts.noDltEntity };
  if (sms.templateId === undefined) return { refused: texts.noDltTemplate };
  const { text, templateId } = sms;
  const call = bodyOf({
    sender: channel.contactId,
    to: digits,
    text,
    entityId,
    templateId,
    ownId: id,
    reportsTo: webhookUrl,
  });
  return { url, init: callOf(channel, call) };
}
