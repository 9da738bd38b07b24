import { feelingNames, feelings } from "#workers/contract/emotions.ts";
import { DAY_MS, QUARTER_MS, RETURN_MS } from "./grain.ts";

/**
 * What the turns themselves add up to, as SQL: the other way to what count-turn.ts adds up turn by turn. The migration
 * fills the tables by it, `recount` holds them against it. Text and not drizzle's builder, as the migration is text.
 */

const floor = (time: string, grain: string | number): string => `${time} - ${time} % ${grain}`;

const felt = feelingNames
  .map((name) => {
    const those = feelings[name].map((emotion) => `'${emotion}'`).join(", ");
    return `sum(coalesce(emotion, '') IN (${those})) AS ${name}`;
  })
  .join(", ");
const noFeelings = feelingNames.map(() => 0).join(", ");

/** Rows are taken in the order in which they were written: clocks of two machines may differ, transactions do not. */
const said = (where: string): string => `
  said AS (
    SELECT t.enterprise_id, t.agent_id, t.conversation_id, t.at, t.intent_id, t.intent_name, t.kind, t.emotion, t.weak,
      c.sender_id, lag(t.at) OVER talk AS left_at,
      CASE WHEN lag(t.at) OVER talk IS NULL THEN '' ELSE coalesce(lag(t.intent_id) OVER talk, '-') END AS came_from,
      coalesce(max(t.at) OVER (PARTITION BY t.enterprise_id, t.agent_id, c.sender_id ORDER BY t.rowid
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS seen_at
    FROM turns t JOIN conversations c ON c.id = t.conversation_id ${where}
    WINDOW talk AS (PARTITION BY t.conversation_id ORDER BY t.rowid)),
  talks AS (
    SELECT enterprise_id, agent_id, conversation_id, min(at) AS started, count(*) AS turns, count(intent_id) AS scoped
    FROM said GROUP BY 1, 2, 3)`;

const OF = "enterprise_id, agent_id";

export interface ExpectedTable {
  table: "report_quarters" | "report_counts" | "report_returns";
  /** The columns that name a row, after the enterprise and the agent, and those that count. */
  keys: readonly string[];
  counts: readonly string[];
  columns: string;
  /** `where` limits turns `t` and conversations `c`. */
  sql: (where?: string) => string;
}

const quarterCounts = ["turns", "scoped", "weak", ...feelingNames, "conversations", "messages", "longest"];

export const expectedTables: readonly ExpectedTable[] = [
  {
    table: "report_quarters",
    keys: ["at"],
    counts: quarterCounts,
    columns: `${OF}, at, ${quarterCounts.join(", ")}`,
    sql: (where = "") => `
WITH ${said(where)}
SELECT ${OF}, at, ${quarterCounts.map((name) => (name === "longest" ? "max(longest)" : `sum(${name})`)).join(", ")}
FROM (
  SELECT ${OF}, ${floor("at", QUARTER_MS)} AS at, count(*) AS turns, count(intent_id) AS scoped, sum(weak) AS weak,
    ${felt},
    0 AS conversations, 0 AS messages, 0 AS longest
  FROM said GROUP BY 1, 2, 3
  UNION ALL
  SELECT ${OF}, ${floor("started", QUARTER_MS)}, 0, 0, 0, ${noFeelings}, count(*), sum(turns), max(turns)
  FROM talks GROUP BY 1, 2, 3)
GROUP BY 1, 2, 3`,
  },
  {
    table: "report_counts",
    keys: ["kind", "grain", "at", "key"],
    counts: ["count"],
    columns: `${OF}, kind, grain, at, key, name, count`,
    sql: (where = "") => `
WITH ${said(where)},
  counted AS (
    SELECT ${OF}, 'intent' AS kind, at, intent_id AS key, intent_name AS name FROM said WHERE intent_id IS NOT NULL
    UNION ALL SELECT ${OF}, 'emotion', at, emotion, '' FROM said WHERE emotion IS NOT NULL
    UNION ALL SELECT ${OF}, 'outcome', at, kind, '' FROM said
    UNION ALL SELECT ${OF}, 'flow', coalesce(left_at, at), came_from || '>' || coalesce(intent_id, '-'), '' FROM said
    UNION ALL SELECT ${OF}, 'class', started,
      CASE scoped WHEN 0 THEN 'notUnderstood' WHEN turns THEN 'understood' ELSE 'partly' END, '' FROM talks),
  grains (grain) AS (VALUES (${QUARTER_MS}), (${DAY_MS}))
SELECT ${OF}, kind, grain, ${floor("at", "grain")}, key, max(coalesce(name, '')), count(*)
FROM counted, grains GROUP BY 1, 2, 3, 4, 5, 6`,
  },
  {
    table: "report_returns",
    keys: ["at", "before"],
    counts: ["count"],
    columns: `${OF}, at, before, count`,
    sql: (where = "") => `
WITH ${said(where)}
SELECT ${OF}, at, CASE WHEN at - last > ${RETURN_MS} THEN 0 ELSE last END AS before, count(*)
FROM (SELECT ${OF}, ${floor("at", QUARTER_MS)} AS at, ${floor("seen_at", QUARTER_MS)} AS last FROM said)
WHERE last < at GROUP BY 1, 2, 3, 4`,
  },
];
