import { and, eq, sql } from "drizzle-orm";
import { dashboards } from "#db/tenant/dashboards.ts";
import type { Ctx } from "../ctx.ts";

/** Nobody is mailed dashboards of somebody who is gone, and administrators see to what they left behind. */
export async function leaveDashboards({ db, enterpriseId }: Ctx, userId: string): Promise<void> {
  await db
    .update(dashboards)
    .set({ isLeft: true, schedule: null, dueAt: null, revision: sql`${dashboards.revision} + 1` })
    .where(and(eq(dashboards.enterpriseId, enterpriseId), eq(dashboards.makerId, userId)));
}
