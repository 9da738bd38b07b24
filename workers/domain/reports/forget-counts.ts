import { and, eq } from "drizzle-orm";
import { reportDays, reportSums } from "#db/tenant/reports.ts";
import type { Ctx } from "../ctx.ts";

/** Deletes the report counts of a deleted bot. */
export async function forgetCounts({ db, enterpriseId }: Ctx, agentId: string): Promise<void> {
  for (const table of [reportSums, reportDays]) {
    await db.delete(table).where(and(eq(table.enterpriseId, enterpriseId), eq(table.agentId, agentId)));
  }
}
