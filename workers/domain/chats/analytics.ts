import { CHAT } from "#workers/contract/chat-states.ts";
import {
  type chatAnalytics,
  type EndedChats,
  MOST_ANALYTICS_ROWS,
  NO_DEPARTMENT,
} from "#workers/contract/endpoints/chat-analytics.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { type Ctx, iso } from "../ctx.ts";

const HOUR_MS = 3_600_000;

/** Chats that ended within the time; `?4` a department, 'none' for those of none, or empty for all. */
const ENDED = `c.enterprise_id = ?1 AND c.state IN (${CHAT.closed}, ${CHAT.missed}) AND c.closed_at >= ?2 AND c.closed_at < ?3
  AND ?4 IN ('', coalesce(c.department_id, '${NO_DEPARTMENT}'))`;
const FIGURES = `coalesce(sum(c.state = ${CHAT.closed}), 0) AS closed, coalesce(sum(c.state = ${CHAT.missed}), 0) AS missed,
  coalesce(avg(CASE c.state WHEN ${CHAT.closed} THEN c.closed_at - c.created_at END), 0) AS ms,
  count(c.rating) AS rated, avg(c.rating) AS rating`;
const TOTAL = `SELECT ${FIGURES} FROM chats c WHERE ${ENDED}`;
const HOURS = `SELECT c.closed_at - c.closed_at % ${HOUR_MS} AS at, sum(c.state = ${CHAT.closed}) AS closed, sum(c.state = ${CHAT.missed}) AS missed
  FROM chats c WHERE ${ENDED} GROUP BY 1 ORDER BY 1`;
/** By something whose id and name are said; whoever has had the most stands first. */
const by = (id: string, name: string, joins = "", where = "true") =>
  `SELECT ${id} AS id, ${name} AS name, ${FIGURES} FROM chats c ${joins} WHERE ${ENDED} AND ${where}
  GROUP BY 1 ORDER BY count(*) DESC, 2 LIMIT ${MOST_ANALYTICS_ROWS}`;
const DEPARTMENTS = by(
  `coalesce(d.id, '${NO_DEPARTMENT}')`,
  "coalesce(max(d.name), '')",
  "LEFT JOIN departments d ON d.enterprise_id = ?1 AND d.id = c.department_id",
);
const AGENTS = by("c.handler", "max(c.handler_name)", "", "c.handler IS NOT NULL");
const CHANNELS = by("h.id", "h.name", "JOIN channels h ON h.id = c.channel_id");
const LABELS = by(
  "l.id",
  "l.name",
  "CROSS JOIN json_each(c.labels) e JOIN chat_labels l ON l.id = e.value AND l.enterprise_id = ?1",
);
/** Those who were picked up, by the hours of the range: an hour that it cuts is counted whole. */
const PICKED_UP = `SELECT coalesce(sum(attended), 0) AS attended, coalesce(sum(pickup_ms), 0) AS ms FROM chat_hours
  WHERE enterprise_id = ?1 AND hour > ?2 - ${HOUR_MS} AND hour < ?3 AND ?4 IN ('', CASE department_id WHEN '' THEN '${NO_DEPARTMENT}' ELSE department_id END)`;

interface Row {
  id: string;
  name: string;
  closed: number;
  missed: number;
  ms: number;
  rated: number;
  rating: number | null;
}

const secondsOf = (ms: number): number => Math.round(ms / 100) / 10;
const rowsOf = (result: D1Result | undefined): EndedChats[] =>
  ((result?.results ?? []) as unknown as Row[]).map(({ ms, rating, ...row }) => ({
    ...row,
    durationSeconds: secondsOf(ms),
    rating: ratingOf(rating),
  }));
/** Two digits behind the point. */
const ratingOf = (average: number | null): number | null =>
  average === null ? null : Math.round(average * 100) / 100;

/** How chats ended: all of the enterprise's, whoever may read them. One scan of those that ended then for each list. */
export async function analysed(
  { db, enterpriseId, now }: Ctx,
  { since, until, departmentId }: InputOf<typeof chatAnalytics>["query"],
): Promise<ReplyOf<typeof chatAnalytics>> {
  const { $client } = db;
  const bound = (text: string) =>
    $client.prepare(text).bind(enterpriseId, Date.parse(since), Date.parse(until), departmentId);
  const [totals, hours, departments, agents, channels, labels, picked] = await $client.batch(
    [TOTAL, HOURS, DEPARTMENTS, AGENTS, CHANNELS, LABELS, PICKED_UP].map(bound),
  );
  const [total] = (totals?.results ?? []) as [Omit<Row, "id" | "name">];
  const [{ attended, ms }] = (picked?.results ?? []) as [{ attended: number; ms: number }];
  return {
    total: {
      closed: total.closed,
      missed: total.missed,
      durationSeconds: secondsOf(total.ms),
      rated: total.rated,
      rating: ratingOf(total.rating),
      attended,
      pickupSeconds: attended === 0 ? 0 : secondsOf(ms / attended),
    },
    hours: ((hours?.results ?? []) as unknown as { at: number; closed: number; missed: number }[]).map(
      ({ at, ...ended }) => ({ at: iso(at), ...ended }),
    ),
    departments: rowsOf(departments),
    agents: rowsOf(agents),
    channels: rowsOf(channels),
    labels: rowsOf(labels),
    updatedAt: iso(now()),
  };
}
