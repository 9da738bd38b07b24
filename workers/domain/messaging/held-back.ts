import type { Ctx } from "../ctx.ts";

type Table = "messages" | "broadcast_recipients";

/** The vendor lets this person have no more offers today, whoever sends them: theirs is no bad number. */
export const HELD_BACK = "131049";
const DAY_MS = 86_400_000;
const REST = (
  table: Table,
) => `UPDATE reach SET refused_until = ?3 WHERE channel_id = ?2 AND (enterprise_id, identity_id) IN
  (SELECT r.enterprise_id, r.identity_id FROM json_each(?1) e CROSS JOIN ${table} r ON r.id = e.value)`;

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
