import { sql } from "drizzle-orm";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import {
  type BroadcastAction,
  broadcastMoves,
  type BroadcastState,
  leftOutCodes,
} from "#workers/contract/broadcast.ts";
import { castOf } from "#workers/contract/recipient-ids.ts";
import { auditedIf } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { bindable } from "../guard.ts";
import { OPEN_JOB, prepareOf } from "./begin.ts";
import { type AtWork, byId, endingSearch, moving, readingSenders, sendersIn } from "./moving.ts";
import { readBroadcast } from "./row.ts";

/** Of those who failed so many are taken up again by one call. */
const MOST_RETRIED = 50_000;

/** A number that is none, or somebody who wants nothing, is not tried again. */
function RETRIABLE(what: string): string {
  const never = leftOutCodes.filter(
    (each) => !["expired", "cancelled", "offerCap", "template"].includes(each),
  );
  return `SELECT ${what} FROM broadcast_recipients r WHERE ${castOf("r.id")} = ${castOf("?1")} AND r.status IN ('failed', 'expired', 'cancelled')
    AND coalesce(r.code, '') NOT IN (${never.map((each) => `'${each}'`).join()})`;
}
const RETRY = `UPDATE broadcast_recipients SET status = 'queued', code = NULL, reason = NULL, vendor_id = NULL, attempts = 0, not_before = 0,
    category = NULL, billable = NULL, billed_to = NULL, facts = '{}' WHERE id IN (${RETRIABLE("r.id")} LIMIT ${MOST_RETRIED}) AND enterprise_id = ?2`;
export interface Moved {
  id: string;
  status: BroadcastState;
  channelId: string;
  atWork: AtWork[];
}

/**
 * Does what a person asks of a broadcast, as the table of moves allows: of two at once one is recorded, and the other is told
 * what came of it. Retrying takes up again whoever failed in a way that another try may mend.
 */
export async function moveBroadcast(ctx: Ctx, id: string, action: BroadcastAction): Promise<Moved> {
  const { db, enterpriseId, now, newId, actor, after } = ctx;
  const { $client } = db;
  const broadcast = await readBroadcast(ctx, id);
  if (!broadcast) throw new DomainError("notFound");
  // A run that its campaign has paused or ended goes on by the campaign alone.
  if (broadcast.activityId !== null && action !== "pause" && action !== "stop")
    throw new DomainError("invalid", { message: texts.ofActivity });
  const jobId = newId();
  const which = byId(id);
  const mover = { $client, enterpriseId, at: now(), by: actor.name };
  const opens = action === "start" || action === "resume";
  const audit = auditedIf(
    ctx,
    {
      action,
      kind: "broadcast",
      object: { id, name: broadcast.name },
      before: { state: broadcast.state },
      after: { state: broadcastMoves[action].to },
    },
    sql.raw("changes() > 0"),
  );
  const results = await $client.batch([
    moving(mover, action, which, {
      jobId,
      also: action === "retry" ? ` AND EXISTS (${RETRIABLE("1")})` : "",
    }),
    bindable(ctx, audit),
    readingSenders(mover, which),
    ...(action === "retry" ? [$client.prepare(RETRY).bind(id, enterpriseId)] : []),
    ...(action === "stop" ? endingSearch(mover, which) : []),
    ...(opens
      ? [
          $client
            .prepare(OPEN_JOB)
            .bind(JSON.stringify([[id, 0, jobId]]), now(), enterpriseId, JSON.stringify(prepareOf(""))),
        ]
      : []),
  ]);
  const [moved, , senders] = results;
  const status = (moved?.results[0] as { state: BroadcastState } | undefined)?.state;
  if (status === undefined) {
    if (action === "retry") throw new DomainError("invalid", { message: texts.nothingToRetry });
    throw new DomainError("broadcastMoved");
  }
  if (opens) after.jobs.add(jobId);
  return { id, status, channelId: broadcast.channelId, atWork: sendersIn(senders) };
}
