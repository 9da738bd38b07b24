import type { TenantDb } from "#db/client.ts";
import { passedOver } from "../bare/fenced.ts";

/** As long as what a run has used is there. */
export const USED_KEPT_MS = 30 * 86_400_000;
/** Vendors repeat what was not answered for a week: so long, and longer, an event's key keeps a repeat from counting. */
const KEPT_MS = 30 * 86_400_000;
/** Rows that one call deletes: it runs each minute, and holds nobody else up. */
const MOST = 2_000;

const EVENTS = `DELETE FROM inbound_events WHERE n IN (
  SELECT n FROM inbound_events WHERE at < ?1 AND state = 'done' ORDER BY at LIMIT ${MOST})`;
/** The oldest first, by their number: a turn's time has no index of its own. */
const TURNS = `DELETE FROM message_turns WHERE n IN (SELECT n FROM (
  SELECT n, at, state FROM message_turns ORDER BY n LIMIT ${MOST}) WHERE at < ?1 AND state <> 'waiting')`;

/** News that runs of journeys were told and have used, and news that nobody waited for in its time. */
const TOLD = `DELETE FROM run_inbox WHERE n IN (SELECT n FROM run_inbox WHERE done_at < ?1 ORDER BY done_at LIMIT ${MOST})`;
const UNTOLD = `DELETE FROM run_inbox WHERE n IN (SELECT n FROM (SELECT n, until FROM run_inbox WHERE done_at IS NULL ORDER BY n LIMIT ${MOST}) WHERE until < ?1)`;

/** Where people were before a move that nobody can undo any more. */
const MOVED = `DELETE FROM run_moved WHERE (move_id, run_id) IN (SELECT m.move_id, m.run_id FROM run_moves v
  CROSS JOIN run_moved m ON m.move_id = v.id WHERE v.undo_until < ?1 AND v.state IN ('moved', 'undone') LIMIT ${MOST})`;
const MOVED_KEPT_MS = 3_600_000;
/** Events that a sender may tell again, and those that were given up. */
const DECIDED = `DELETE FROM entry_news WHERE n IN (SELECT n FROM entry_news WHERE done_at < ?1 ORDER BY done_at LIMIT ${MOST})`;

/** Files that came to the endpoint of a flow which nobody has completed in its time; their bytes go with the minute's sweep of the drive. */
const GIVEN_UP = `SELECT id FROM message_media INDEXED BY message_media_unanswered WHERE message_id = '' AND until < ?1 ORDER BY until LIMIT 200`;
const LEAVE_FILES = `UPDATE drive_files SET state = 'leaving' WHERE state = 'ready' AND use = 'inbound' AND ${passedOver("enterprise_id")}
  AND id IN (SELECT file_id FROM message_media WHERE id IN (${GIVEN_UP}))`;
const UNANSWERED = `DELETE FROM message_media WHERE id IN (${GIVEN_UP})`;

/** A vendor's news of an account is its history, for a year. */
const NEWS_KEPT_MS = 365 * 86_400_000;
/** By the id, which begins with the time: the other index is each channel's. */
const NEWS = `DELETE FROM channel_events WHERE id IN (SELECT id FROM channel_events WHERE id < ?1 ORDER BY id LIMIT ${MOST})`;

/** The least id (UUIDv7) of a time: 48 bits of milliseconds. */
function firstIdAt(time: number): string {
  const digits = time.toString(16).padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}

/**
 * Deletes the traces of work that is done: events whose messages are stored, and turns that have their answers. Events that
 * could not be used stay, for somebody to look at. So go what runs of journeys were told, and where moved ones were. Files
 * of flows that were never completed go with the flow's time. News of an account go after a year.
 */
export async function tidyMessaging({ $client }: Pick<TenantDb, "$client">, now: number): Promise<void> {
  await $client.batch([
    $client.prepare(EVENTS).bind(now - KEPT_MS),
    $client.prepare(TURNS).bind(now - KEPT_MS),
    $client.prepare(TOLD).bind(now - USED_KEPT_MS),
    $client.prepare(UNTOLD).bind(now),
    $client.prepare(MOVED).bind(now - MOVED_KEPT_MS),
    $client.prepare(DECIDED).bind(now - KEPT_MS),
    $client.prepare(LEAVE_FILES).bind(now),
    $client.prepare(UNANSWERED).bind(now),
    $client.prepare(NEWS).bind(firstIdAt(now - NEWS_KEPT_MS)),
  ]);
}
