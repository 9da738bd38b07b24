import { and, asc, eq, not, sql } from "drizzle-orm";
import { users } from "#db/directory/users.ts";
import { departmentUsers } from "#db/tenant/departments.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import type { mappedUsers as contract, MappedUser } from "#workers/contract/endpoints/departments.ts";
import { audited } from "../audit.ts";
import { colleaguesAmong } from "../chats/colleague.ts";
import { mapConflicts } from "../error.ts";
import { keepingMembers } from "../live-events/keep-members.ts";
import { page } from "../page.ts";
import type { DirectoryCtx, Ctx } from "../ctx.ts";
import { named } from "../person-named.ts";
import { shownStatus } from "../shown-status.ts";
import { activeHere, among, refuseOthers } from "./active-users.ts";
import { departmentRow } from "./department.ts";

const inDepartment = ({ enterpriseId }: Ctx, id: string) =>
  and(eq(departmentUsers.enterpriseId, enterpriseId), eq(departmentUsers.departmentId, id));

/** The active users of a department by name, or (`mapped` false) the active users who are not in it. */
export async function mappedUsers(
  ctx: Ctx,
  directoryCtx: DirectoryCtx,
  id: string,
  { mapped, name, ...paging }: InputOf<typeof contract>["query"],
): Promise<{ users: MappedUser[]; more: boolean }> {
  const [, members] = await Promise.all([
    departmentRow(ctx, id),
    ctx.db.select({ userId: departmentUsers.userId }).from(departmentUsers).where(inDepartment(ctx, id)),
  ]);
  const theirs = among(members.map(({ userId }) => userId));
  const { limit, offset, cut } = page(paging);
  const found = await directoryCtx.db
    .select({ uId: users.id, name: users.name, emailId: users.email, agentStatus: shownStatus })
    .from(users)
    .where(and(activeHere(directoryCtx), mapped ? theirs : not(theirs), named(name)))
    .orderBy(asc(sql`lower(${users.name})`), asc(users.id))
    .limit(limit)
    .offset(offset);
  const { rows, more } = cut(found);
  return { users: rows, more };
}

/** Adds users to a department; each must be an active user of this enterprise, else nobody is added. */
export async function addUsers(
  ctx: Ctx,
  directoryCtx: DirectoryCtx,
  id: string,
  userIds: readonly string[],
): Promise<{ changed: number }> {
  const department = await departmentRow(ctx, id);
  const [answering] = await Promise.all([
    colleaguesAmong(directoryCtx, userIds),
    refuseOthers(directoryCtx, userIds),
  ]);
  const { db, enterpriseId } = ctx;
  const ids = JSON.stringify(userIds);
  const answers = JSON.stringify(answering.map(({ uId }) => uId));
  const [, added] = await mapConflicts(
    db.batch([
      keepingMembers(ctx, id, userIds),
      db
        .insert(departmentUsers)
        .select(
          sql`SELECT ${enterpriseId}, ${id}, value, value IN (SELECT value FROM json_each(${answers})) FROM json_each(${ids}) WHERE true ON CONFLICT DO NOTHING`,
        )
        .returning({ userId: departmentUsers.userId }),
      audited(ctx, {
        action: "update",
        kind: "department",
        object: department,
        after: { added: userIds },
      }),
    ]),
  );
  return { changed: added.length };
}

/** Removes users from a department; users who are not in it are skipped. */
export async function removeUsers(
  ctx: Ctx,
  id: string,
  userIds: readonly string[],
): Promise<{ changed: number }> {
  const department = await departmentRow(ctx, id);
  const ids = JSON.stringify(userIds);
  const [, removed] = await ctx.db.batch([
    keepingMembers(ctx, id, userIds),
    ctx.db
      .delete(departmentUsers)
      .where(
        and(inDepartment(ctx, id), sql`${departmentUsers.userId} IN (SELECT value FROM json_each(${ids}))`),
      )
      .returning({ userId: departmentUsers.userId }),
    audited(ctx, {
      action: "update",
      kind: "department",
      object: department,
      before: { removed: userIds },
    }),
  ]);
  return { changed: removed.length };
}
