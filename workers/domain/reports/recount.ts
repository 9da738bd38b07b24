import { expectedTables, type ExpectedTable, type Which } from "./expected.ts";
import { DAY_MS } from "./grain.ts";
import type { Counted } from "../counted.ts";

interface Drift {
  table: ExpectedTable["table"];
  /**
   * The month (UTC) whose rows differ from its turns, their number, and one of them as an example: expected and actual
   * value.
   */
  month: string;
  rows: number;
  example: string | null;
}

interface OfAgent {
  enterpriseId: string;
  agentId: string;
}

/**
 * Sums a bot's turns up again and compares them with the tables that reports read, by month, so that no statement takes
 * long. Answers every drift; `repair` writes each such month in one transaction, before or after any turn.
 */
export async function recount(
  database: Counted,
  { enterpriseId, agentId }: OfAgent,
  { repair = false } = {},
): Promise<Drift[]> {
  const drifts: Drift[] = [];
  for (
    let month = await monthFrom(database, { enterpriseId, agentId }, 0);
    month;
    month = await monthFrom(database, { enterpriseId, agentId }, month.until)
  ) {
    const { since, until } = month;
    const bound = (sql: string) => database.prepare(sql).bind(enterpriseId, agentId, since, until);
    const drifted: ExpectedTable[] = [];
    for (const expected of expectedTables) {
      const [found] = (await bound(driftSql(expected, "slice")).all<Pick<Drift, "rows" | "example">>())
        .results;
      if (!found || found.rows === 0) continue;
      drifted.push(expected);
      drifts.push({ table: expected.table, month: new Date(since).toISOString().slice(0, 7), ...found });
    }
    if (repair && drifted.length > 0) await database.batch(drifted.flatMap(repairSql).map(bound));
  }
  return drifts;
}

/** The first month with anything in it that ends after a time. A turn's counts may belong to the day before. */
async function monthFrom(
  database: Counted,
  { enterpriseId, agentId }: OfAgent,
  after: number,
): Promise<{ since: number; until: number } | null> {
  const of = "enterprise_id = ?1 AND agent_id = ?2 AND";
  const { results } = await database
    .prepare(
      `SELECT min(at) AS at FROM (
         SELECT max(min(at) - ${DAY_MS}, ?3) AS at FROM turns WHERE ${of} at >= ?3
         UNION ALL SELECT min(at) FROM report_sums WHERE ${of} grain = ${DAY_MS} AND at >= ?3
         UNION ALL SELECT min(at) FROM report_days WHERE ${of} at >= ?3)`,
    )
    .bind(enterpriseId, agentId, after)
    .all<{ at: number | null }>();
  const first = results[0]?.at ?? null;
  if (first === null) return null;
  const at = new Date(first);
  return {
    since: Date.UTC(at.getUTCFullYear(), at.getUTCMonth()),
    until: Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1),
  };
}

/** All bots of a database that are there or have counts. */
export async function countedAgents(database: Counted): Promise<OfAgent[]> {
  const { results } = await database
    .prepare(
      `SELECT enterprise_id AS enterpriseId, id AS agentId FROM agents
       UNION SELECT enterprise_id, agent_id FROM report_sums`,
    )
    .all<OfAgent>();
  return results;
}

/** The drift in a whole database, over all existing bots, with one statement per table: for tests' databases. */
export async function driftOfAll(database: Counted): Promise<Omit<Drift, "month">[]> {
  const drifts: Omit<Drift, "month">[] = [];
  for (const expected of expectedTables) {
    const sql = driftSql(expected, "all");
    const [found] = (await database.prepare(sql).all<Pick<Drift, "rows" | "example">>()).results;
    if (found && found.rows > 0) drifts.push({ table: expected.table, ...found });
  }
  return drifts;
}

/**
 * The statement of `recount` for a table, bound as expected.ts says: finds rows on one side only or different; zeros
 * equal a missing row. "all" compares bots that exist or have counts: a deleted bot's turns outlive its counts.
 */
function driftSql({ table, keys, counts, columns, sql }: ExpectedTable, which: Which): string {
  const named = ["enterprise_id", "agent_id", ...keys];
  const side = (name: string, one: 0 | 1): string => `sum(CASE side WHEN ${one} THEN ${name} END)`;
  const shown = [
    ...named.map((name) => `'${name}', ${name}`),
    ...counts.map((name) => `'${name}', json_array(${side(name, 0)}, ${side(name, 1)})`),
  ];
  const there = `(max(side) = 1 OR EXISTS (SELECT 1 FROM agents a WHERE a.id = agent_id)
    OR EXISTS (SELECT 1 FROM report_sums r WHERE r.enterprise_id = both.enterprise_id AND r.agent_id = both.agent_id))`;
  return `WITH expected (${columns}) AS (${sql(which)}),
  both AS (SELECT 0 AS side, ${columns} FROM expected
    UNION ALL SELECT 1, ${columns} FROM ${table} WHERE ${which === "slice" ? SLICE : "true"})
SELECT count(*) AS rows, min(example) AS example FROM (
  SELECT json_object(${shown.join(", ")}) AS example FROM both GROUP BY ${named.join(", ")}
  HAVING (${counts.map((name) => `sum(CASE side WHEN 0 THEN ${name} ELSE -${name} END) <> 0`).join(" OR ")})
    AND ${which === "slice" ? "true" : there})`;
}

const SLICE = "enterprise_id = ?1 AND agent_id = ?2 AND at >= ?3 AND at < ?4";

/** The statements that `repair` runs for a table, in one transaction; bound as `driftSql` is. */
const repairSql = ({ table, columns, sql }: ExpectedTable): string[] => [
  `DELETE FROM ${table} WHERE ${SLICE}`,
  `INSERT INTO ${table} (${columns}) ${sql("slice")}`,
];
