import { feelingNames, feelings } from "#workers/contract/emotions.ts";
import { DAY_MS, QUARTER_MS } from "./grain.ts";

/**
 * The sums that follow from the turns themselves, as SQL: a second way to the sums that count-turn.ts adds up turn by
 * turn, against which `recount` checks the tables. Plain text instead of drizzle's builder, as it is also printed.
 */

/**
 * Selection of turns: those that count in one bot's rows from ?3 to ?4 (whole days; ?1 is the enterprise, ?2 the
 * bot), or all turns of all bots.
 */
export type Which = "slice" | "all";

/** A turn tells of its sender for a day and a quarter, and of its conversation until that is silent for half an hour. */
const AROUND_MS = DAY_MS + 4 * QUARTER_MS;

const OF = "enterprise_id, agent_id";
const within = (time: string, which: Which): string =>
  which === "all" ? "true" : `${time} >= ?3 AND ${time} < ?4`;
const ofAgent = (table: string, which: Which): string =>
  which === "all" ? "" : `${table}.enterprise_id = ?1 AND ${table}.agent_id = ?2 AND `;
const around = (which: Which): string =>
  which === "all" ? "true" : `t.at >= ?3 - ${AROUND_MS} AND t.at < ?4 + ${AROUND_MS}`;

const felt = feelingNames
  .map((name) => {
    const those = feelings[name].map((emotion) => `'${emotion}'`).join(", ");
    return `sum(coalesce(emotion, '') IN (${those})) AS ${name}`;
  })
  .join(", ");

/** Conversations that began then, with all their turns. */
const talks = (which: Which): string => `
  talks AS MATERIALIZED (
    SELECT c.enterprise_id, c.agent_id, c.id, c.started_at AS started, count(t.id) AS turns, count(t.intent_id) AS scoped
    FROM conversations c JOIN turns t ON t.enterprise_id = c.enterprise_id AND t.conversation_id = c.id
    WHERE ${ofAgent("c", which)}${within("c.started_at", which)} GROUP BY c.id)`;

export interface ExpectedTable {
  table: "report_sums" | "report_days";
  /** The columns that name a row, after the enterprise and the bot, and those that count. */
  keys: readonly string[];
  counts: readonly string[];
  columns: string;
  sql: (which: Which) => string;
}

const sums = [
  "turns",
  "scoped",
  "weak",
  "offered",
  ...feelingNames,
  "conversations",
  "messages",
  "longest",
  "coming",
];
const nothing = (names: readonly string[]): string => names.map((name) => `0 AS ${name}`).join(", ");
const ofTurns = ["turns", "scoped", "weak", "offered", ...feelingNames];
const ofTalks = ["conversations", "messages", "longest"];

export const expectedTables: readonly ExpectedTable[] = [
  {
    table: "report_sums",
    keys: ["grain", "at"],
    counts: sums,
    columns: `${OF}, grain, at, ${sums.join(", ")}`,
    // Rows are taken in the order in which they were written: clocks of two machines may differ, transactions do not.
    sql: (which) => `
WITH said AS MATERIALIZED (
    SELECT t.enterprise_id, t.agent_id, t.at - t.at % ${QUARTER_MS} AS at, t.intent_id, t.weak, t.kind, t.emotion,
      max(coalesce(max(t.at) OVER (PARTITION BY t.enterprise_id, t.agent_id, c.sender_id ORDER BY t.rowid
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0), t.at - t.at % ${QUARTER_MS} - ${DAY_MS}) AS seen
    FROM turns t JOIN conversations c ON c.id = t.conversation_id WHERE ${ofAgent("t", which)}${around(which)}),
  coming AS MATERIALIZED (
    SELECT ${OF}, at, seen - seen % ${QUARTER_MS} AS seen, count(*) AS count FROM said GROUP BY 1, 2, 3, 4 HAVING seen < at),
  ${talks(which)},
  counted AS (
    SELECT ${OF}, at, count(*) AS turns, count(intent_id) AS scoped, sum(weak) AS weak, sum(kind = 'didYouMean') AS offered, ${felt},
      ${nothing([...ofTalks, "coming"])}
    FROM said GROUP BY 1, 2, 3
    UNION ALL
    SELECT ${OF}, started - started % ${QUARTER_MS}, ${nothing(ofTurns)}, count(*), sum(turns), max(turns), 0
    FROM talks GROUP BY 1, 2, 3
    UNION ALL SELECT ${OF}, at, ${nothing([...ofTurns, ...ofTalks])}, -count FROM coming
    UNION ALL SELECT ${OF}, seen, ${nothing([...ofTurns, ...ofTalks])}, count FROM coming),
  grains (grain) AS (VALUES (${QUARTER_MS}), (${DAY_MS}))
SELECT ${OF}, grain, at - at % grain, ${sums.map((name) => (name === "longest" ? "max(longest)" : `sum(${name})`)).join(", ")}
FROM counted, grains WHERE ${within("at", which)} GROUP BY 1, 2, 3, 4`,
  },
  {
    table: "report_days",
    keys: ["kind", "at", "key"],
    counts: ["count"],
    columns: `${OF}, kind, at, key, name, count`,
    sql: (which) => `
WITH said AS MATERIALIZED (
    SELECT t.enterprise_id, t.agent_id, t.at, t.intent_id, t.intent_name, t.kind, t.emotion, lag(t.at) OVER talk AS left_at,
      CASE WHEN lag(t.at) OVER talk IS NULL THEN '' ELSE coalesce(lag(t.intent_id) OVER talk, '-') END AS came_from
    FROM turns t WHERE ${ofAgent("t", which)}${around(which)}
    WINDOW talk AS (PARTITION BY t.conversation_id ORDER BY t.rowid)),
  ${talks(which)},
  counted AS (
    SELECT ${OF}, 'intent' AS kind, at, intent_id AS key, intent_name AS name FROM said WHERE intent_id IS NOT NULL
    UNION ALL SELECT ${OF}, 'emotion', at, emotion, '' FROM said WHERE emotion IS NOT NULL
    UNION ALL SELECT ${OF}, 'outcome', at, kind, '' FROM said
    UNION ALL SELECT ${OF}, 'flow', coalesce(left_at, at), came_from || '>' || coalesce(intent_id, '-'), '' FROM said
    UNION ALL SELECT ${OF}, 'class', started,
      CASE scoped WHEN 0 THEN 'notUnderstood' WHEN turns THEN 'understood' ELSE 'partly' END, '' FROM talks)
SELECT ${OF}, kind, at - at % ${DAY_MS}, key, max(coalesce(name, '')), count(*)
FROM counted WHERE ${within("at", which)} GROUP BY 1, 2, 3, 4, 5`,
  },
];
