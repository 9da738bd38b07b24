import type { EnterpriseId } from "./ids.ts";

/** Where a channel lies: Durable Objects are told, since they know only their name. */
export interface ChannelPlace {
  database: string;
  enterpriseId: EnterpriseId;
  channelId: string;
  /** Number of the sender among those of its channel; 0 where there is one. */
  sender?: number;
}

/** The lane works what came in on a channel; senders call its vendor. All are woken, and look for work themselves. */
export interface WokenObject {
  wake(place: ChannelPlace): Promise<void>;
  /** Empties its storage: the channel is gone with its enterprise. */
  forgetAll(): Promise<void>;
  /** Its enterprise lies in another database from now on: what it knows of its calls is noted there. */
  moveTo(database: string): Promise<void>;
}

/** Calls that a channel's number may make now. Where it may make none, `afterMs` says when to ask again. */
export interface Permits {
  granted: number;
  afterMs: number;
}

export interface LaneObject extends WokenObject {
  /** Takes at most `most` permits of the number's rate (messages a second), or none where fewer than `least` are there. */
  permits(rate: number, most: number, least: number): Promise<Permits>;
  /** Gives back permits of calls that were not made. */
  returnPermits(unused: number): Promise<void>;
}

export interface ClockObject {
  /** Looks at that time, in milliseconds since 1970, or earlier if it was going to. */
  arm(database: string, at: number): Promise<void>;
}

export interface CourierObject {
  /** Begins to look for what receivers of this database are to be told, unless it does already. */
  arm(database: string): Promise<void>;
}

export interface SenderObject extends WokenObject {
  /** Resolves once every call that was claimed before has ended, so that a pause is true when it is answered. */
  rest(): Promise<void>;
}
