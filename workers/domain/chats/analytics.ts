import { type FigureKind, figureNames } from "#db/tenant/chat-figures.ts";
import {
  type chatAnalytics,
  MOST_ANALYTICS_ROWS,
  NO_DEPARTMENT,
} from "#workers/contract/endpoints/chat-analytics.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { type Ctx, iso } from "../ctx.ts";
import { HOUR_MS } from "./hour-at.ts";

const NAMES = figureNames.join(", ");
/** `?4` is a department, 'none' for chats of none, or empty for all. */
const OF_DEPARTMENT = `?4 IN ('', CASE department_id WHEN '' THEN '${NO_DEPARTMENT}' ELSE department_id END)`;
const IN_PART = (kind: FigureKind, from: string, until: string) =>
  `SELECT at - at % ${HOUR_MS}, department_id, of_id, name, ${NAMES} FROM chat_counted
  WHERE enterprise_id = ?1 AND kind = '${kind}' AND at >= ${from} AND at < ${until} AND ${OF_DEPARTMENT}`;
/** Whole hours, from `?5` to `?6`, are read from their sums; the two that the time from `?2` to `?3` cuts, from their chats. */
const COUNTED = (kind: FigureKind) => `(SELECT hour, department_id, of_id, name, ${NAMES} FROM chat_figures
    WHERE enterprise_id = ?1 AND kind = '${kind}' AND hour >= ?5 AND hour < ?6 AND ${OF_DEPARTMENT}
  UNION ALL ${IN_PART(kind, "?2", "min(?5, ?3)")}
  UNION ALL ${IN_PART(kind, "max(?5, ?6)", "?3")}) f`;
const MISSED = "sum(timed_out + out_of_hours)";
const SUMS = figureNames.map((name) => `coalesce(sum(f.${name}), 0) AS ${name}`).join(", ");
const TOTAL = `SELECT ${SUMS} FROM ${COUNTED("all")}`;
const HOURS = `SELECT hour AS at, sum(started) AS started, sum(closed) AS closed, ${MISSED} AS missed FROM ${COUNTED("all")}
  GROUP BY 1 HAVING sum(started) + sum(closed) + ${MISSED} > 0 ORDER BY 1`;
/** By something whose id and name are said; whoever has had the most that ended stands first. */
const by = (kind: FigureKind, id: string, name: string, joins = "") =>
  `SELECT ${id} AS id, ${name} AS name, ${SUMS} FROM ${COUNTED(kind)} ${joins}
  GROUP BY 1 HAVING sum(started) + sum(closed) + ${MISSED} > 0
  ORDER BY sum(closed) + ${MISSED} DESC, sum(started) DESC, 2 LIMIT ${MOST_ANALYTICS_ROWS}`;
const DEPARTMENTS = by(
  "all",
  `coalesce(d.id, '${NO_DEPARTMENT}')`,
  "coalesce(max(d.name), '')",
  "LEFT JOIN departments d ON d.enterprise_id = ?1 AND d.id = f.department_id",
);
const AGENTS = by("agent", "f.of_id", "max(f.name)");
const CHANNELS = by("channel", "h.id", "h.name", "JOIN channels h ON h.id = f.of_id");
const LABELS = by("label", "l.id", "l.name", "JOIN chat_labels l ON l.id = f.of_id AND l.enterprise_id = ?1");
/** Those who were picked up, by the hours of the range: an hour that it cuts is counted whole. */
const PICKED_UP = `SELECT coalesce(sum(attended), 0) AS attended, coalesce(sum(pickup_ms), 0) AS ms FROM chat_hours
  WHERE enterprise_id = ?1 AND hour > ?2 - ${HOUR_MS} AND hour < ?3 AND ${OF_DEPARTMENT}`;

type Sums = Record<(typeof figureNames)[number], number>;
type Row = Sums & { id: string; name: string };

const secondsOf = (ms: number): number => Math.round(ms / 100) / 10;
const averageOf = (sum: number, count: number): number | null => (count === 0 ? null : sum / count);
const figuresOf = (sums: Sums) => ({
  started: sums.started,
  firstResponses: sums.responses,
  firstResponseSeconds: secondsOf(averageOf(sums.response_ms, sums.responses) ?? 0),
  closed: sums.closed,
  missed: sums.timed_out + sums.out_of_hours,
  durationSeconds: secondsOf(averageOf(sums.duration_ms, sums.closed) ?? 0),
  rated: sums.rated,
  rating: ratingOf(averageOf(sums.rating, sums.rated)),
});
const rowsOf = (result: D1Result | undefined) =>
  ((result?.results ?? []) as unknown as Row[]).map(({ id, name, ...sums }) => ({
    id,
    name,
    ...figuresOf(sums),
  }));
/** Two digits behind the point. */
const ratingOf = (average: number | null): number | null =>
  average === null ? null : Math.round(average * 100) / 100;

/** The hours that a time has whole. */
const wholeHours = (since: number, until: number): [number, number] => [
  Math.ceil(since / HOUR_MS) * HOUR_MS,
  Math.floor(until / HOUR_MS) * HOUR_MS,
];

function totalOf(totals: D1Result | undefined, picked: D1Result | undefined) {
  const [total] = (totals?.results ?? []) as [Sums];
  const [{ attended, ms }] = (picked?.results ?? []) as [{ attended: number; ms: number }];
  return {
    ...figuresOf(total),
    timedOut: total.timed_out,
    outOfHours: total.out_of_hours,
    attended,
    pickupSeconds: secondsOf(averageOf(ms, attended) ?? 0),
  };
}

/** How many chats came and how they ended: all of the enterprise's, whoever may read them, by the hours' sums. */
export async function analysed(
  { db, enterpriseId, now }: Ctx,
  query: InputOf<typeof chatAnalytics>["query"],
): Promise<ReplyOf<typeof chatAnalytics>> {
  const { $client } = db;
  const [since, until] = [Date.parse(query.since), Date.parse(query.until)];
  const read = (text: string, [from, to]: readonly [number, number]) =>
    $client
      .prepare(text)
      .bind(enterpriseId, from, to, query.departmentId, ...(text === PICKED_UP ? [] : wholeHours(from, to)));
  const [asked, earlier] = [[since, until] as const, [2 * since - until, since] as const];
  const [totals, picked, totalsBefore, pickedBefore, hours, departments, agents, channels, labels] =
    await $client.batch([
      ...[asked, earlier].flatMap((range) => [read(TOTAL, range), read(PICKED_UP, range)]),
      ...[HOURS, DEPARTMENTS, AGENTS, CHANNELS, LABELS].map((text) => read(text, asked)),
    ]);
  return {
    total: totalOf(totals, picked),
    before: totalOf(totalsBefore, pickedBefore),
    hours: (
      (hours?.results ?? []) as unknown as { at: number; started: number; closed: number; missed: number }[]
    ).map(({ at, ...ended }) => ({ at: iso(at), ...ended })),
    departments: rowsOf(departments),
    agents: rowsOf(agents),
    channels: rowsOf(channels),
    labels: rowsOf(labels),
    updatedAt: iso(now()),
  };
}
