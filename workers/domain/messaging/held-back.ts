import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import type { Ctx } from "../ctx.ts";

type Table = "messages" | "broadcast_recipients";

/** The vendor lets this person have no more offers today, whoever sends them: theirs is no bad number. */
export const HELD_BACK = "131049";
const DAY_MS = 86_400_000;
const REST = (
  table: Table,
) => `UPDATE reach SET refused_until = ?3 WHERE channel_id = ?2 AND (enterprise_id, identity_id) IN
  (SELECT r.enterprise_id, r.identity_id FROM json_each(?1) e CROSS JOIN ${table} r ON r.id = e.value)`;

const HELD = ["expiredQuiet", "expiredRest"] as const;
/**
 * SQL that tells an offer of a row which still waits for its hours, or for the vendor's rest, when its time is over (`at`), from
 * one that has come too late: both waits end on a whole minute, and hardly any other does.
 */
const heldTill = (
  row: string,
  { channel, at }: { channel: string; at: string },
  [quiet, rest, otherwise]: readonly [quiet: string, rest: string, otherwise: string],
): string => `CASE WHEN ${row}.not_before <= ${at} OR ${row}.not_before % 60000 <> 0 THEN ${otherwise}
    WHEN EXISTS (SELECT 1 FROM reach h WHERE h.enterprise_id = ${row}.enterprise_id AND h.channel_id = ${channel}
      AND h.identity_id = ${row}.identity_id AND h.refused_until > ${row}.not_before - 60000) THEN ${rest} ELSE ${quiet} END`;

/** SQL that sets code and reason of a row whose time is over, by what it has waited for; `code` and `reason` are those of others. */
export function whyExpired(
  row: string,
  where: { channel: string; at: string },
  { code, reason }: { code: string; reason: string },
): string {
  const [quiet, rest] = HELD.map((each) => (texts.reasons[each]?.[0] ?? "").replaceAll("'", "''"));
  return `code = ${heldTill(row, where, [`'${HELD[0]}'`, `'${HELD[1]}'`, code])},
    reason = ${heldTill(row, where, [`'${quiet}'`, `'${rest}'`, reason])}`;
}

/** Statements that let those rest for a day of whom the vendor has said so, in the answer of a call or in a status. */
export function resting(
  { db: { $client }, now }: Pick<Ctx, "db" | "now">,
  table: Table,
  channelId: string,
  ids: readonly string[],
): D1PreparedStatement[] {
  if (ids.length === 0) return [];
  return [$client.prepare(REST(table)).bind(JSON.stringify(ids), channelId, now() + DAY_MS)];
}
