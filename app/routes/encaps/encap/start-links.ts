import { whatsAppLink } from "#app/features/automation-instances/whatsapp-link.ts";
import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { EncapLaunch, listLaunches } from "#workers/contract/endpoints/automation-launch.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";

export interface StartLink {
  key: string;
  word: string;
  channel: string;
  /** Undefined where the channel's number isn't known. */
  url: string | undefined;
}

/** A link for each word by which a started launch begins on WhatsApp. */
export function startLinks(
  launches: readonly Pick<EncapLaunch, "id" | "state" | "channel" | "keywords">[],
  channels: ReplyOf<typeof listLaunches>["channels"],
): StartLink[] {
  return launches.flatMap(({ id, state, channel, keywords }) => {
    if (state !== INSTANCE.started || channel?.type !== channelTypes.whatsApp) return [];
    const number = channels.find((each) => each.id === channel.id)?.number ?? "";
    return keywords.map((word) => ({
      key: `${id} ${word}`,
      word,
      channel: channel.name,
      url: whatsAppLink(number, word),
    }));
  });
}
