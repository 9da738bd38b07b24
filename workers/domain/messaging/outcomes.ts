import type { SendResult } from "#workers/channels/adapter.ts";
import type { KeptRow } from "#workers/contract/socket.ts";
import type { Ctx } from "../ctx.ts";
import { keepingChats, keepingMarked, keptRows } from "../live-events/keep-chats.ts";
import { NOBODY } from "../bare/bare.ts";
import { HELD_BACK, resting } from "./held-back.ts";

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

/** Rows that leave: the messages of chats, and the recipients of broadcasts. */
export type Leaving = "messages" | "broadcast_recipients";

/** An id that the vendor has given before names the first: the second message goes without, and holds up no other outcome. */
const NAME = {
  messages: `UPDATE OR IGNORE messages SET vendor_id = e.value->>2
  FROM json_each(?1) e WHERE messages.id = e.value->>0 AND messages.claimed_by = ?2 AND messages.vendor_id IS NULL AND e.value->>2 IS NOT NULL`,
  broadcast_recipients: `UPDATE broadcast_recipients SET vendor_id = e.value->>2
  FROM json_each(?1) e WHERE broadcast_recipients.id = e.value->>0 AND broadcast_recipients.claimed_by = ?2 AND broadcast_recipients.vendor_id IS NULL
    AND NOT EXISTS (SELECT 1 FROM broadcast_recipients o WHERE o.vendor_id = e.value->>2)`,
} as const;
/** A status that came before the answer of the call stays: the highest fact counts. */
const NOTE = (table: Leaving) => `UPDATE ${table} SET claimed_by = NULL,
    status = CASE WHEN status IN ('queued', 'unknown') THEN e.value->>1 ELSE status END,
    facts = CASE WHEN e.value->>1 IN ('sent', 'failed') AND json_extract(facts, '$.' || (e.value->>1)) IS NULL
      THEN json_set(facts, '$.' || (e.value->>1), json_array(e.value->>3, e.value->>3)) ELSE facts END,
    code = e.value->>4, reason = e.value->>5, not_before = coalesce(e.value->>6, not_before)
  FROM json_each(?1) e WHERE ${table}.id = e.value->>0 AND ${table}.claimed_by = ?2`;
/** Each call takes from what the vendor lets one person get, whatever became of it; who was erased is not begun anew. */
const CALLED = (
  table: Leaving,
) => `INSERT INTO reach (enterprise_id, channel_id, identity_id, last_out_at, pair_at)
  SELECT m.enterprise_id, ?2, m.identity_id, CASE WHEN e.value->>1 = 'sent' THEN ?3 END, ?3 + ?4
  FROM json_each(?1) e CROSS JOIN ${table} m ON m.id = e.value->>0 WHERE m.identity_id <> '${NOBODY}'
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

/** The channel whose calls ended, as its sender knows it. */
export interface CalledChannel {
  id: string;
  /** Time in which the vendor allows one more message to one person; 0 where it has no such rule. */
  pairMs: number;
  /** Whether the vendor honours our key, so that a call that broke off is made again. */
  idempotent: boolean;
}

/** Statements that write how the calls of rows of a table ended; the fourth answers what waited for them. */
export function notingCalls(
  { db, now }: Pick<Ctx, "db" | "now">,
  table: Leaving,
  { id: channelId, pairMs, idempotent }: CalledChannel,
  sender: string,
  ended: readonly Ended[],
): D1PreparedStatement[] {
  const { $client } = db;
  const at = now();
  const rows = JSON.stringify(ended.map((each) => cellsOf(each, at, idempotent)));
  const worked = ended.some(({ result: { outcome } }) => outcome === "sent");
  // A person who cannot be reached is no fault of the channel.
  const wrong = ended.findLast(({ result: { outcome, ofMessage } }) => outcome !== "sent" && !ofMessage);
  const bound = (text: string, ...values: unknown[]) => $client.prepare(text).bind(...values);
  const reason = wrong?.result.reason ?? null;
  return [
    bound(NAME[table], rows, sender),
    bound(NOTE(table), rows, sender),
    bound(CALLED(table), rows, channelId, at, pairMs),
    bound(WAKE_EVENTS, rows, channelId),
    bound(HEALTH, channelId, worked ? at : null, reason, at, Math.floor(at / 60_000), ended.length),
  ];
}

/**
 * Writes how calls ended, only where the row is still this sender's; a retry waits as its vendor says, else twice as long
 * each time. Answers whether events that waited for one of them can be worked now, and the live events that it kept.
 */
export async function noteOutcomes(
  ctx: Pick<Ctx, "db" | "enterpriseId" | "now">,
  channel: CalledChannel,
  sender: string,
  ended: readonly Ended[],
): Promise<{ events: boolean; kept: KeptRow[] }> {
  if (ended.length === 0) return { events: false, kept: [] };
  const [, , , woken, , kept] = await ctx.db.$client.batch([
    ...notingCalls(ctx, "messages", channel, sender, ended),
    keepingChats(
      ctx,
      ended.map(({ id }) => id),
    ),
    ...resting(ctx, "messages", channel.id, idsWith(HELD_BACK, ended)),
  ]);
  return { events: (woken?.meta.changes ?? 0) > 0, kept: keptRows(kept) };
}

/** The ids of those of which the vendor has said a code, or one of several. */
export const idsWith = (code: string | readonly string[], ended: readonly Ended[]): string[] =>
  ended
    .filter(({ result }) => result.code !== undefined && [code].flat().includes(result.code))
    .map(({ id }) => id);

/** Whether a call is made again by itself: it was put off, or broke off where the vendor knows it again by our key. */
export const isMadeAgain = (
  { result: { outcome }, attempts }: Pick<Ended, "result" | "attempts">,
  idempotent: boolean,
): boolean => (outcome === "later" || (outcome === "unknown" && idempotent)) && attempts < MOST_ATTEMPTS;

function cellsOf({ id, result, attempts, at: endedAt }: Ended, at: number, idempotent: boolean): unknown[] {
  const { outcome, vendorId = null, code = null, reason = null, afterMs, growth = 1 } = result;
  const again = isMadeAgain({ result, attempts }, idempotent);
  const least = afterMs === undefined ? FIRST_WAIT_MS * 2 ** attempts : afterMs * growth ** (attempts - 1);
  const wait = least * (0.75 + Math.random() / 2);
  const status = again ? "queued" : outcome === "later" ? "failed" : outcome;
  return [id, status, vendorId, endedAt, code, reason, again ? at + Math.round(wait) : null];
}

const TABLES = ["messages", "broadcast_recipients"] as const satisfies Leaving[];
/** A batch that failed may still come about: by then the same sender may have claimed these again, and call them. */
const GIVE_BACK = (table: Leaving, which: string) =>
  `UPDATE ${table} SET claimed_by = NULL, attempts = attempts - 1 WHERE claimed_by = ?1 AND ${which} AND (?3 IS NULL OR claimed_at <= ?3)`;
const THESE = "(?2 IS NULL OR id IN (SELECT value FROM json_each(?2)))";
const OTHERS = "id NOT IN (SELECT value FROM json_each(?2))";

/** Gives back what a sender claimed up to a moment of its own clock and never called: these, or all that it has. */
export async function giveBack(
  { db: { $client } }: Pick<Ctx, "db">,
  sender: string,
  ids?: readonly string[],
  before: number | null = null,
): Promise<void> {
  const which = ids ? JSON.stringify(ids) : null;
  await $client.batch(
    TABLES.map((table) => $client.prepare(GIVE_BACK(table, THESE)).bind(sender, which, before)),
  );
}

/** Gives back what a sender has claimed up to a moment without knowing it: all but these, which it calls or has called. */
export async function giveBackAstray(
  { db: { $client } }: Pick<Ctx, "db">,
  sender: string,
  known: readonly string[],
  before: number,
): Promise<void> {
  const all = JSON.stringify(known);
  await $client.batch(
    TABLES.map((table) => $client.prepare(GIVE_BACK(table, OTHERS)).bind(sender, all, before)),
  );
}

const LOST = (table: Leaving) =>
  `UPDATE ${table} SET status = 'unknown' WHERE claimed_by = ?1 AND status = 'queued'`;
const LET_GO = (table: Leaving) => `UPDATE ${table} SET claimed_by = NULL WHERE claimed_by = ?1`;

/**
 * Marks what a sender has claimed as not confirmed: its memory is gone, so any of it may have been called. Answers the live
 * events that it kept.
 */
export async function noteLost(
  ctx: Pick<Ctx, "db" | "enterpriseId" | "now">,
  sender: string,
): Promise<KeptRow[]> {
  const { $client } = ctx.db;
  const bound = (text: string) => $client.prepare(text).bind(sender);
  const [, kept] = await $client.batch([
    bound(LOST("messages")),
    keepingMarked(ctx, sender),
    bound(LET_GO("messages")),
    bound(LOST("broadcast_recipients")),
    bound(LET_GO("broadcast_recipients")),
  ]);
  return keptRows(kept);
}
