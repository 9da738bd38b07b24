import { channelTypes } from "#workers/contract/channel-types.ts";
import type { ChannelAccount } from "../adapter.ts";

export const AIRTEL = "Airtel";
const WHATSAPP = "https://iqwhatsapp.airtel.in/gateway/airtel-xchange";
const RCS = "https://iqconversation.airtel.in/gateway/airtel-xchange";

export const isRcs = ({ type }: Pick<ChannelAccount, "type">): boolean => type === channelTypes.rcs;

/** An address below the gateway of the channel's type. */
export function addressAt(channel: Pick<ChannelAccount, "type" | "settings">, path: string): string {
  const base = channel.settings["baseUrl"] || (isRcs(channel) ? RCS : WHATSAPP);
  return `${base.replace(/\/+$/, "")}${path}`;
}

/** WhatsApp takes the account's name and password; for RCS Airtel gives out the whole word that stands there. */
export function authorized(channel: ChannelAccount): { authorization: string } {
  const { settings, secrets } = channel;
  if (isRcs(channel))
    return { authorization: `Basic ${(secrets["accKey"] ?? "").replace(/^Basic\s+/i, "")}` };
  const account = `${settings["username"] ?? ""}:${secrets["password"] ?? ""}`;
  return { authorization: `Basic ${Buffer.from(account).toString("base64")}` };
}

export const MANAGER = "/basic/whatsapp-manager/v1";
