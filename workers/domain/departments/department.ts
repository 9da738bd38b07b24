import { and, asc, eq, sql, type SQL } from "drizzle-orm";
import { departments, departmentUsers } from "#db/tenant/departments.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import type { Department, listDepartments as contract } from "#workers/contract/endpoints/departments.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { DomainError } from "../error.ts";
import { counting, page } from "../page.ts";
import type { DirectoryCtx, Ctx } from "../ctx.ts";
import { activeUsers } from "./active-users.ts";

export type DepartmentRow = typeof departments.$inferSelect;

export const thisDepartment = ({ enterpriseId }: Ctx, id: string) =>
  and(eq(departments.enterpriseId, enterpriseId), eq(departments.id, id));

/** A department of this enterprise, or notFound. */
export async function departmentRow(ctx: Ctx, id: string): Promise<DepartmentRow> {
  const [row] = await ctx.db.select().from(departments).where(thisDepartment(ctx, id)).limit(1);
  if (!row) throw new DomainError("notFound");
  return row;
}

/** The departments of the enterprise by name. */
export async function listDepartments(
  ctx: Ctx,
  directoryCtx: DirectoryCtx,
  { name, ...paging }: InputOf<typeof contract>["query"],
): Promise<ReplyOf<typeof contract>> {
  const { limit, offset, cut } = page(paging);
  const key = nameKey(name);
  const which = and(
    eq(departments.enterpriseId, ctx.enterpriseId),
    key ? sql`instr(${departments.nameKey}, ${key}) > 0` : undefined,
  );
  const listed = ctx.db
    .select()
    .from(departments)
    .where(which)
    .orderBy(asc(departments.nameKey), asc(departments.id))
    .limit(limit)
    .offset(offset);
  const [found, members, [counted]] = await ctx.db.batch([
    listed,
    readingMembers(ctx, sql`(SELECT id FROM (${listed.getSQL()}))`),
    counting(ctx, departments, which),
  ]);
  const { rows, more } = cut(found);
  const people = await peopleOf(directoryCtx, [
    ...members.map(({ userId }) => userId),
    ...rows.map(({ managerId }) => managerId),
  ]);
  const membersOf = Map.groupBy(members, ({ departmentId }) => departmentId);
  const shown = rows.map((row) =>
    described(
      row,
      (membersOf.get(row.id) ?? []).map(({ userId }) => userId),
      people,
    ),
  );
  return { departments: shown, more, total: counted?.total ?? 0 };
}

/** One department, or notFound. */
export async function getDepartment(ctx: Ctx, directoryCtx: DirectoryCtx, id: string): Promise<Department> {
  const [row, members] = await departmentAndMembers(ctx, id);
  return described(row, members, await peopleOf(directoryCtx, [row.managerId, ...members]));
}

/** A statement that reads who is mapped to these departments. */
const readingMembers = (ctx: Ctx, departmentIds: SQL) =>
  ctx.db
    .select({ departmentId: departmentUsers.departmentId, userId: departmentUsers.userId })
    .from(departmentUsers)
    .where(
      and(
        eq(departmentUsers.enterpriseId, ctx.enterpriseId),
        sql`${departmentUsers.departmentId} IN ${departmentIds}`,
      ),
    );

/** A department of this enterprise with the ids of its members, or notFound. */
export async function departmentAndMembers(ctx: Ctx, id: string): Promise<[DepartmentRow, string[]]> {
  const [[row], members] = await ctx.db.batch([
    ctx.db.select().from(departments).where(thisDepartment(ctx, id)).limit(1),
    readingMembers(ctx, sql`(${id})`),
  ]);
  if (!row) throw new DomainError("notFound");
  return [row, members.map(({ userId }) => userId)];
}

type People = ReadonlyMap<string, { uId: string; name: string }>;

/** The active users among these ids; nobody is asked for where there are none. */
export async function peopleOf(
  directoryCtx: DirectoryCtx,
  ids: readonly (string | null | undefined)[],
): Promise<People> {
  const known = [...new Set(ids)].filter((id) => typeof id === "string" && id !== "") as string[];
  if (known.length === 0) return new Map();
  return new Map((await activeUsers(directoryCtx, known)).map((user) => [user.uId, user]));
}

/**
 * A department with its manager's name and the number of members: only active users count, even after an interrupted
 * deactivation.
 */
export const described = (
  { id, name, description, managerId, revision }: DepartmentRow,
  members: readonly string[],
  people: People,
): Department => ({
  id,
  name,
  desc: description,
  manager: people.get(managerId ?? "") ?? null,
  users: members.filter((userId) => people.has(userId)).length,
  revision,
});
