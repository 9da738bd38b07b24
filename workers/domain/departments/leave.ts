import { and, asc, eq, sql } from "drizzle-orm";
import { departments } from "#db/tenant/departments.ts";
import { audited } from "../audit.ts";
import { only, wasRefused } from "../guard.ts";
import type { Scope } from "../scope.ts";

const ledBy = ({ enterpriseId }: Scope, userId: string) =>
  and(eq(departments.enterpriseId, enterpriseId), eq(departments.managerId, userId));

/** The departments that a person leads, by name. */
export const departmentsLedBy = (scope: Scope, userId: string) =>
  scope.db
    .select({ id: departments.id, name: departments.name })
    .from(departments)
    .where(ledBy(scope, userId))
    .orderBy(asc(departments.nameKey))
    .limit(1_000);

/**
 * Removes a person as manager of every department. Of two concurrent calls only one does it and writes the audit entry.
 */
export async function leaveDepartments(scope: Scope, userId: string): Promise<void> {
  const led = await departmentsLedBy(scope, userId);
  if (led.length === 0) return;
  const ids = JSON.stringify(led.map(({ id }) => id));
  const theirs = and(ledBy(scope, userId), sql`${departments.id} IN (SELECT value FROM json_each(${ids}))`);
  try {
    await scope.db.batch([
      only(scope, sql`(SELECT count(*) FROM ${departments} WHERE ${theirs}) = ${led.length}`),
      scope.db
        .update(departments)
        .set({
          managerId: null,
          revision: sql`${departments.revision} + 1`,
          updatedBy: scope.actor.name,
          updatedAt: scope.now(),
        })
        .where(theirs),
      ...led.map((object) =>
        audited(scope, {
          action: "update",
          kind: "department",
          object,
          before: { manager: userId },
          after: { manager: null },
        }),
      ),
    ]);
  } catch (error) {
    if (!wasRefused(error)) throw error;
    // Somebody changed one of the managers or made the same call meanwhile: the remaining ones are read again.
    return leaveDepartments(scope, userId);
  }
}
