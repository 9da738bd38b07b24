import type { Beginning } from "./beginnings.ts";
import type { FactTimes } from "#db/tenant/messages.ts";
import type { ChatRules } from "#workers/contract/chat-rules.ts";
import type { ChatState, MissedReason } from "#workers/contract/chat-states.ts";
import type { Address, InboundEvent } from "#workers/contract/inbound.ts";
import type { Status } from "#workers/contract/message.ts";
import type { Choice } from "./opting-in.ts";

/** The channel as its lane needs it. */
export interface LaneChannel {
  id: string;
  type: number;
  contactId: string;
  departmentId: string | null;
  /** The bot that answers. */
  agentId: string | null;
}

/** An event of a page, as it lies in the database, with what its adapter made of it. */
export interface PageEvent {
  n: number;
  at: number;
  events: InboundEvent[];
  /** Why it could not be read; then there are no events. */
  unreadable?: string;
}

export interface KnownIdentity {
  id: string;
  name: string;
  customer: number | null;
  /** When they last wrote on this channel. */
  lastInAt: number | null;
  /** The user ids of somebody who was found by a number: their scopes, by `addressKey`. */
  users: ReadonlyMap<string, string>;
}

export interface KnownChat {
  id: string;
  identityId: string;
  state: ChatState;
  handler: string | null;
  waitingSince: number | null;
  missedReason: MissedReason | null;
  seq: number;
  unread: number;
  revision: number;
  /** The bot that has asked for something: it gets the answer, and a lone "cancel" is one. */
  floorId: string | null;
  /** The run of a journey that has asked for something: it gets whatever comes. */
  floorRun: string | null;
}

/** Somebody's last closed chat on the channel. */
export type EndedChat = KnownChat & {
  /** Until when a bare number is the rating that was asked for; null once it is rated, or where nobody asked. */
  rateUntil: number | null;
};

export interface KnownMessage {
  id: string;
  vendorId: string | null;
  status: string;
  facts: FactTimes;
}

/** The database's knowledge of the people and messages of a page. */
export interface KnownState {
  /** By `addressKey`. */
  identities: Map<string, KnownIdentity>;
  /** Numbers of customers by their phone in E.164. */
  customers: Map<string, number>;
  /** Triggers that lead into started instances of journeys on this channel. */
  beginnings: readonly Beginning[];
  /** How the enterprise answers chats. */
  rules: ChatRules;
  /** The question to somebody who says a start word; empty: in our words; null: their word is enough. */
  confirmText: string | null;
  /** The last words about offers, by identity. */
  choices: Map<string, Choice>;
  /** Open chats, by identity; else one that came in outside the hours lately and that nobody took. */
  chats: Map<string, KnownChat>;
  /** The last closed chats of those who may be rating one, by identity. */
  ended: Map<string, EndedChat>;
  /** Other channels of the enterprise at the same vendor, by their contact. */
  others: Map<string, string>;
  /** Sessions of flows that nobody has answered, by their tokens: whether a run waits for the answer. */
  flowSessions: Map<string, { isAwaited: boolean }>;
  /** By their own id and by the vendor's. */
  messages: Map<string, KnownMessage>;
  /** Ids of the messages that somebody has read by now, by `seenKey`; they are among `messages`. */
  seen: Map<string, string[]>;
}

export const addressKey = ({ kind, scope, value }: Address): string => JSON.stringify([kind, scope, value]);

/** Somebody, and up to when they have read. */
export const seenKey = (address: Address, until: number): string => `${until} ${addressKey(address)}`;

export const isStatus = (text: string): text is Status =>
  ["queued", "unknown", "sent", "failed", "delivered", "read"].includes(text);
