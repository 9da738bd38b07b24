import { and, asc, eq, sql } from "drizzle-orm";
import { users } from "#db/directory/users.ts";
import { USER_STATE } from "#workers/contract/endpoints/users.ts";
import { DomainError } from "../error.ts";
import type { DirectoryCtx } from "../ctx.ts";

/** Users live in the directory, departments in the enterprise's own database: the two are joined here. */

export const activeHere = ({ enterpriseId }: DirectoryCtx) =>
  and(eq(users.enterpriseId, enterpriseId), eq(users.state, USER_STATE.active));

/** Whether an id is one of these; a list travels as one value, however long it is. */
export const among = (ids: readonly string[]) =>
  sql`${users.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** Active users with these ids, by name; deactivated users and those of another enterprise are left out. */
export const activeUsers = (directoryCtx: DirectoryCtx, ids: readonly string[]) =>
  directoryCtx.db
    .select({ uId: users.id, name: users.name })
    .from(users)
    .where(and(activeHere(directoryCtx), among(ids)))
    .orderBy(asc(sql`lower(${users.name})`), asc(users.id));

/** Refuses with notFound unless each of these is an active user of the enterprise. */
export async function refuseOthers(directoryCtx: DirectoryCtx, ids: readonly string[]): Promise<void> {
  const wanted = new Set(ids);
  if ((await activeUsers(directoryCtx, [...wanted])).length < wanted.size) throw new DomainError("notFound");
}
