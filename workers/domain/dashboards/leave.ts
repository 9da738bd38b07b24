import { and, eq, sql } from "drizzle-orm";
import { dashboards } from "#db/tenant/dashboards.ts";
import { auditedAll } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { guard, guardFailed } from "../guard.ts";

/**
 * Nobody is mailed dashboards of somebody who is gone, and administrators see to what they left behind. Of two concurrent
 * calls only one does it and writes the audit entries.
 */
export async function leaveDashboards(ctx: Ctx, userId: string): Promise<void> {
  const { db, enterpriseId, actor, now } = ctx;
  const theirs = and(
    eq(dashboards.enterpriseId, enterpriseId),
    eq(dashboards.makerId, userId),
    eq(dashboards.isLeft, false),
  );
  const left = await db.select().from(dashboards).where(theirs);
  if (left.length === 0) return;
  const revisions = left.reduce((all, { revision }) => all + revision, 0);
  try {
    await db.batch([
      guard(
        ctx,
        sql`(SELECT count(*) = ${left.length} AND sum(${dashboards.revision}) = ${revisions} FROM ${dashboards} WHERE ${theirs})`,
      ),
      db
        .update(dashboards)
        .set({
          isLeft: true,
          schedule: null,
          dueAt: null,
          revision: sql`${dashboards.revision} + 1`,
          updatedBy: actor.name,
          updatedAt: now(),
        })
        .where(theirs),
      auditedAll(
        ctx,
        left.map((object) => ({
          action: "update",
          kind: "dashboard",
          object,
          before: { isLeft: false, schedule: object.schedule },
          after: { isLeft: true, schedule: null },
        })),
      ),
    ]);
  } catch (error) {
    if (!guardFailed(error)) throw error;
    // Somebody changed one of them or made the same call meanwhile: the remaining ones are read again.
    return leaveDashboards(ctx, userId);
  }
}
