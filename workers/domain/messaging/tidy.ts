import type { TenantDb } from "#db/client.ts";

/** Vendors repeat what was not answered for a week: so long, and longer, an event's key keeps a repeat from counting. */
const KEPT_MS = 30 * 86_400_000;
/** Rows that one call deletes: it runs each minute, and holds nobody else up. */
const MOST = 2_000;

const EVENTS = `DELETE FROM inbound_events WHERE n IN (
  SELECT n FROM inbound_events WHERE at < ?1 AND state = 'done' ORDER BY at LIMIT ${MOST})`;
/** The oldest first, by their number: a turn's time has no index of its own. */
const TURNS = `DELETE FROM message_turns WHERE n IN (SELECT n FROM (
  SELECT n, at, state FROM message_turns ORDER BY n LIMIT ${MOST}) WHERE at < ?1 AND state <> 'waiting')`;

/**
 * Deletes the traces of work that is done: events whose messages are stored, and turns that have their answers. Events that
 * could not be used stay, for somebody to look at.
 */
export async function tidyMessaging({ $client }: Pick<TenantDb, "$client">, now: number): Promise<void> {
  await $client.batch([
    $client.prepare(EVENTS).bind(now - KEPT_MS),
    $client.prepare(TURNS).bind(now - KEPT_MS),
  ]);
}
