import { and, asc, eq, sql } from "drizzle-orm";
import { departments, departmentUsers } from "#db/tenant/departments.ts";
import { users } from "#db/directory/users.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import {
  type Colleague,
  type listColleagues as colleaguesContract,
  type listUsers as contract,
  USER_STATE,
  type UserDetails,
} from "#workers/contract/endpoints/users.ts";
import type { Among } from "../chats/mentionable.ts";
import { counting, page } from "../page.ts";
import { active, byName, named } from "../person-named.ts";
import { shownStatus } from "../shown-status.ts";
import type { DirectoryCtx, Ctx } from "../ctx.ts";
import { userOf, userRow } from "./user.ts";

/** The enterprise's users by name; people who never verified their address are shown only on request. */
export async function listUsers(
  { db, enterpriseId }: DirectoryCtx,
  { name, state, ...paging }: InputOf<typeof contract>["query"],
): Promise<ReplyOf<typeof contract>> {
  const { limit, offset, cut } = page(paging);
  const which = and(
    eq(users.enterpriseId, enterpriseId),
    state === undefined ? sql`${users.state} <> ${USER_STATE.unverified}` : eq(users.state, state),
    named(name),
  );
  const [found, [counted]] = await db.batch([
    db
      .select()
      .from(users)
      .where(which)
      .orderBy(...byName)
      .limit(limit)
      .offset(offset),
    counting({ db }, users, which),
  ]);
  const { rows, more } = cut(found);
  return { users: rows.map(userOf), more, total: counted?.total ?? 0 };
}

const holdsOne = (roles: readonly number[]) =>
  sql`EXISTS (SELECT 1 FROM json_each(${users.roles}) held WHERE held.value IN (SELECT value FROM json_each(${JSON.stringify(roles)})))`;

/** Active colleagues, for pickers: all, or those `among` some who answer chats. */
export async function listColleagues(
  directoryCtx: DirectoryCtx,
  { name, roles, agentStatus, ...paging }: InputOf<typeof colleaguesContract>["query"],
  among?: Among,
): Promise<{ users: Colleague[]; more: boolean }> {
  const { db, enterpriseId } = directoryCtx;
  const { limit, offset, cut } = page(paging);
  const found = await db
    .select({
      uId: users.id,
      name: users.name,
      emailId: users.email,
      roles: users.roles,
      agentStatus: shownStatus,
    })
    .from(users)
    .where(
      and(
        active(enterpriseId, name),
        agentStatus === "-1" ? undefined : eq(shownStatus, agentStatus),
        roles.length === 0 ? undefined : holdsOne(roles),
        among && holdsOne(among.roles),
        among?.ids && sql`${users.id} IN (SELECT value FROM json_each(${JSON.stringify(among.ids)}))`,
      ),
    )
    .orderBy(...byName)
    .limit(limit)
    .offset(offset);
  const { rows, more } = cut(found);
  return { users: rows, more };
}

/** One user with the departments that they are in or lead. */
export async function getUser(directoryCtx: DirectoryCtx, ctx: Ctx, id: string): Promise<UserDetails> {
  const row = await userRow(directoryCtx, id);
  const found = await ctx.db
    .select({
      id: departments.id,
      name: departments.name,
      manager: sql<number>`coalesce(${departments.managerId} = ${id}, 0)`,
    })
    .from(departments)
    .where(
      and(
        eq(departments.enterpriseId, ctx.enterpriseId),
        sql`(${departments.managerId} = ${id} OR EXISTS (SELECT 1 FROM ${departmentUsers} WHERE ${departmentUsers.departmentId} = ${departments.id} AND ${departmentUsers.userId} = ${id}))`,
      ),
    )
    .orderBy(asc(departments.nameKey))
    .limit(200);
  return {
    ...userOf(row),
    departments: found.map(({ manager, ...each }) => ({ ...each, manager: manager === 1 })),
  };
}
