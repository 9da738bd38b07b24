import { uuidv7 } from "uuidv7";
import type { DirectoryDb, TenantDb } from "#db/client.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { Language } from "#workers/contract/language.ts";

/** The person or job that acts, for the audit trail. */
export interface Actor {
  userId: string;
  /** Name shown to other people. */
  name: string;
  address: string;
  requestId: string;
  /** The language in which their client asks to be answered. */
  language?: Language;
}

/**
 * Work left to do once a rule's change is committed: jobs to wake a worker for, after-commit tasks to run, and ended
 * jobs to tell the screens of. Rules add to it; mount and the jobs Worker do it, so that no caller must remember.
 */
export interface AfterCommit {
  jobs: Set<string>;
  tasks: Set<string>;
  ended: Set<string>;
  /** Whether the clock is to look now: chats are to be offered, or something was set for a time of its own. */
  clock: boolean;
  /** Whether triggers have kept live events that the hub is to take now; the sweeper would hand them over later. */
  live: boolean;
}
export const nothingLeft = (): AfterCommit => ({
  jobs: new Set(),
  tasks: new Set(),
  ended: new Set(),
  clock: false,
  live: false,
});

/**
 * Context of every rule: one enterprise's database, the actor, the clock and the id generator. Time and ids come from
 * here so that a test can set them.
 */
export interface Ctx {
  db: TenantDb;
  enterpriseId: EnterpriseId;
  actor: Actor;
  after: AfterCommit;
  now: () => number;
  newId: () => string;
}

/** The same for the data in the directory: users, roles, sign-ins, the enterprise itself. */
export type DirectoryCtx = Omit<Ctx, "db"> & { db: DirectoryDb };

/** The actor, with the request's own list of what is left to do; without one the context has a list for itself. */
export type Acting = Actor & { after?: AfterCommit };

export const ctxOf = (
  db: TenantDb,
  enterpriseId: EnterpriseId,
  acting: Acting,
  { now = Date.now, newId = uuidv7 }: Partial<Pick<Ctx, "now" | "newId">> = {},
): Ctx => ({ db, enterpriseId, ...actingBy(acting), now, newId });

/** The same for the directory; its enterprise is the session's, or the one that a code or a user's row names. */
export const directoryCtxOf = (
  db: DirectoryDb,
  enterpriseId: EnterpriseId,
  acting: Acting,
  { now = Date.now, newId = uuidv7 }: Partial<Pick<Ctx, "now" | "newId">> = {},
): DirectoryCtx => ({ db, enterpriseId, ...actingBy(acting), now, newId });

// The actor as it is given: somebody's name may be known only once their session is.
const actingBy = (acting: Acting) => ({ actor: acting, after: acting.after ?? nothingLeft() });

/** Converts milliseconds to the wire's ISO 8601 in UTC. */
export const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();
export const isoOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : iso(milliseconds);
