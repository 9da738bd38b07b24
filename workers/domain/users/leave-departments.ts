import { and, asc, eq, sql } from "drizzle-orm";
import { departments } from "#db/tenant/departments.ts";
import { audited } from "../audit.ts";
import { guard, guardFailed } from "../guard.ts";
import type { Ctx } from "../ctx.ts";

const ledBy = ({ enterpriseId }: Ctx, userId: string) =>
  and(eq(departments.enterpriseId, enterpriseId), eq(departments.managerId, userId));

/** The departments that a person leads, by name. */
export const departmentsLedBy = (ctx: Ctx, userId: string) =>
  ctx.db
    .select({ id: departments.id, name: departments.name })
    .from(departments)
    .where(ledBy(ctx, userId))
    .orderBy(asc(departments.nameKey))
    .limit(1_000);

/**
 * Removes a person as manager of every department. Of two concurrent calls only one does it and writes the audit entry.
 */
export async function leaveDepartments(ctx: Ctx, userId: string): Promise<void> {
  const led = await departmentsLedBy(ctx, userId);
  if (led.length === 0) return;
  const ids = JSON.stringify(led.map(({ id }) => id));
  const theirs = and(ledBy(ctx, userId), sql`${departments.id} IN (SELECT value FROM json_each(${ids}))`);
  try {
    await ctx.db.batch([
      guard(ctx, sql`(SELECT count(*) FROM ${departments} WHERE ${theirs}) = ${led.length}`),
      ctx.db
        .update(departments)
        .set({
          managerId: null,
          revision: sql`${departments.revision} + 1`,
          updatedBy: ctx.actor.name,
          updatedAt: ctx.now(),
        })
        .where(theirs),
      ...led.map((object) =>
        audited(ctx, {
          action: "update",
          kind: "department",
          object,
          before: { manager: userId },
          after: { manager: null },
        }),
      ),
    ]);
  } catch (error) {
    if (!guardFailed(error)) throw error;
    // Somebody changed one of the managers or made the same call meanwhile: the remaining ones are read again.
    return leaveDepartments(ctx, userId);
  }
}
