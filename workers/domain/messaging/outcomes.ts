import type { SendResult } from "#workers/channels/adapter.ts";
import type { KeptRow } from "#workers/contract/socket.ts";
import type { Ctx } from "../ctx.ts";
import { keepingChats, keepingMarked, keptRows } from "../live-events/keep-chats.ts";
import { NOBODY } from "../bare/bare.ts";

/** How the call of a message ended. */
export interface Ended {
  id: string;
  result: SendResult;
  attempts: number;
  at: number;
}

/** Tries of a message that its vendor put off, or that its vendor knows again by our key. */
const MOST_ATTEMPTS = 6;
const FIRST_WAIT_MS = 2_000;

/** An id that the vendor has given before names the first: the second message goes without, and holds up no other outcome. */
const NAME = `UPDATE OR IGNORE messages SET vendor_id = e.value->>2
  FROM json_each(?1) e WHERE messages.id = e.value->>0 AND messages.claimed_by = ?2 AND messages.vendor_id IS NULL AND e.value->>2 IS NOT NULL`;
/** A status that came before the answer of the call stays: the highest fact counts. */
const NOTE = `UPDATE messages SET claimed_by = NULL,
    status = CASE WHEN status IN ('queued', 'unknown') THEN e.value->>1 ELSE status END,
    facts = CASE WHEN e.value->>1 IN ('sent', 'failed') AND json_extract(facts, '$.' || (e.value->>1)) IS NULL
      THEN json_set(facts, '$.' || (e.value->>1), json_array(e.value->>3, e.value->>3)) ELSE facts END,
    code = e.value->>4, reason = e.value->>5, not_before = coalesce(e.value->>6, not_before)
  FROM json_each(?1) e WHERE messages.id = e.value->>0 AND messages.claimed_by = ?2`;
/** Each call takes from what the vendor lets one person get, whatever became of it; who was erased is not begun anew. */
const CALLED = `INSERT INTO reach (enterprise_id, channel_id, identity_id, last_out_at, pair_at)
  SELECT m.enterprise_id, m.channel_id, m.identity_id, CASE WHEN e.value->>1 = 'sent' THEN ?3 END, ?3 + ?4
  FROM json_each(?1) e CROSS JOIN messages m ON m.id = e.value->>0 AND m.channel_id = ?2 WHERE m.identity_id <> '${NOBODY}'
  ON CONFLICT (enterprise_id, channel_id, identity_id) DO UPDATE SET
    last_out_at = coalesce(excluded.last_out_at, last_out_at), pair_at = max(pair_at, ?3) + ?4`;
/** A status may overtake the answer of the call that it is about: it waited for this. */
const WAKE_EVENTS = `UPDATE inbound_events SET state = 'pending', attempts = 0 WHERE channel_id = ?2 AND state = 'waiting'
  AND about IN (SELECT value->>2 FROM json_each(?1) UNION SELECT value->>0 FROM json_each(?1))`;
const HEALTH = `UPDATE channels SET last_success_at = coalesce(?2, last_success_at),
    last_error = CASE WHEN ?3 IS NULL THEN last_error ELSE ?3 END, last_error_at = CASE WHEN ?3 IS NULL THEN last_error_at ELSE ?4 END,
    calls_before = CASE ?5 WHEN calls_minute THEN calls_before WHEN calls_minute + 1 THEN calls_now ELSE 0 END,
    calls_now = CASE ?5 WHEN calls_minute THEN calls_now ELSE 0 END + ?6, calls_minute = ?5
  WHERE id = ?1`;

/**
 * Writes how calls ended, together, only where the row is still this sender's. What is to be tried later waits as long as
 * its vendor says, else twice as long each time. `pairMs` is the time in which the vendor allows one more message to one
 * person, 0 where it has no such rule. A call that broke off is made again only where the vendor honours our key
 * (`idempotent`). Answers whether events that waited for one of them can be worked now, and the live events that it kept.
 */
export async function noteOutcomes(
  ctx: Pick<Ctx, "db" | "enterpriseId" | "now">,
  { id: channelId, pairMs, idempotent }: { id: string; pairMs: number; idempotent: boolean },
  sender: string,
  ended: readonly Ended[],
): Promise<{ events: boolean; kept: KeptRow[] }> {
  if (ended.length === 0) return { events: false, kept: [] };
  const { db, now } = ctx;
  const { $client } = db;
  const at = now();
  const rows = JSON.stringify(ended.map((each) => cellsOf(each, at, idempotent)));
  const worked = ended.some(({ result: { outcome } }) => outcome === "sent");
  // A person who cannot be reached is no fault of the channel.
  const wrong = ended.findLast(({ result: { outcome, ofMessage } }) => outcome !== "sent" && !ofMessage);
  const bound = (text: string, ...values: unknown[]) => $client.prepare(text).bind(...values);
  const [, , , woken, , kept] = await $client.batch([
    bound(NAME, rows, sender),
    bound(NOTE, rows, sender),
    bound(CALLED, rows, channelId, at, pairMs),
    bound(WAKE_EVENTS, rows, channelId),
    bound(
      HEALTH,
      channelId,
      worked ? at : null,
      wrong?.result.reason ?? null,
      at,
      Math.floor(at / 60_000),
      ended.length,
    ),
    keepingChats(
      ctx,
      ended.map(({ id }) => id),
    ),
  ]);
  return { events: (woken?.meta.changes ?? 0) > 0, kept: keptRows(kept) };
}

function cellsOf({ id, result, attempts, at: endedAt }: Ended, at: number, idempotent: boolean): unknown[] {
  const { outcome, vendorId = null, code = null, reason = null, afterMs, growth = 1 } = result;
  const mayBeAgain = outcome === "later" || (outcome === "unknown" && idempotent);
  const again = mayBeAgain && attempts < MOST_ATTEMPTS;
  const least = afterMs === undefined ? FIRST_WAIT_MS * 2 ** attempts : afterMs * growth ** (attempts - 1);
  const wait = least * (0.75 + Math.random() / 2);
  const status = again ? "queued" : outcome === "later" ? "failed" : outcome;
  return [id, status, vendorId, endedAt, code, reason, again ? at + Math.round(wait) : null];
}

const GIVE_BACK = `UPDATE messages SET claimed_by = NULL, attempts = attempts - 1 WHERE claimed_by = ?1
  AND (?2 IS NULL OR id IN (SELECT value FROM json_each(?2)))`;

/** Gives back what a sender claimed and never called: these, or all that it has. */
export async function giveBack(
  { db }: Pick<Ctx, "db">,
  sender: string,
  ids?: readonly string[],
): Promise<void> {
  await db.$client
    .prepare(GIVE_BACK)
    .bind(sender, ids ? JSON.stringify(ids) : null)
    .run();
}

const LOST = `UPDATE messages SET status = 'unknown' WHERE claimed_by = ?1 AND status = 'queued'`;
const LET_GO = `UPDATE messages SET claimed_by = NULL WHERE claimed_by = ?1`;

/**
 * Marks what a sender has claimed as not confirmed: its memory is gone, so any of it may have been called. Answers the live
 * events that it kept.
 */
export async function noteLost(
  ctx: Pick<Ctx, "db" | "enterpriseId" | "now">,
  sender: string,
): Promise<KeptRow[]> {
  const { $client } = ctx.db;
  const [, kept] = await $client.batch([
    $client.prepare(LOST).bind(sender),
    keepingMarked(ctx, sender),
    $client.prepare(LET_GO).bind(sender),
  ]);
  return keptRows(kept);
}
