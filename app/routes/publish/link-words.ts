import { whatsAppLink } from "#app/features/automation-instances/whatsapp-link.ts";
import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { AutomationInstance } from "#workers/contract/endpoints/automation-instances.ts";

export interface BeginLink {
  word: string;
  /** Undefined where the channel's number isn't known. */
  url: string | undefined;
}

/** A link for each word and each link of its Start by which a started journey begins on WhatsApp. */
export function beginLinks(
  {
    state,
    channel,
    keywords,
    triggers,
  }: Pick<AutomationInstance, "state" | "channel" | "keywords" | "triggers">,
  number: string,
): BeginLink[] {
  if (state !== INSTANCE.started || channel?.type !== channelTypes.whatsApp) return [];
  const words = triggers.flatMap((each) =>
    each.kind === "keyword" ? each.words : each.kind === "link" ? [each.token] : [],
  );
  return [...new Set([...keywords, ...words])].map((word) => ({ word, url: whatsAppLink(number, word) }));
}
