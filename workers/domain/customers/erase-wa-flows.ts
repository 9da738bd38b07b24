import { and, eq, type SQL, sql } from "drizzle-orm";
import { waFlowAnswers, waFlowSessions } from "#db/tenant/wa-flows.ts";
import type { Ctx } from "../ctx.ts";

/**
 * Statements that wipe what customers have answered to WhatsApp Flows, by their numbers or as whom a channel knows; that
 * somebody has answered stays, for the figures. Their sessions end: nothing of them is answered any more.
 */
export function erasingWaFlows(
  { db, enterpriseId }: Pick<Ctx, "db" | "enterpriseId">,
  numbers: SQL,
  theirs: SQL,
) {
  return [
    db
      .update(waFlowAnswers)
      .set({ answers: {}, customer: null, identityId: null })
      .where(
        and(
          eq(waFlowAnswers.enterpriseId, enterpriseId),
          sql`(${waFlowAnswers.customer} IN (${numbers}) OR ${waFlowAnswers.identityId} IN (${theirs}))`,
        ),
      ),
    db
      .delete(waFlowSessions)
      .where(
        and(
          eq(waFlowSessions.enterpriseId, enterpriseId),
          sql`(${waFlowSessions.customer} IN (${numbers}) OR ${waFlowSessions.identityId} IN (${theirs}))`,
        ),
      ),
  ] as const;
}
