import type { FactTimes, messages } from "#db/tenant/messages.ts";
import type { EventState } from "#db/tenant/inbound-events.ts";
import type { MediaKind, Medium, MessageBody } from "#workers/contract/message-body.ts";
import type { Address, Purpose } from "#workers/contract/inbound.ts";
import type { SentFile } from "#workers/contract/sent-file.ts";
import type { Ctx } from "../ctx.ts";
import type { KeptFact } from "../channel-health/health.ts";
import type { DatedNews } from "../templates/news.ts";
import type { DatedFlowNews } from "./flow-news.ts";
import type { Beginning } from "./beginnings.ts";
import type { KnownChat } from "./lane-state.ts";

/** A person seen for the first time on this channel type. */
export interface NewIdentity {
  id: string;
  name: string;
  /** The number of a customer who is there. */
  customer: number | null;
  /** The phone of a customer to be made with the identity. */
  newCustomer: NewCustomer | null;
  perhapsOther: boolean;
}

export interface NewCustomer {
  id: string;
  name: string;
  phone: string;
}

/** A chat after the page. `revision` is the one that the page read: 0 for a chat that the page opens. */
export type ChatAfter = KnownChat & {
  lastAt: number;
  lastText: string;
  changed: boolean;
  /** How the customer found it; null where the page has not told. */
  rating: number | null;
};

export type NewMessage = Omit<typeof messages.$inferInsert, "enterpriseId" | "channelId">;

export interface StatusAfter {
  id: string;
  /** As the page read it. */
  was: { status: string; facts: FactTimes };
  vendorId: string | null;
  status: string;
  facts: FactTimes;
  code: string | null;
  reason: string | null;
  /** The vendor's charge; null where no status of the page told. */
  category: string | null;
  billable: boolean | null;
  /** It was told by an older status than one that is known: what is stored already counts. */
  isBilledLate: boolean;
}

export interface ReachAfter {
  identityId: string;
  windowUntil: number | null;
  lastInAt: number | null;
  session: string | null;
  sessionAt: number | null;
  reachable: boolean;
}

/** Everything that a page of events comes to. The database writes it whole or not at all. */
export interface Effects {
  identities: Map<string, NewIdentity>;
  addresses: { identityId: string; address: Address }[];
  /** Identities that turned out to be one person. */
  joins: { from: string; into: string }[];
  /** Addresses that are somebody else's by now. */
  moves: { from: string; into: string; address: Address }[];
  /** Known people who have become customers. */
  links: { identityId: string; customer: number | null; newCustomer: NewCustomer | null }[];
  /** By identity; one that has ended, and is rated now, by its own id. */
  chats: Map<string, ChatAfter>;
  messages: NewMessage[];
  statuses: Map<string, StatusAfter>;
  reach: Map<string, ReachAfter>;
  /** Files that lie with the vendor, until when at the latest. */
  media: {
    id: string;
    identityId: string;
    messageId: string;
    kind: MediaKind;
    medium: Medium;
    until: number;
    /** Which of the message's files; absent where it has one. */
    part?: string;
  }[];
  /** People of whom nobody asks anything any more. */
  floorsLeft: string[];
  /** Chats that have begun to wait for a person. */
  waiting: string[];
  /** The rules offer them to people by themselves. */
  assigns: boolean;
  /** Chats that came in outside the hours. */
  missed: number;
  turns: { identityId: string; chatId: string; messageId: string; botId: string }[];
  /** Answers to what runs of journeys have asked. */
  told: {
    runId: string;
    identityId: string;
    messageId: string;
    body: MessageBody;
    /** The file that it brought, as it is kept. */
    file?: SentFile;
    at: number;
  }[];
  /** People whose message leads into a journey, if its rules let them in. */
  entering: (Beginning & { identityId: string; messageId: string; text: string; at: number })[];
  /** Consents that people gave or refused. */
  consents: {
    identityId: string;
    given: boolean;
    purposes: readonly Purpose[];
    wording: string;
    source: string;
    at: number;
  }[];
  /** News of the channel's account at its vendor. */
  news: { what: string; text: string; at: number }[];
  /** Facts about that account. */
  health: KeptFact[];
  /** News of templates, in the order in which they came. */
  templates: DatedNews[];
  /** News of WhatsApp Flows, in the order in which they came. */
  flows: DatedFlowNews[];
  /** Answers to flows that nobody has answered before. */
  flowAnswers: {
    token: string;
    identityId: string;
    messageId: string;
    values: Record<string, unknown>;
    /** Files among the values that came to the endpoint of the flow before. */
    claimed: readonly string[];
    at: number;
  }[];
  /** Events of another channel of the enterprise, by its id. */
  handed: { n: number; channelId: string }[];
  events: { n: number; state: EventState; about: string | null; failure: string | null }[];
}

/** The statements that tell runs of journeys of a page; who keeps runs gives it, since messages know nothing of them. */
export type TellRuns = (
  ctx: Pick<Ctx, "db" | "enterpriseId" | "now" | "newId" | "after">,
  channelId: string,
  effects: Pick<Effects, "told" | "entering" | "flowAnswers">,
) => D1PreparedStatement[];

export const noEffects = (): Effects => ({
  identities: new Map(),
  addresses: [],
  joins: [],
  moves: [],
  links: [],
  chats: new Map(),
  messages: [],
  statuses: new Map(),
  reach: new Map(),
  media: [],
  floorsLeft: [],
  waiting: [],
  assigns: false,
  missed: 0,
  turns: [],
  told: [],
  entering: [],
  consents: [],
  news: [],
  health: [],
  templates: [],
  flows: [],
  flowAnswers: [],
  handed: [],
  events: [],
});
