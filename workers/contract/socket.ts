import { z } from "zod";
import { usageKindNames } from "./billing/usage.ts";
import type { ActionAnswer } from "./chat-socket.ts";
import { agentStatuses } from "./endpoints/agent-status.ts";
import {
  automationChanged,
  type DraftPlace,
  draftSaved,
  draftWatched,
  runsStepped,
} from "./automation-events.ts";
import { activityChanged } from "./campaign-events.ts";
import { broadcastsChanged, SEES_BROADCASTS } from "./broadcast-events.ts";
import { chatsChanged } from "./chat-events.ts";
import { jobKind, jobProgress } from "./jobs.ts";
import type { Permission } from "./permissions.ts";
import type { RoleSets } from "./roles.ts";
import { templateChanged } from "./template-events.ts";

/** The messages of the actions socket, in both directions, as tables of data. */

export const CLOSE_INVALID_TOKEN = 4001;
export const HEARTBEAT_MS = 30_000;
/**
 * Ping and pong. The hub answers exactly this string with exactly that one while it hibernates, so both sides use
 * these.
 */
export const PING = '{"action":"ping"}';
export const PONG = '{"action":"pong"}';
/** A client that was silent for three heartbeats has gone without a word. */
export const SILENT_MS = 3 * HEARTBEAT_MS;
/** Somebody is there for so long without a socket: a reload, a tunnel, a deploy. */
export const GONE_MS = 45_000;
/** Messages of a client in a minute; pings are not counted, and more close its socket. */
export const CLIENT_MESSAGES_A_MINUTE = 100;
/** Open sockets of a person, one for each tab; another one is refused. */
export const SOCKETS_A_PERSON = 20;
/** Kept events live at least this long, in the database and in the hub; one who was away longer fetches anew. */
export const KEPT_MS = 15 * 60_000;

export const clientMessage = z.discriminatedUnion("action", [
  z.object({
    action: z.literal("auth"),
    token: z.string().min(1).max(4096),
    /** The last sequence number that this client has seen: the hub replays later events. */
    lastSeq: z.int().min(0).optional(),
    /** Of one that has seen none: how many milliseconds ago it asked for what it shows. Later events are replayed. */
    ageMs: z.int().min(0).optional(),
    /** Asks for the specification's actions instead of `chatsChanged`. */
    events: z.literal("named").optional(),
  }),
  z.object({ action: z.literal("ping") }),
  /** Says in the chat that this socket watches whether its person writes an answer. */
  z.object({ action: z.literal("typing"), isTyping: z.boolean() }),
  z.object({ action: z.literal("stopWatching") }),
]);
export type ClientMessage = z.infer<typeof clientMessage>;

/**
 * Recipients of an event, computed by its writer: whoever is one of `users`, belongs to one of `departments` when the
 * event is written, or holds one of `permission`.
 */
export type Recipients =
  | "everybody"
  | { users?: readonly string[]; departments?: readonly string[]; permission?: readonly Permission[] };
/** The same as a hub knows it: it has no database, so departments have become their people. */
export type Addressed = "everybody" | { users?: readonly string[]; permission?: readonly Permission[] };

/** Whether an event is for this person. */
export const isFor = (
  to: Addressed,
  { userId, permissions }: { userId: string; permissions: readonly Permission[] },
): boolean =>
  to === "everybody" ||
  (to.users?.includes(userId) ?? false) ||
  (to.permission?.some((permission) => permissions.includes(permission)) ?? false);

/** Addressees of an event of chats hear it with one of these alone, as `getChat` asks: a department has others, too. */
export const CHATS_HEARD_WITH: readonly Permission[] = ["CHAT.HANDLE", "CHAT.VIEW_CHATHISTORY"];

/** A socket watches a topic for so long, and its console asks again before; and somebody types for so long after saying so. */
export const WATCHED_MS = 10 * 60_000;
export const TYPING_MS = 6_000;

/** Payload of each event of a topic: what those hear who watch it, for as long as they do. */
export const topicEvents = {
  /** People who have a chat open, and which of them are writing. */
  chatWatched: z.object({
    chatId: z.string(),
    people: z.array(z.object({ uId: z.string(), name: z.string(), isTyping: z.boolean() })),
  }),
  draftWatched,
  draftSaved,
  runsStepped,
} as const;

/** Payload of each passing event: neither stored nor numbered, so one who comes back fetches what it is about. */
export const passingEvents = {
  /** A job has got on or ended; its kind says who hears of it. */
  jobProgress,
  broadcastsChanged,
} as const;

/** Apart from their payloads, so that the first screen does without zod. */
export const keptEventNames = [
  "rightsChanged",
  "agentStatusChanged",
  "chatsChanged",
  "templateChanged",
  "activityChanged",
  "usageAlert",
  "automationChanged",
] as const;

/** As the text of every event of chats begins (workers/domain/live-events/keep-chats.ts). */
export const OF_CHATS = '{"action":"chatsChanged"';

/** The text of an event whose words are gone: whoever gets it asks anew. */
export const FORGOTTEN = '{"action":"refetch"}';

/** Payload of each kept event: a numbered row written with the change, so one who comes back gets those missed. */
export const keptEvents = {
  /** The permissions of these roles, or of this user, have changed: the console fetches them again. */
  rightsChanged: z.object({ roles: z.array(z.int()), uId: z.string() }),
  /** Somebody's own word, and whether they are gone without another: colleagues are shown `shownStatus`. */
  agentStatusChanged: z.object({
    uId: z.string(),
    agentStatus: z.enum(agentStatuses),
    gone: z.boolean().optional(),
  }),
  chatsChanged,
  templateChanged,
  activityChanged,
  /** A meter of the plan has come to 80 or 100 percent. */
  usageAlert: z.object({ kind: z.enum(usageKindNames), level: z.int() }),
  automationChanged,
} as const satisfies Record<(typeof keptEventNames)[number], z.ZodType>;

type Events = typeof passingEvents & typeof keptEvents & typeof topicEvents;
export type EventName = keyof Events;
export type EventData<Name extends EventName> = z.infer<Events[Name]>;
type EventOf<Name extends EventName> = { [Each in Name]: { action: Each; data: EventData<Each> } }[Name];
export type PassingEvent = EventOf<keyof typeof passingEvents>;
export type KeptEvent = EventOf<keyof typeof keptEvents>;
export type TopicEvent = EventOf<keyof typeof topicEvents>;

/** A kept event on its way to a hub: its number, the enterprise's number before it, and its text. */
export interface KeptRow {
  seq: number;
  before: number;
  to: Addressed;
  body: string;
  at: number;
}

/** Recipients of a passing event. */
export function recipientsOf(event: PassingEvent): Addressed {
  switch (event.action) {
    case "jobProgress":
      return { permission: jobKind(event.data.kind).sees };
    case "broadcastsChanged":
      return { permission: SEES_BROADCASTS };
    default:
      return event satisfies never;
  }
}

/** Server to client. `refetch` says that more events were missed than are kept: fetch the state again. */
export type ServerMessage =
  | { action: "onOpen"; seq: number; socketId: string; response?: unknown }
  | { action: "pong" }
  | { action: "refetch"; seq: number }
  /** With the id of the message that was not understood, if it has one. */
  | { action: "error"; id?: string; message: string }
  /** The answer to an action in a chat, to the socket that asked for it. */
  | ({ action: "done"; id?: string } & ActionAnswer)
  | PassingEvent
  | TopicEvent
  | (KeptEvent & { seq: number });

/** Methods of an enterprise's hub for other Workers. */
export interface HubCalls {
  /** Sends a passing event to those connected. */
  pass(to: Addressed, event: PassingEvent): Promise<void>;
  /** Takes kept events up to the first that has one missing before it; returns the number up to which none is missing. */
  tell(rows: readonly KeptRow[]): Promise<number>;
  /** Takes all that the database has after the hub's number: what still is missing then has been tidied away. */
  fill(rows: readonly KeptRow[]): Promise<number>;
  /** Forgets what was said about these people, by their identities' ids: whoever comes back fetches anew. */
  forget(ids: readonly string[]): Promise<void>;
  /** Closes every socket and forgets all that was said: the enterprise is gone. */
  forgetAll(): Promise<void>;
  /** The number up to which no event is missing. */
  newest(): Promise<number>;
  /** Closes the sockets of ended login sessions with 4001. */
  endSessions(sessionIds: readonly string[]): Promise<void>;
  /** Updates the rights of every socket, or of one user's sockets together with their roles. */
  changeRights(change: RightsChange): Promise<void>;
  /** Lets a socket hear of a topic (`topics.ts`), whose person has been seen to see what it is about; false where it is not theirs. */
  watch(watcher: Watcher): Promise<boolean>;
  /** Tells those who watch these topics; answers how many heard. */
  tellTopics(told: readonly { topic: string; event: TopicEvent }[]): Promise<number>;
  ping(): Promise<true>;
}

export interface Watcher {
  socketId: string;
  userId: string;
  name: string;
  topic: string;
  /** Of a draft: whether they may edit it, or do so from now on whoever else does. */
  edits?: "may" | "takes" | undefined;
  /** The place that an earlier socket of theirs had among those who edit it. */
  place?: DraftPlace | undefined;
}

/** Permissions of the enterprise's roles; with `user`, only that user's sockets are affected, and have these roles. */
export interface RightsChange {
  sets: RoleSets;
  user?: { uId: string; roles: number[] };
}

/** Identity of a socket, verified by the api Worker and passed to the hub in these headers. */
export const hubHeaders = {
  session: "x-hub-session",
  user: "x-hub-user",
  enterprise: "x-hub-enterprise",
  /** Says that the person is taken to be gone: the hub says that they are back. */
  gone: "x-hub-gone",
  roles: "x-hub-roles",
  permissions: "x-hub-permissions",
  lastSeq: "x-hub-last-seq",
  ageMs: "x-hub-age-ms",
  /** For a client that hears named actions: for whom, and their counts, as JSON. */
  named: "x-hub-named",
  /** The client's address, for the audit trail of what it does by this socket. */
  address: "x-hub-address",
  /** Says that the hub was just filled from the database: what it lacks now, nobody has. */
  filled: "x-hub-filled",
};
