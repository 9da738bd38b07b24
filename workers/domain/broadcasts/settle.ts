import { sql } from "drizzle-orm";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import { type BroadcastState, MOST_SETTLED, SETTLED, type Settlement } from "#workers/contract/broadcast.ts";
import { broadcastIdIn, isRecipientId, lastIdOf } from "#workers/contract/recipient-ids.ts";
import { auditedIf } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { bindable } from "../guard.ts";
import { TIME_TO_SEND } from "../messaging/time-to-send.ts";
import { SEEN } from "./outcomes.ts";
import { TAKEN_UP } from "./retry.ts";
import { type BroadcastRow, readBroadcast } from "./row.ts";
import { type Unsendable, unsendable } from "./unsendable.ts";

/** A broadcast can be sent again that goes on, or that is over with all its rows and is no run: these go on by their activity. */
const GOES_ON = "b.ended_at IS NULL AND b.state IN ('processing', 'paused')";
const IS_OVER = "b.ended_at IS NOT NULL AND b.state IN ('completed', 'stopped') AND b.activity_id IS NULL";
const MAY = {
  arrived: "true",
  again: `(${GOES_ON} OR ${IS_OVER}) AND (${unsendable("b")}) IS NULL`,
} as const satisfies Record<Settlement, string>;
/** Whoever clicked or replied has got it. */
const ALSO = {
  arrived: "",
  again: "AND r.replied_at IS NULL AND r.clicked_at IS NULL",
} as const satisfies Record<Settlement, string>;
const SETS = {
  arrived: `status = 'sent', code = '${SETTLED}', reason = ?6, facts = json_set(facts, '$.sent', json_array(?7, ?7))`,
  again: TAKEN_UP,
} as const satisfies Record<Settlement, string>;
/** Those between two ids who were called no later than whoever asks has seen, and of whom nothing is known still. */
const SETTLE = (settlement: Settlement) => `UPDATE broadcast_recipients SET ${SETS[settlement]}
  WHERE id IN (SELECT r.id FROM broadcast_recipients r INDEXED BY broadcast_recipients_trouble
      WHERE r.id >= ?2 AND r.id <= ?3 AND r.status IN ('failed', 'unknown', 'expired') AND r.status = 'unknown' AND r.claimed_by IS NULL
        AND coalesce(r.claimed_at, 0) <= ?5 ${ALSO[settlement]} ORDER BY r.id LIMIT ${MOST_SETTLED})
    AND +enterprise_id = ?4 AND EXISTS (SELECT 1 FROM broadcasts b WHERE b.id = ?1 AND b.enterprise_id = ?4 AND b.archive_begun_at IS NULL AND ${MAY[settlement]})
  RETURNING 1`;
const WAITING =
  "EXISTS (SELECT 1 FROM broadcast_counts c WHERE c.broadcast_id = broadcasts.id AND c.status = 'queued' AND c.count > 0)";
/** A broadcast that is over goes on for those who wait by now; a paused one stays so. */
const GO_ON = `UPDATE broadcasts SET state = CASE WHEN ended_at IS NULL THEN state ELSE 'processing' END, ended_at = NULL,
    expires_at = max(coalesce(expires_at, 0), ?3 + ${TIME_TO_SEND}), reason = CASE WHEN ended_at IS NULL THEN reason ELSE '' END, ${SEEN},
    revision = revision + 1, updated_at = ?3, updated_by = ?4
  WHERE id = ?1 AND enterprise_id = ?2 AND ${WAITING} AND changes() > 0`;
const AFTER = `SELECT b.state, coalesce((SELECT sum(c.count) FROM broadcast_counts c WHERE c.broadcast_id = b.id AND c.status = 'unknown'), 0) AS left
  FROM broadcasts b WHERE b.id = ?1 AND b.enterprise_id = ?2`;

interface Settled {
  id: string;
  status: BroadcastState;
  channelId: string;
  settled: number;
  left: number;
}

/**
 * Settles recipients who are not confirmed, one or all, as a person says: they got it, or get it again. Each of them once,
 * however many press: who was settled, confirmed by the vendor or called anew meanwhile is left alone. Throws notFound,
 * broadcastSettled, or why nothing of it can be sent any more.
 */
export async function settleRecipients(
  ctx: Ctx,
  { id, settlement }: { id: string; settlement: Settlement },
  { recipientId, seenAt }: { recipientId: string; seenAt: string },
): Promise<Settled> {
  const { db, enterpriseId, actor } = ctx;
  const { $client } = db;
  const broadcast = await readBroadcast(ctx, id);
  const isTheirs = recipientId === "" || (isRecipientId(recipientId) && broadcastIdIn(recipientId) === id);
  if (!broadcast || !isTheirs) throw new DomainError("notFound");
  const at = ctx.now();
  const [first, last] = recipientId === "" ? [id, lastIdOf(id)] : [recipientId, recipientId];
  const said = settlement === "arrived" ? [texts.settled.byHand, at] : [];
  const audit = auditedIf(
    ctx,
    {
      action: settlement === "arrived" ? "confirm" : "sendAgain",
      kind: "broadcast",
      object: { id, name: broadcast.name },
      after: { recipients: recipientId || "all" },
    },
    sql.raw("changes() > 0"),
  );
  // Each statement asks whether the one before it changed anything: who settles nobody leaves no entry, and moves nothing.
  const results = await $client.batch([
    $client.prepare(SETTLE(settlement)).bind(id, first, last, enterpriseId, Date.parse(seenAt), ...said),
    bindable(ctx, audit),
    ...(settlement === "again" ? [$client.prepare(GO_ON).bind(id, enterpriseId, at, actor.name)] : []),
    $client.prepare(AFTER).bind(id, enterpriseId),
  ]);
  const settled = results[0]?.results.length ?? 0;
  if (settled === 0) throw (await whyGone(ctx, broadcast, settlement)) ?? whyNobody(broadcast, settlement);
  const now = results.at(-1)?.results[0] as { state: BroadcastState; left: number } | undefined;
  const { state: status, left } = now ?? { ...broadcast, left: 0 };
  return { id, status, channelId: broadcast.channelId, settled, left };
}

async function whyGone(
  { db }: Ctx,
  { id }: BroadcastRow,
  settlement: Settlement,
): Promise<DomainError | undefined> {
  if (settlement === "arrived") return undefined;
  const why = await db.$client
    .prepare(`SELECT ${unsendable("b")} AS why FROM broadcasts b WHERE b.id = ?`)
    .bind(id)
    .first<Unsendable | null>("why");
  if (why === null) return undefined;
  const message = why === "channel" ? texts.settled.channelGone : texts.unsendable[why];
  return new DomainError("invalid", { message });
}

function whyNobody({ archiveBegunAt, activityId, endedAt, state }: BroadcastRow, settlement: Settlement) {
  if (archiveBegunAt !== null) return new DomainError("invalid", { message: texts.inArchive });
  if (settlement === "again" && endedAt !== null && activityId !== null)
    return new DomainError("invalid", { message: texts.settled.runOver });
  const isOpen = endedAt === null ? state === "processing" || state === "paused" : state !== "failed";
  return new DomainError(settlement === "again" && !isOpen ? "broadcastMoved" : "broadcastSettled");
}
