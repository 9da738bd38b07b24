import type { GraphNode } from "#workers/contract/automation/graph.ts";
import { channelTypes, type ChannelType } from "#workers/contract/channel-types.ts";

/** Steps that say something of their own, and how that looks may be asked. */
const SAYING: ReadonlySet<string> = new Set([
  "sendMessage",
  "buttons",
  "sendTemplate",
  "ask",
  "form",
  "whatsappFlow",
  "payment",
  "sendMail",
  "sendSms",
]);
/** The channel on which a step always speaks, whatever channel its person is on. */
const ALWAYS_ON: Readonly<Record<string, ChannelType>> = {
  sendMail: channelTypes.email,
  sendSms: channelTypes.sms,
  whatsappFlow: channelTypes.whatsApp,
};
export const alwaysOn = ({ type }: Pick<GraphNode, "type">): ChannelType | undefined => ALWAYS_ON[type];
export const isPreviewed = ({ type }: Pick<GraphNode, "type">): boolean => SAYING.has(type);
