import { sql } from "drizzle-orm";
import { firstRuns } from "#db/tenant/first-run.ts";
import type { Ctx } from "../ctx.ts";
import { openingJobWhere } from "../jobs/open.ts";

/** A setup longer ago needs no played customer any more. */
const ITS_TIME_MS = 86_400_000;

/**
 * A statement for the batch that lets a trained bot answer: opens the first chat of a first run, if its customer has not
 * written yet, so that it comes though everybody has left the page of the setup.
 */
export const openingFirstChat = (ctx: Ctx, agentId: string, jobId: string) =>
  openingJobWhere(
    ctx,
    { kind: "firstRun.chat", subject: agentId, payload: { agentId } },
    jobId,
    sql`EXISTS (SELECT 1 FROM ${firstRuns} f WHERE f.enterprise_id = ${ctx.enterpriseId} AND f.agent_id = ${agentId}
      AND f.channel_id IS NOT NULL AND f.said_at IS NULL AND f.created_at > ${ctx.now() - ITS_TIME_MS})`,
  );
