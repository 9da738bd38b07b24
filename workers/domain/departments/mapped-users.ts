import { and, asc, eq, not, sql } from "drizzle-orm";
import { users } from "#db/directory/users.ts";
import { departmentUsers } from "#db/tenant/departments.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import type { mappedUsers as contract, MappedUser } from "#workers/contract/endpoints/departments.ts";
import { audited } from "../audit.ts";
import { refusing } from "../error.ts";
import { page } from "../page.ts";
import type { DirectoryScope, Scope } from "../scope.ts";
import { named } from "../users/user.ts";
import { activeHere, among, refuseOthers } from "./active-users.ts";
import { departmentRow } from "./department.ts";

const inDepartment = ({ enterpriseId }: Scope, id: string) =>
  and(eq(departmentUsers.enterpriseId, enterpriseId), eq(departmentUsers.departmentId, id));

/** The active users of a department by name, or (`mapped` false) the active users who are not in it. */
export async function mappedUsers(
  scope: Scope,
  office: DirectoryScope,
  id: string,
  { mapped, name, ...paging }: InputOf<typeof contract>["query"],
): Promise<{ users: MappedUser[]; more: boolean }> {
  await departmentRow(scope, id);
  const members = await scope.db
    .select({ userId: departmentUsers.userId })
    .from(departmentUsers)
    .where(inDepartment(scope, id));
  const theirs = among(members.map(({ userId }) => userId));
  const { limit, offset, cut } = page(paging);
  const found = await office.db
    .select({ uId: users.id, name: users.name, emailId: users.email, agentStatus: users.agentStatus })
    .from(users)
    .where(and(activeHere(office), mapped ? theirs : not(theirs), named(name)))
    .orderBy(asc(sql`lower(${users.name})`), asc(users.id))
    .limit(limit)
    .offset(offset);
  const { rows, more } = cut(found);
  return { users: rows, more };
}

/** Adds users to a department; each must be an active user of this enterprise, else nobody is added. */
export async function addUsers(
  scope: Scope,
  office: DirectoryScope,
  id: string,
  userIds: readonly string[],
): Promise<{ changed: number }> {
  const department = await departmentRow(scope, id);
  await refuseOthers(office, userIds);
  const { db, enterpriseId } = scope;
  const ids = JSON.stringify(userIds);
  const [added] = await refusing(
    db.batch([
      db
        .insert(departmentUsers)
        .select(
          sql`SELECT ${enterpriseId}, ${id}, value FROM json_each(${ids}) WHERE true ON CONFLICT DO NOTHING`,
        )
        .returning({ userId: departmentUsers.userId }),
      audited(scope, {
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
  scope: Scope,
  id: string,
  userIds: readonly string[],
): Promise<{ changed: number }> {
  const department = await departmentRow(scope, id);
  const ids = JSON.stringify(userIds);
  const [removed] = await scope.db.batch([
    scope.db
      .delete(departmentUsers)
      .where(
        and(inDepartment(scope, id), sql`${departmentUsers.userId} IN (SELECT value FROM json_each(${ids}))`),
      )
      .returning({ userId: departmentUsers.userId }),
    audited(scope, {
      action: "update",
      kind: "department",
      object: department,
      before: { removed: userIds },
    }),
  ]);
  return { changed: removed.length };
}
