const PREFIX = "visitor:";

/** Who sent a file in, where it was a visitor of a website. */
export const visitorsFileOwner = ({
  channelId,
  visitorId,
}: {
  channelId: string;
  visitorId: string;
}): string => `${PREFIX}${channelId}:${visitorId}`;
