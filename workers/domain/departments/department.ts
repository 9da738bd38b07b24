import { and, asc, eq, sql } from "drizzle-orm";
import { departments, departmentUsers } from "#db/tenant/departments.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import type { Department, listDepartments as contract } from "#workers/contract/endpoints/departments.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { DomainError } from "../error.ts";
import { page } from "../page.ts";
import type { DirectoryScope, Scope } from "../scope.ts";
import { activeUsers } from "./active-users.ts";

export type DepartmentRow = typeof departments.$inferSelect;

export const thisDepartment = ({ enterpriseId }: Scope, id: string) =>
  and(eq(departments.enterpriseId, enterpriseId), eq(departments.id, id));

/** A department of this enterprise, or notFound. */
export async function departmentRow(scope: Scope, id: string): Promise<DepartmentRow> {
  const [row] = await scope.db.select().from(departments).where(thisDepartment(scope, id)).limit(1);
  if (!row) throw new DomainError("notFound");
  return row;
}

/** The departments of the enterprise by name. */
export async function listDepartments(
  scope: Scope,
  office: DirectoryScope,
  { name, ...paging }: InputOf<typeof contract>["query"],
): Promise<{ departments: Department[]; more: boolean }> {
  const { limit, offset, cut } = page(paging);
  const key = nameKey(name);
  const found = await scope.db
    .select()
    .from(departments)
    .where(
      and(
        eq(departments.enterpriseId, scope.enterpriseId),
        key ? sql`instr(${departments.nameKey}, ${key}) > 0` : undefined,
      ),
    )
    .orderBy(asc(departments.nameKey), asc(departments.id))
    .limit(limit)
    .offset(offset);
  const { rows, more } = cut(found);
  return { departments: await described(scope, office, rows), more };
}

/** One department, or notFound. */
export async function getDepartment(scope: Scope, office: DirectoryScope, id: string): Promise<Department> {
  return describedOne(scope, office, await departmentRow(scope, id));
}

export async function describedOne(
  scope: Scope,
  office: DirectoryScope,
  row: DepartmentRow,
): Promise<Department> {
  const [department] = await described(scope, office, [row]);
  if (!department) throw new DomainError("notFound");
  return department;
}

/**
 * Adds the manager's name and the number of members: only active users count, even after an interrupted deactivation.
 */
async function described(
  scope: Scope,
  office: DirectoryScope,
  rows: readonly DepartmentRow[],
): Promise<Department[]> {
  const mapped = await scope.db
    .select({ departmentId: departmentUsers.departmentId, userId: departmentUsers.userId })
    .from(departmentUsers)
    .where(
      and(
        eq(departmentUsers.enterpriseId, scope.enterpriseId),
        sql`${departmentUsers.departmentId} IN (SELECT value FROM json_each(${JSON.stringify(rows.map(({ id }) => id))}))`,
      ),
    );
  const ids = [...mapped.map(({ userId }) => userId), ...rows.map(({ managerId }) => managerId ?? "")];
  const people = new Map((await activeUsers(office, [...new Set(ids)])).map((user) => [user.uId, user]));
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
