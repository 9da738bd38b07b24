import { USUAL_TARGET_SECONDS } from "#workers/contract/chat-rules.ts";
import { CHAT } from "#workers/contract/chat-states.ts";
import type { ServiceLevel } from "#workers/contract/endpoints/chat-monitor.ts";
import { dayBeganIn } from "#workers/contract/zone-clock.ts";
import type { Ctx } from "../ctx.ts";
import { RULES_OF } from "../messaging/chat-rules.ts";

/** Milliseconds that a chat waited until it was first taken, or given up, or until now (`?3`); null where a bot has it. */
const WAIT = `coalesce(c.first_pickup_ms,
    CASE c.state WHEN ${CHAT.started} THEN ?3 WHEN ${CHAT.closed} THEN c.closed_at WHEN ${CHAT.missed} THEN c.closed_at END - c.asked_at)`;
/**
 * Picked up within the target ÷ (those + picked up, given up or still waiting after longer): who gave up sooner counts nowhere.
 * The usual formula, such as https://www.callcentrehelper.com/service-level-threshold-calculations-206890.htm, number 4. Read off one index.
 */
const LEVELS = `WITH target AS (SELECT CASE WHEN json_type(r.rules, '$.targetSeconds') IS NULL THEN ${USUAL_TARGET_SECONDS}
      ELSE r.rules ->> '$.targetSeconds' END AS seconds FROM (SELECT ${RULES_OF("?1")} AS rules) r),
  waits AS (SELECT coalesce(c.department_id, '') AS place, c.first_pickup_ms AS picked, ${WAIT} AS ms
    FROM chats c INDEXED BY chats_asked WHERE c.enterprise_id = ?1 AND c.asked_at >= ?2)
  SELECT t.seconds, w.place, coalesce(sum(w.picked <= t.seconds * 1000), 0) AS met, count(w.place) AS "of"
  FROM target t LEFT JOIN waits w ON w.picked <= t.seconds * 1000 OR w.ms > t.seconds * 1000 GROUP BY w.place`;

type Row = ServiceLevel & { seconds: number | null; place: string | null };

/** The statement that reads how many of today's chats, by the clock of a zone, were picked up in time, by department. */
export const readingLevels = ({ db, enterpriseId, now }: Ctx, zone: string): D1PreparedStatement =>
  db.$client.prepare(LEVELS).bind(enterpriseId, dayBeganIn(zone, now()), now());

export function levelsIn(result: D1Result | undefined) {
  const rows = (result?.results ?? []) as unknown as Row[];
  const sum = (of: readonly Row[]): ServiceLevel => ({
    met: of.reduce((all, { met }) => all + met, 0),
    of: of.reduce((all, each) => all + each.of, 0),
  });
  return {
    targetSeconds: rows[0]?.seconds ?? null,
    total: sum(rows),
    levelAt: (departmentId: string): ServiceLevel => sum(rows.filter(({ place }) => place === departmentId)),
  };
}
