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
import { senderNamed } from "../messaging/objects.ts";
import { SEEN } from "./outcomes.ts";
import { readBroadcast } from "./row.ts";
import { OPEN_JOB, prepareOf, SENT_WITHIN_MS } from "./begin.ts";
import { cancellingJob } from "../jobs/open.ts";

/** Of those who failed so many are taken up again by one call. */
const MOST_RETRIED = 50_000;

const FROM = (action: BroadcastAction) => broadcastMoves[action].from.map((each) => `'${each}'`).join();
const BEGINS = `started_at = coalesce(started_at, ?3), expires_at = coalesce(expires_at, ?3 + ${SENT_WITHIN_MS})`;
const SETS: Record<BroadcastAction, string> = {
  start: BEGINS,
  pause: "started_at = started_at",
  // What was paused before its recipients were sought begins now.
  resume: `${BEGINS}, ${SEEN}`,
  stop: "started_at = started_at",
  retry: `ended_at = NULL, expires_at = ?3 + ${SENT_WITHIN_MS}, ${SEEN}`,
};
const MOVE = (
  action: BroadcastAction,
) => `UPDATE broadcasts SET state = '${broadcastMoves[action].to}', reason = '',
    revision = revision + 1, updated_at = ?3, updated_by = ?4, job_id = CASE WHEN started_at IS NULL THEN ?5 ELSE job_id END, ${SETS[action]}
  WHERE id = ?1 AND enterprise_id = ?2 AND state IN (${FROM(action)})${
    action === "retry" ? ` AND EXISTS (${RETRIABLE("1")})` : ""
  } RETURNING state`;
/** A number that is none, or somebody who wants nothing, is not tried again. */
function RETRIABLE(what: string): string {
  const never = leftOutCodes.filter(
    (each) => !["expired", "cancelled", "offerCap", "template"].includes(each),
  );
  return `SELECT ${what} FROM broadcast_recipients r WHERE ${castOf("r.id")} = ${castOf("?1")} AND r.status IN ('failed', 'expired', 'cancelled')
    AND r.identity_id IS NOT NULL AND coalesce(r.code, '') NOT IN (${never.map((each) => `'${each}'`).join()})`;
}
const RETRY = `UPDATE broadcast_recipients SET status = 'queued', code = NULL, reason = NULL, vendor_id = NULL, attempts = 0, not_before = 0,
    facts = '{}' WHERE id IN (${RETRIABLE("r.id")} LIMIT ${MOST_RETRIED}) AND enterprise_id = ?2`;
const SENDERS = `SELECT DISTINCT claimed_by AS name FROM broadcast_recipients WHERE claimed_by IS NOT NULL AND ${castOf("id")} = ${castOf("?1")}`;
export interface Moved {
  id: string;
  status: BroadcastState;
  channelId: string;
  /** Senders that have claimed some of it: after a pause or a stop nobody else can call. */
  atWork: number[];
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
  const jobId = newId();
  const values = [id, enterpriseId, now()] as const;
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
    $client.prepare(MOVE(action)).bind(...values, actor.name, jobId),
    bindable(ctx, audit),
    $client.prepare(SENDERS).bind(id),
    ...(action === "retry" ? [$client.prepare(RETRY).bind(id, enterpriseId)] : []),
    ...(action === "stop"
      ? [$client.prepare(cancellingJob("broadcast.prepare")).bind(...values, texts.moved.stop)]
      : []),
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
  const names = (senders?.results ?? []) as { name: string }[];
  return {
    id,
    status,
    channelId: broadcast.channelId,
    atWork: names.map(({ name }) => senderNamed(name).sender),
  };
}
