import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import { type BroadcastAction, broadcastMoves } from "#workers/contract/broadcast.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { castOf } from "#workers/contract/recipient-ids.ts";
import { cancellingJob } from "../jobs/open.ts";
import { senderNamed } from "../messaging/objects.ts";
import { SENT_WITHIN_MS, TIME_TO_SEND } from "../messaging/time-to-send.ts";
import { SEEN } from "./outcomes.ts";
import { firstRetried } from "./retry.ts";

/** Broadcasts by a condition on `broadcasts` whose `?1` is the value. */
export interface Which {
  condition: string;
  value: string;
}
export const byId = (id: string): Which => ({ condition: "id = ?1", value: id });

export interface Moving {
  $client: D1Database;
  enterpriseId: EnterpriseId;
  at: number;
  by: string;
}

const FROM = (action: BroadcastAction) => broadcastMoves[action].from.map((each) => `'${each}'`).join();
const BEGINS = `started_at = coalesce(started_at, ?3), expires_at = coalesce(expires_at, ?3 + ${SENT_WITHIN_MS})`;
const SETS: Record<BroadcastAction, string> = {
  start: BEGINS,
  pause: "started_at = started_at",
  // A broadcast that was paused before its recipients were sought begins now.
  resume: `${BEGINS}, ${SEEN}`,
  stop: "retried_to = NULL",
  // A broadcast stopped while its recipients were sought goes on with those it has; the typed list is of no more use.
  retry: `ended_at = NULL, expires_at = ?3 + ${TIME_TO_SEND}, retried_to = ${firstRetried("broadcasts.id")}, ${SEEN},
    prepared_at = CASE state WHEN 'stopped' THEN coalesce(prepared_at, ?3) ELSE prepared_at END,
    request = CASE WHEN state = 'stopped' AND prepared_at IS NULL
      THEN json_set(request, '$.phoneNumber', json('[]'), '$.audience.customerIds', json('[]')) ELSE request END`,
};

/** The statement of a move, as the table of moves allows; `also` is one more condition. It answers who has moved. */
export const moving = (
  { $client, enterpriseId, at, by }: Moving,
  action: BroadcastAction,
  { condition, value }: Which,
  { jobId = "", also = "" }: { jobId?: string; also?: string } = {},
): D1PreparedStatement =>
  $client
    .prepare(
      `UPDATE broadcasts SET state = '${broadcastMoves[action].to}', reason = '', resume_at = NULL, revision = revision + 1, updated_at = ?3, updated_by = ?4,
    job_id = CASE WHEN started_at IS NULL OR ${action === "retry" ? 1 : 0} THEN ?5 ELSE job_id END, ${SETS[action]}
  WHERE ${condition} AND enterprise_id = ?2 AND state IN (${FROM(action)})${also} RETURNING state`,
    )
    .bind(value, enterpriseId, at, by, jobId);

/** Statements that end the search for recipients of what was stopped, and a retry that takes them up. */
export const endingSearch = (
  { $client, enterpriseId, at }: Moving,
  { condition, value }: Which,
): D1PreparedStatement[] =>
  (["broadcast.prepare", "broadcast.feed", "broadcast.retry"] as const).map((kind) =>
    $client
      .prepare(cancellingJob(kind, `SELECT id FROM broadcasts WHERE ${condition}`))
      .bind(value, enterpriseId, at, texts.moved.stop),
  );

/** The statement that reads which senders have claimed some of them: after a pause or a stop nobody else can call. */
export const readingSenders = (
  { $client }: Pick<Moving, "$client">,
  { condition, value }: Which,
): D1PreparedStatement =>
  $client
    .prepare(
      `SELECT DISTINCT claimed_by AS name FROM broadcast_recipients WHERE claimed_by IS NOT NULL
  AND ${castOf("id")} IN (SELECT ${castOf("id")} FROM broadcasts WHERE ${condition})`,
    )
    .bind(value);

/** A sender that has claimed something, of which channel. */
export interface AtWork {
  channelId: string;
  sender: number;
}
export const sendersIn = (result: D1Result | undefined): AtWork[] =>
  ((result?.results ?? []) as { name: string }[]).map(({ name }) => senderNamed(name));
