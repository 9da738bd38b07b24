const PREFIX = "visitor:";

/** The owner of a file that a visitor of a website sent in. */
export const visitorsFileOwner = ({
  channelId,
  visitorId,
}: {
  channelId: string;
  visitorId: string;
}): string => `${PREFIX}${channelId}:${visitorId}`;
