import { type DashboardSource, dashboardSources } from "#workers/contract/dashboards.ts";
import { usageKindNames } from "#workers/contract/billing/usage.ts";
import { COUNTED } from "../reports-of-messages/counts.ts";
import { DAY_MS, QUARTER_MS } from "../reports/grain.ts";

const HOUR_MS = 3_600_000;

/**
 * Rows with `day`, and with the `id` and `name` of their part, and the sums that are made of them. `?1` is the
 * enterprise, `?2` days with their bounds and the number of the day of that name, `?3` a channel or ''; `?6` and `?7` are
 * a bot and a department, or ''.
 */
interface Source {
  rows: string;
  /** The column with a row's bot or department, where it has one. */
  bot?: string;
  department?: string;
  /** The first one says which parts have the most. */
  sums: Record<string, string>;
}

/** SQL for a day's bounds; an hour counts to the day in which it begins. */
const SINCE = "d.value->>1";
const UNTIL = "d.value->>2";
const hourAt = (at: string): string => `(${at} + ${HOUR_MS - 1}) / ${HOUR_MS}`;
const statuses = (...names: string[]): string =>
  `coalesce(sum(count) FILTER (WHERE status IN (${names.map((name) => `'${name}'`).join(", ")})), 0)`;
const plain = (...names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, `sum(${name})`]));

const CHAT_SUMS = {
  started: "sum(started)",
  closed: "sum(closed)",
  missed: "sum(timed_out + out_of_hours)",
  responses: "sum(responses)",
  responseSeconds: "sum(response_ms) / 1000.0",
  rated: "sum(rated)",
  rating: "sum(rating)",
};
const { started: _, ...AGENT_SUMS } = CHAT_SUMS;
const figures = (kind: string, ofId: string): string => `json_each(?2) d CROSS JOIN chat_figures f
  ON f.enterprise_id = ?1 AND f.kind = ${kind} AND f.hour >= ${SINCE} AND f.hour < ${UNTIL}${ofId}`;
const LAUNCHES =
  "automation_instances i CROSS JOIN automations a ON a.id = i.automation_id AND a.kind = 'journey' AND a.deleted_at IS NULL";

const SOURCES: Record<Exclude<DashboardSource, "spending">, Source> = {
  sent: {
    rows: `SELECT day, channelId AS id, channelName AS name, status, count FROM (${COUNTED})`,
    sums: {
      total: "sum(count)",
      delivered: statuses("delivered", "read"),
      read: statuses("read"),
      failed: statuses("failed", "expired"),
    },
  },
  received: {
    rows: `SELECT d.value->>0 AS day, m.channel_id AS id, coalesce(h.name, '') AS name, m.count AS received FROM json_each(?2) d
      CROSS JOIN message_hours m ON m.enterprise_id = ?1 AND m.hour >= ${hourAt(SINCE)} AND m.hour < ${hourAt(UNTIL)}
      LEFT JOIN channels h ON h.id = m.channel_id AND h.enterprise_id = ?1
      WHERE m.direction = 'in' AND m.fact = 'made' AND (?3 = '' OR m.channel_id = ?3)`,
    sums: plain("received"),
  },
  // A day that is one by UTC too has a row of its own.
  bots: {
    rows: `SELECT d.value->>0 AS day, a.id, a.name, r.conversations, r.turns, r.scoped, r.offered FROM agents a CROSS JOIN json_each(?2) d
      CROSS JOIN report_sums r ON r.enterprise_id = ?1 AND r.agent_id = a.id AND r.at >= ${SINCE} AND r.at < ${UNTIL}
        AND r.grain = CASE WHEN ${SINCE} % ${DAY_MS} = 0 AND ${UNTIL} % ${DAY_MS} = 0 THEN ${DAY_MS} ELSE ${QUARTER_MS} END
      WHERE a.enterprise_id = ?1`,
    bot: "id",
    sums: { ...plain("conversations", "turns", "scoped"), asked: "sum(turns - offered)" },
  },
  journeys: {
    rows: `SELECT d.value->>0 AS day, a.id, a.name, h.entered FROM ${LAUNCHES} CROSS JOIN json_each(?2) d
      CROSS JOIN entry_hours h ON h.instance_id = i.id AND h.hour >= ${hourAt(SINCE)} AND h.hour < ${hourAt(UNTIL)} WHERE i.enterprise_id = ?1`,
    sums: plain("entered"),
  },
  // By version, as the roll-up's key is: without one all its days would be read.
  steps: {
    rows: `SELECT n.day, a.id, a.name, n.errors, n.timed_out FROM ${LAUNCHES}
      CROSS JOIN automation_versions v ON v.automation_id = a.id
      CROSS JOIN node_daily n ON n.instance_id = i.id AND n.version_id = v.id AND n.day BETWEEN ?2->>'$[0][0]' AND ?2->>'$[#-1][0]' WHERE i.enterprise_id = ?1`,
    sums: { errors: "sum(errors)", timedOut: "sum(timed_out)" },
  },
  chats: {
    rows: `SELECT d.value->>0 AS day, f.department_id AS id, coalesce(p.name, '') AS name, f.started, f.closed, f.timed_out, f.out_of_hours,
        f.responses, f.response_ms, f.rated, f.rating
      FROM ${figures("CASE ?3 WHEN '' THEN 'all' ELSE 'channel' END", " AND f.of_id = ?3")}
      LEFT JOIN departments p ON p.enterprise_id = ?1 AND p.id = f.department_id`,
    department: "id",
    sums: CHAT_SUMS,
  },
  agents: {
    rows: `SELECT d.value->>0 AS day, f.of_id AS id, f.name, f.department_id AS department, f.closed, f.timed_out, f.out_of_hours, f.responses, f.response_ms, f.rated, f.rating
      FROM ${figures("'agent'", "")}`,
    department: "department",
    sums: AGENT_SUMS,
  },
  usage: {
    rows: `SELECT d.value->>0 AS day, k.value AS id, '' AS name, u.count FROM json_each('${JSON.stringify(usageKindNames)}') k
      CROSS JOIN json_each(?2) d CROSS JOIN usage_days u ON u.enterprise_id = ?1 AND u.kind = k.value AND u.day = d.value->>3`,
    sums: Object.fromEntries(
      usageKindNames.map((kind) => [kind, `coalesce(sum(count) FILTER (WHERE id = '${kind}'), 0)`]),
    ),
  },
};

const sumsOf = ({ sums }: Source): string =>
  Object.entries(sums)
    .map(([name, sum]) => `${sum} AS "${name}"`)
    .join(", ");

/** Every statement binds the same values, used or not. */
const narrowed = ({ bot = "?6", department = "?7" }: Source): string =>
  `WHERE ?4 = '' AND ?6 IN ('', ${bot}) AND ?7 IN ('', ${department})`;
/** The sums of each day; `?5` is the first day that is not one before, and `?4` is ''. */
const byDay = (source: Source): string =>
  `SELECT day, day < ?5 AS isBefore, ${sumsOf(source)} FROM (${source.rows}) ${narrowed(source)} GROUP BY day`;
/** The sums of each part, such as a channel, since `?5`; `?8` is how many. */
const byPart = (source: Source): string =>
  `SELECT id, max(name) AS name, ${sumsOf(source)} FROM (${source.rows}) ${narrowed(source)} AND day >= ?5
  GROUP BY id ORDER BY 3 DESC, 2, 1 LIMIT ?8`;

/**
 * Use since the beginning of the month in which the days begin: what of a month is included is used up from its first day on.
 * Prices are the directory's, so `spent.ts` makes amounts of it, for days and for parts.
 */
const USED = `SELECT u.kind, u.day, u.count FROM json_each('${JSON.stringify(usageKindNames)}') k CROSS JOIN usage_days u ON u.enterprise_id = ?1 AND u.kind = k.value
  AND u.day >= unixepoch(?2->>'$[0][3]' * 86400, 'unixepoch', 'start of month') / 86400 AND u.day <= ?2->>'$[#-1][3]' WHERE ?7 IS NOT NULL`;

/** The two statements of each source; of use at its prices it is one. */
export const statementsOf = Object.fromEntries(
  dashboardSources.map((name) => [
    name,
    name === "spending"
      ? { byDay: USED, byPart: USED }
      : { byDay: byDay(SOURCES[name]), byPart: byPart(SOURCES[name]) },
  ]),
) as Record<DashboardSource, { byDay: string; byPart: string }>;
