import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { ChannelAccount, OutgoingMessage } from "../adapter.ts";
import type { Formed } from "../call.ts";
import { digitsOf } from "../number.ts";
import { smsOf } from "../sms-words.ts";

const BASE_URL = "https://ttbssmsgw.tatatel.co.in";
/** Letters of an address that TTBS takes. */
const MOST_ADDRESS = 2_000;

/** The address of a call. It holds the password, so it is never shown or kept. */
export function addressAt(
  { settings, secrets, contactId }: ChannelAccount,
  fields: Readonly<Record<string, string>>,
): string {
  const base = (settings["baseUrl"] || BASE_URL).replace(/\/+$/, "");
  const query = Object.entries({
    ...fields,
    user: settings["user"] ?? "",
    pswd: secrets["pswd"] ?? "",
    sender: contactId,
    PE_ID: settings["PE_ID"] ?? "",
  }).map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`);
  return `${base}/campaignService/campaigns/qs?${query.join("&")}`;
}

/** The whole call of a message. Pure. */
export function format(
  { to, ...message }: OutgoingMessage,
  channel: ChannelAccount,
  webhookUrl: string | undefined,
): Formed {
  const recipient = digitsOf(to);
  if (recipient === undefined) return { refused: texts.noAddress };
  const sms = smsOf(message, channel.settings);
  if ("refused" in sms) return sms;
  // TTBS passes nothing on that lacks one.
  if (sms.templateId === undefined) return { refused: texts.noDltTemplate };
  const url = addressAt(channel, {
    recipient,
    msg: sms.text,
    Template_ID: sms.templateId,
    dr: String(webhookUrl !== undefined),
    ...(webhookUrl !== undefined && { drUri: webhookUrl }),
    channel: "2.1",
  });
  if (url.length > MOST_ADDRESS) return { refused: texts.roomOfAddress("TTBS") };
  return { url, init: { method: "GET" } };
}
