import { uuidv7 } from "uuidv7";
import type { DirectoryDb, TenantDb } from "#db/client.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";

/** The person or job that acts, for the audit trail. */
export interface Actor {
  userId: string;
  /** Name shown to other people. */
  name: string;
  address: string;
  requestId: string;
}

/**
 * Context of every rule: one enterprise's database, the actor, the clock and the id generator. Time and ids come from
 * here so that a test can set them.
 */
export interface Ctx {
  db: TenantDb;
  enterpriseId: EnterpriseId;
  actor: Actor;
  now: () => number;
  newId: () => string;
}

/** The same for the data in the directory: users, roles, sign-ins, the enterprise itself. */
export type DirectoryCtx = Omit<Ctx, "db"> & { db: DirectoryDb };

export const ctxOf = (
  db: TenantDb,
  enterpriseId: EnterpriseId,
  actor: Actor,
  { now = Date.now, newId = uuidv7 }: Partial<Pick<Ctx, "now" | "newId">> = {},
): Ctx => ({ db, enterpriseId, actor, now, newId });

/** `scopeOf` for the directory; its enterprise is the session's, or the one that a code or a user's row names. */
export const directoryCtxOf = (
  db: DirectoryDb,
  enterpriseId: EnterpriseId,
  actor: Actor,
  { now = Date.now, newId = uuidv7 }: Partial<Pick<Ctx, "now" | "newId">> = {},
): DirectoryCtx => ({ db, enterpriseId, actor, now, newId });

/** Converts milliseconds to the wire's ISO 8601 in UTC. */
export const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();
