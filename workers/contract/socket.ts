import { z } from "zod";
import { agentStatuses } from "./endpoints/agent-status.ts";
import { jobKind, jobProgress } from "./jobs.ts";
import { allOf, type Permission } from "./permissions.ts";
import type { RoleSets } from "./roles.ts";

/** The messages of the actions socket, in both directions, as tables of data. */

export const CLOSE_INVALID_TOKEN = 4001;
export const HEARTBEAT_MS = 30_000;
/**
 * Ping and pong. The hub answers exactly this string with exactly that one while it hibernates, so both sides use
 * these.
 */
export const PING = '{"action":"ping"}';
export const PONG = '{"action":"pong"}';

export const clientMessage = z.discriminatedUnion("action", [
  z.object({
    action: z.literal("auth"),
    token: z.string().min(1).max(4096),
    /** The last sequence number that this client has seen: the hub replays later events. */
    lastSeq: z.int().min(0).optional(),
  }),
  z.object({ action: z.literal("ping") }),
]);
export type ClientMessage = z.infer<typeof clientMessage>;

/** Recipients of an event, computed by its writer: whoever is one of `users`, or holds one of `permission`. */
export type Recipients = "everybody" | { users?: readonly string[]; permission?: readonly Permission[] };

/** Payload of each numbered event. */
export const events = {
  /** A job has got on or ended; its kind says who hears of it. */
  jobProgress,
  /** The permissions of these roles, or of this user, have changed: the console fetches them again. */
  rightsChanged: z.object({ roles: z.array(z.int()), uId: z.string() }),
  agentStatusChanged: z.object({ uId: z.string(), agentStatus: z.enum(agentStatuses) }),
} as const;
/** Recipients of an event by its name; a job's are those who may see its kind. */
const audiences: Record<Exclude<EventName, "jobProgress">, readonly Permission[] | "everybody"> = {
  rightsChanged: "everybody",
  agentStatusChanged: ["CHAT.HANDLE", ...allOf("USERS"), ...allOf("DEPARTMENTS")],
};

export type EventName = keyof typeof events;
export type EventData<Name extends EventName> = z.infer<(typeof events)[Name]>;
export type HubEvent = { [Name in EventName]: { action: Name; data: EventData<Name> } }[EventName];

/** Recipients of an event, computed by its writer. */
export const recipientsOf = (event: HubEvent): Recipients => {
  const audience = event.action === "jobProgress" ? jobKind(event.data.kind).sees : audiences[event.action];
  return audience === "everybody" ? audience : { permission: audience };
};

/** Server to client. `refetch` says that more events were missed than are kept: fetch the state again. */
export type ServerMessage =
  | { action: "onOpen"; seq: number }
  | { action: "pong" }
  | { action: "refetch"; seq: number }
  | { action: "error"; message: string }
  | (HubEvent & { seq: number });

/** Methods of an enterprise's hub for other Workers. */
export interface HubCalls {
  /** Numbers the event, keeps it for clients that reconnect and sends it to those connected; returns its number. */
  publish(event: HubEvent): Promise<number>;
  /** Closes the sockets of ended login sessions with 4001. */
  endSessions(sessionIds: readonly string[]): Promise<void>;
  /** Updates the rights of every socket, or of one user's sockets together with their roles. */
  changeRights(change: RightsChange): Promise<void>;
  ping(): Promise<true>;
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
  roles: "x-hub-roles",
  permissions: "x-hub-permissions",
  lastSeq: "x-hub-last-seq",
};
