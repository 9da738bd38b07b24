import { and, eq, sql, type SQL } from "drizzle-orm";
import { users } from "#db/directory/users.ts";
import { shownStatus } from "#workers/contract/endpoints/agent-status.ts";
import { chatDefaults, USER_STATE, type User } from "#workers/contract/endpoints/users.ts";
import { isAdministrator } from "#workers/contract/roles.ts";
import { DomainError } from "../error.ts";
import { guardFailed } from "../guard.ts";
import { refuseStale } from "../revision.ts";
import { readingRoleSets, refuseAbove } from "../roles/rights.ts";
import { type DirectoryCtx, iso } from "../ctx.ts";

export type UserRow = typeof users.$inferSelect;

export const thisUser = ({ enterpriseId }: Pick<DirectoryCtx, "enterpriseId">, id: string) =>
  and(eq(users.enterpriseId, enterpriseId), eq(users.id, id));

/** A statement that reads a user of this enterprise. */
export const readingUser = (directoryCtx: DirectoryCtx, id: string) =>
  directoryCtx.db.select().from(users).where(thisUser(directoryCtx, id)).limit(1);

/** The row that it has read, or notFound. */
export function userIn([row]: readonly UserRow[]): UserRow {
  if (!row) throw new DomainError("notFound");
  return row;
}

/** A user of this enterprise, or notFound. */
export const userRow = async (directoryCtx: DirectoryCtx, id: string): Promise<UserRow> =>
  userIn(await readingUser(directoryCtx, id));

/** A user whom somebody with these roles may change; notFound, or aboveYou for one who may do more. */
export async function userBelow(
  directoryCtx: DirectoryCtx,
  roles: readonly number[],
  id: string,
): Promise<UserRow> {
  const [sets, rows] = await directoryCtx.db.batch([
    readingRoleSets(directoryCtx),
    readingUser(directoryCtx, id),
  ]);
  const row = userIn(rows);
  refuseAbove({ roles, sets }, row.roles);
  return row;
}

/** A user as the wire has them: nothing that is secret. */
export const userOf = (row: UserRow): User => ({
  uId: row.id,
  name: row.name,
  emailId: row.email,
  roles: row.roles,
  isAdmin: isAdministrator(row.roles),
  state: row.state,
  agentStatus: shownStatus(row.agentStatus, row.gone),
  twoFactor: row.twoFactor,
  mustChangePassword: row.mustChangePassword,
  chat: { ...chatDefaults, ...row.chatSettings },
  pictureId: row.pictureId,
  lastLoginAt: row.lastLoginAt === null ? null : iso(row.lastLoginAt),
  createdAt: iso(row.createdAt),
  revision: row.revision,
});

/** Condition that the user has not changed since the change began. */
export const userUnchanged = (directoryCtx: DirectoryCtx, { id, revision }: UserRow): SQL =>
  sql`EXISTS (SELECT 1 FROM ${users} WHERE ${thisUser(directoryCtx, id)} AND ${users.revision} = ${revision})`;

/** Condition that another active administrator than this user exists. */
const anotherAdministrator = ({ enterpriseId }: DirectoryCtx, { id }: UserRow): SQL =>
  sql`EXISTS (SELECT 1 FROM ${users}, json_each(${users.roles}) role WHERE ${users.enterpriseId} = ${enterpriseId}
    AND ${users.state} = ${USER_STATE.active} AND ${users.id} <> ${id} AND role.value = 1)`;

/** Condition that an active administrator remains without this user; for the guard of the change. */
export const administratorRemains = (directoryCtx: DirectoryCtx, row: UserRow): SQL =>
  row.state === USER_STATE.active && isAdministrator(row.roles)
    ? anotherAdministrator(directoryCtx, row)
    : sql`1`;

/** Runs a batch guarded by `userUnchanged` and another condition; throws according to which of the two refused. */
export async function unlessGuardFailed<T>(
  directoryCtx: DirectoryCtx,
  before: UserRow,
  work: Promise<T>,
  otherwise: DomainError,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!guardFailed(error)) throw error;
    refuseStale(await userRow(directoryCtx, before.id), before.revision);
    throw otherwise;
  }
}
