import type { EnterpriseId } from "./ids.ts";

/** Where a channel lies: Durable Objects are told, since they know only their name. */
export interface ChannelPlace {
  database: string;
  enterpriseId: EnterpriseId;
  channelId: string;
}

/** The lane works what came in on a channel; the sender calls its vendor. Both are woken, and look for work themselves. */
export interface WokenObject {
  wake(place: ChannelPlace): Promise<void>;
}
