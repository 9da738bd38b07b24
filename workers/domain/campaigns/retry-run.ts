import { sql } from "drizzle-orm";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import { campaignsTexts } from "#texts/campaigns.ts";
import { broadcastMoves } from "#workers/contract/broadcast.ts";
import { activityMoves, campaignStates } from "#workers/contract/campaign.ts";
import { type Moved, moveRead, refuseRetry } from "../broadcasts/move.ts";
import { hasRetriable } from "../broadcasts/retry.ts";
import { type BroadcastRow, readBroadcast } from "../broadcasts/row.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { bindable, guard } from "../guard.ts";
import { type Found, findActivityOfRun } from "./activity-row.ts";
import { changing } from "./change.ts";
import { refuseMove } from "./decide.ts";
import { refuseCampaign } from "./start.ts";

/**
 * Tries once more those whom a broadcast failed to reach. Of a run that is a step of its activity, in the same transaction:
 * its campaign has to go on, and the message is as the checker saw it. A run that is over goes on for these
 * people alone.
 */
export async function retryBroadcast(ctx: Ctx, id: string, mayStart: boolean): Promise<Moved> {
  const [broadcast, found, isRetriable] = await Promise.all([
    readBroadcast(ctx, id),
    findActivityOfRun(ctx, id),
    readRetriable(ctx, id),
  ]);
  if (!broadcast) throw new DomainError("notFound");
  if (broadcast.activityId === null) return moveRead(ctx, broadcast, "retry");
  if (!mayStart) throw new DomainError("forbidden");
  if (!found) throw wrong(texts.retryOfRun.gone);
  refuseRun(ctx, broadcast, found);
  if (!isRetriable) throw refuseRetry(broadcast);
  const { activity, made } = found;
  const { to: state } = activityMoves.retry;
  const isOver = activity.state === campaignStates.stopped;
  return moveRead(ctx, broadcast, "retry", async (statements) => {
    const own = [bindable(ctx, guard(ctx, retriable(ctx, id))), endingFeed(ctx, id), ...statements];
    const results = await changing(ctx, found, {
      // Runs that were never made when it was stopped stay away.
      set: { state, reason: "", ...(isOver && { completed: false, runs: activity.runs.slice(0, made) }) },
      step: { action: "retry", before: { state: activity.state }, after: { state } },
      sendable: true,
      sameCampaign: true,
      after: own,
    });
    return results.slice(-statements.length);
  });
}

const retriable = ({ enterpriseId }: Ctx, id: string) =>
  sql<number>`EXISTS (SELECT 1 FROM broadcasts b WHERE b.enterprise_id = ${enterpriseId} AND b.id = ${id}
    AND b.state IN (${sql.raw(broadcastMoves.retry.from.map((each) => `'${each}'`).join())}) AND b.retried_to IS NULL AND b.archive_begun_at IS NULL AND ${sql.raw(hasRetriable("b.id"))})`;
async function readRetriable(ctx: Ctx, id: string): Promise<boolean> {
  const [row] = await ctx.db.select({ is: retriable(ctx, id) }).from(sql`(SELECT 1)`);
  return row?.is === 1;
}

/** Nobody is added any more to a fallback that was stopped: it is over with whom it has. */
const endingFeed = ({ db }: Ctx, id: string): D1PreparedStatement =>
  db.$client.prepare("UPDATE broadcasts SET fed_to = NULL WHERE id = ?1 AND state = 'stopped'").bind(id);

/** Refuses a run of which nothing may be sent now, with what to do. */
function refuseRun(ctx: Ctx, { fedTo, state }: BroadcastRow, found: Found & { hasFallback: boolean }): void {
  if (found.activity.state === campaignStates.paused) throw wrong(texts.retryOfRun.paused);
  refuseMove("retry", found);
  refuseCampaign(found, ctx.now());
  // The same offer twice is worse than once too late.
  if (found.hasFallback) throw wrong(texts.retryOfRun.hasFallback);
  if (fedTo !== null && state !== "stopped") throw wrong(texts.retryOfRun.isFed);
  if (found.unsendable) throw wrong(campaignsTexts.unsendable[found.unsendable]);
}

const wrong = (message: string) => new DomainError("invalid", { message });
