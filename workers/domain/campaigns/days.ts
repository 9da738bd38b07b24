import type { activityDays as contract } from "#workers/contract/endpoints/activities.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { page } from "../page.ts";
import { DAY_MS } from "../reports/grain.ts";
import { type Zone, zoneOf } from "../reports/zone.ts";

const QUARTER_MS = 900_000;
/** Runs of an activity in all their parts: whom a fallback reached is one of the same people. */
const RUNS = "broadcasts b WHERE b.enterprise_id = ?1 AND b.activity_id = ?2 AND b.fallback_of IS NULL";
const SPAN = `SELECT a.plan ->> '$.timezone' AS timezone,
    (SELECT min(q.at) FROM (SELECT b.id FROM ${RUNS}) b CROSS JOIN broadcast_quarters q ON q.broadcast_id = b.id) AS since,
    (SELECT max(q.at) FROM (SELECT b.id FROM ${RUNS}) b CROSS JOIN broadcast_quarters q ON q.broadcast_id = b.id) AS until
  FROM activities a WHERE a.enterprise_id = ?1 AND a.id = ?2`;
const counted = (...statuses: string[]) =>
  `sum(CASE WHEN q.status IN (${statuses.map((each) => `'${each}'`).join()}) THEN q.count ELSE 0 END)`;
/** `?3`: times between which the zone's clock is so far ahead. */
const DAYS = `SELECT date((q.at + e.value->>2) / 1000, 'unixepoch') AS day, ${counted("sent", "delivered", "read")} AS sent,
    ${counted("delivered", "read")} AS delivered, ${counted("read")} AS read, ${counted("replied")} AS replied, ${counted("clicked")} AS clicked,
    ${counted("failed", "expired")} AS failed, ${counted("unknown")} AS unknown
  FROM json_each(?3) e CROSS JOIN (SELECT b.id FROM ${RUNS}) b
    CROSS JOIN broadcast_quarters q ON q.broadcast_id = b.id AND q.at >= e.value->>0 AND q.at < e.value->>1
  GROUP BY 1 HAVING sum(q.count) > 0 ORDER BY 1 DESC LIMIT ?4 OFFSET ?5`;

/** Everybody's outcomes by the day of their call in the activity's zone, the latest first. */
export async function activityDays(
  { db: { $client }, enterpriseId }: Ctx,
  id: string,
  paging: InputOf<typeof contract>["query"],
): Promise<ReplyOf<typeof contract>> {
  const { limit, offset, cut } = page(paging);
  const span = await $client
    .prepare(SPAN)
    .bind(enterpriseId, id)
    .first<{ timezone: string | null; since: number | null; until: number | null }>();
  if (!span) throw new DomainError("notFound");
  const timezone = span.timezone ?? "UTC";
  if (span.since === null || span.until === null) return { timezone, days: [], more: false };
  const clocks = clocksBetween(zoneOf({ timeZone: timezone }), span.since, span.until + QUARTER_MS);
  const { results } = await $client
    .prepare(DAYS)
    .bind(enterpriseId, id, JSON.stringify(clocks), limit, offset)
    .all<ReplyOf<typeof contract>["days"][number]>();
  const { rows, more } = cut(results);
  return { timezone, days: rows, more };
}

/** Times between which a clock is so far ahead of UTC; it changes at the begin of a quarter of an hour. */
export function clocksBetween(
  zone: Zone,
  since: number,
  until: number,
): [since: number, until: number, offset: number][] {
  const clocks: [number, number, number][] = [];
  let [from, offset] = [since, zone.offsetAt(since)];
  for (let at = since; at < until;) {
    const next = Math.min(at + DAY_MS, until);
    if (zone.offsetAt(next) === offset) {
      at = next;
      continue;
    }
    while (zone.offsetAt(at) === offset) at += QUARTER_MS;
    clocks.push([from, at, offset]);
    [from, offset] = [at, zone.offsetAt(at)];
  }
  return from < until ? [...clocks, [from, until, offset]] : clocks;
}
