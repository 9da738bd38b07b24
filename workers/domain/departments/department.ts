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
  return { departments: await described(directoryCtx, rows, members), more, total: counted?.total ?? 0 };
}

/** One department, or notFound. */
export async function getDepartment(ctx: Ctx, directoryCtx: DirectoryCtx, id: string): Promise<Department> {
  const [found, members] = await ctx.db.batch([
    ctx.db.select().from(departments).where(thisDepartment(ctx, id)).limit(1),
    readingMembers(ctx, sql`(${id})`),
  ]);
  const [department] = await described(directoryCtx, found, members);
  if (!department) throw new DomainError("notFound");
  return department;
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

export async function describedOne(
  ctx: Ctx,
  directoryCtx: DirectoryCtx,
  row: DepartmentRow,
): Promise<Department> {
  const [department] = await described(directoryCtx, [row], await readingMembers(ctx, sql`(${row.id})`));
  if (!department) throw new DomainError("notFound");
  return department;
}

/**
 * Adds the manager's name and the number of members: only active users count, even after an interrupted deactivation.
 */
async function described(
  directoryCtx: DirectoryCtx,
  rows: readonly DepartmentRow[],
  mapped: readonly { departmentId: string; userId: string }[],
): Promise<Department[]> {
  const ids = [...mapped.map(({ userId }) => userId), ...rows.map(({ managerId }) => managerId ?? "")];
  const people = new Map(
    (await activeUsers(directoryCtx, [...new Set(ids)])).map((user) => [user.uId, user]),
  );
  const sizes = new Map<string, number>();
  for (const { departmentId, userId } of mapped) {
    if (people.has(userId)) sizes.set(departmentId, (sizes.get(departmentId) ?? 0) + 1);
  }
  return rows.map(({ id, name, description, managerId, revision }) => ({
    id,
    name,
    desc: description,
    manager: people.get(managerId ?? "") ?? null,
    users: sizes.get(id) ?? 0,
    revision,
  }));
}
