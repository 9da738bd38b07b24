import { sql } from "drizzle-orm";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import { broadcastMoves } from "#workers/contract/broadcast.ts";
import { activityMoves, campaignStates } from "#workers/contract/campaign.ts";
import { type Moved, moveRead, refuseRetry, cannotGoOn } from "../broadcasts/move.ts";
import { hasRetriable } from "../broadcasts/retry.ts";
import { type BroadcastRow, readBroadcast } from "../broadcasts/row.ts";
import { type Unsendable, unsendable } from "../broadcasts/unsendable.ts";
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
  const [broadcast, found, { isRetriable, why }] = await Promise.all([
    readBroadcast(ctx, id),
    findActivityOfRun(ctx, id),
    readRetriable(ctx, id),
  ]);
  if (!broadcast) throw new DomainError("notFound");
  if (broadcast.activityId === null) return moveRead(ctx, broadcast, "retry");
  if (!mayStart) throw new DomainError("forbidden");
  if (!found) throw wrong(texts.retryOfRun.gone);
  refuseRun(ctx, broadcast, found);
  if (why !== null) throw cannotGoOn(why);
  if (!isRetriable) throw refuseRetry(broadcast);
  const { activity, made } = found;
  const { to: state } = activityMoves.retry;
  const isOver = activity.state === campaignStates.stopped;
  return moveRead(ctx, broadcast, "retry", async (statements) => {
    const isSendable = sql`(${unsendableOf(ctx, id)}) IS NULL`;
    const own = [
      bindable(ctx, guard(ctx, sql`${retriable(ctx, id)} AND ${isSendable}`)),
      endingFeed(ctx, id),
      ...statements,
    ];
    const results = await changing(ctx, found, {
      // Runs that were never made when it was stopped stay away.
      set: { state, reason: "", ...(isOver && { completed: false, runs: activity.runs.slice(0, made) }) },
      step: { action: "retry", before: { state: activity.state }, after: { state } },
      sameCampaign: true,
      after: own,
    });
    return results.slice(-statements.length);
  });
}

const retriable = ({ enterpriseId }: Ctx, id: string) =>
  sql<number>`EXISTS (SELECT 1 FROM broadcasts b WHERE b.enterprise_id = ${enterpriseId} AND b.id = ${id}
    AND b.state IN (${sql.raw(broadcastMoves.retry.from.map((each) => `'${each}'`).join())}) AND b.retried_to IS NULL AND b.archive_begun_at IS NULL AND ${sql.raw(hasRetriable("b.id"))})`;
/** It is this run's own template that counts: its activity may have been approved with another one since. */
const unsendableOf = ({ enterpriseId }: Ctx, id: string) =>
  sql<Unsendable | null>`(SELECT ${sql.raw(unsendable("b"))} FROM broadcasts b WHERE b.enterprise_id = ${enterpriseId} AND b.id = ${id})`;
async function readRetriable(ctx: Ctx, id: string) {
  const [row] = await ctx.db
    .select({ is: retriable(ctx, id).as("retriable"), why: unsendableOf(ctx, id).as("why") })
    .from(sql`(SELECT 1)`);
  return { isRetriable: row?.is === 1, why: row?.why ?? null };
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
}

const wrong = (message: string) => new DomainError("invalid", { message });
