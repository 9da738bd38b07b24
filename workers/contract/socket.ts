import { z } from "zod";
import { importStates } from "./endpoints/imports.ts";
import { agentStatuses } from "./endpoints/agent-status.ts";
import { allOf, type Permission } from "./permissions.ts";
import type { RoleSets } from "./roles.ts";

/** The actions socket: what travels on it, in both directions, as tables of data. */

export const CLOSE_INVALID_TOKEN = 4001;
export const HEARTBEAT_MS = 30_000;
/** The hub answers exactly this string with exactly that one while it sleeps, so both sides use these. */
export const PING = '{"action":"ping"}';
export const PONG = '{"action":"pong"}';

export const clientMessage = z.discriminatedUnion("action", [
  z.object({
    action: z.literal("auth"),
    token: z.string().min(1).max(4096),
    /** The last sequence number that this client has seen: it gets what came after. */
    lastSeq: z.int().min(0).optional(),
  }),
  z.object({ action: z.literal("ping") }),
]);
export type ClientMessage = z.infer<typeof clientMessage>;

/** What each numbered event carries. */
export const events = {
  trainingProgress: z.object({
    agentId: z.string(),
    jobId: z.string(),
    state: z.enum(["running", "trained", "failed"]),
    progress: z.number(),
    message: z.string(),
  }),
  knowledgeProgress: z.object({
    agentId: z.string(),
    state: z.enum(["running", "done", "failed"]),
    progress: z.number(),
    message: z.string(),
  }),
  /** An import is further on: whoever shows it asks for it anew. */
  importProgress: z.object({ uploadId: z.string(), state: z.enum(importStates), progress: z.number() }),
  bulkProgress: z.object({
    jobId: z.string(),
    state: z.enum(["running", "done", "failed"]),
    done: z.int(),
    total: z.int(),
    changed: z.int(),
    message: z.string(),
  }),
  /** Whoever has one of these roles, or is this user, may do something else than before: the console asks anew. */
  rightsChanged: z.object({ roles: z.array(z.int()), uId: z.string() }),
  agentStatusChanged: z.object({ uId: z.string(), agentStatus: z.enum(agentStatuses) }),
} as const;
/** Who hears an event: holders of one of these permissions, or everybody of the enterprise. */
export const audiences: Record<EventName, readonly Permission[] | "everybody"> = {
  trainingProgress: ["NLP.VIEW"],
  knowledgeProgress: ["NLP.VIEW"],
  importProgress: ["CUSTOMER.VIEW"],
  bulkProgress: ["CUSTOMER.VIEW"],
  rightsChanged: "everybody",
  agentStatusChanged: ["CHAT.HANDLE", ...allOf("USERS"), ...allOf("DEPARTMENTS")],
};

export type EventName = keyof typeof events;
export type EventData<Name extends EventName> = z.infer<(typeof events)[Name]>;
export type HubEvent = { [Name in EventName]: { action: Name; data: EventData<Name> } }[EventName];

/** Server to client. `refetch` says that more was missed than is kept: fetch state anew. */
export type ServerMessage =
  | { action: "onOpen"; seq: number }
  | { action: "pong" }
  | { action: "refetch"; seq: number }
  | { action: "error"; message: string }
  | (HubEvent & { seq: number });

/** What other Workers may ask of an enterprise's hub. */
export interface HubCalls {
  /** Numbers the event, keeps it for those who come back, sends it to those who are here; answers its number. */
  publish(event: HubEvent): Promise<number>;
  /** Closes the sockets of login sessions that are over with 4001. */
  endSessions(sessionIds: readonly string[]): Promise<void>;
  /** Gives every socket, or those of one user with their new roles, the rights that roles have from now on. */
  changeRights(change: RightsChange): Promise<void>;
  ping(): Promise<true>;
}

/** What roles permit in the enterprise; with `user` only that one's sockets are concerned, and have these roles. */
export interface RightsChange {
  sets: RoleSets;
  user?: { uId: string; roles: number[] };
}

/** Whose socket it is; the api Worker has verified it and tells the hub in these headers. */
export const hubHeaders = {
  session: "x-hub-session",
  user: "x-hub-user",
  roles: "x-hub-roles",
  permissions: "x-hub-permissions",
  lastSeq: "x-hub-last-seq",
};
