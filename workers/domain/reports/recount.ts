import type { Scope } from "../scope.ts";
import { expectedTables, type ExpectedTable } from "./expected.ts";

interface Drift {
  table: ExpectedTable["table"];
  /** Rows that are not as the turns say, and one of them to look at. */
  rows: number;
  example: string | null;
}

const WHERE = "WHERE t.enterprise_id = ?1 AND t.agent_id = ?2";

/**
 * Adds an agent's turns up anew and holds what reports read against it: a table is in the answer when it has drifted.
 * `repair` writes what the turns say, in one transaction for each table; a turn of that moment is before or after it.
 */
export async function recount(
  { db, enterpriseId }: Scope,
  agentId: string,
  { repair = false } = {},
): Promise<Drift[]> {
  const drifts: Drift[] = [];
  for (const expected of expectedTables) {
    const { table } = expected;
    const compare = db.$client.prepare(driftSql(expected)).bind(enterpriseId, agentId);
    const [{ rows, example } = { rows: 0, example: null }] = (
      await compare.all<{ rows: number; example: string | null }>()
    ).results;
    if (rows === 0) continue;
    drifts.push({ table, rows, example });
    if (!repair) continue;
    await db.$client.batch(
      repairSql(expected).map((sql) => db.$client.prepare(sql).bind(enterpriseId, agentId)),
    );
  }
  return drifts;
}

/**
 * What `recount` runs for a table; ?1 is the enterprise, ?2 the agent. Finds rows that are on one side only, or count
 * otherwise; one that counts nothing is as good as none.
 */
export function driftSql({ table, keys, counts, columns, sql }: ExpectedTable): string {
  const stored = "WHERE enterprise_id = ?1 AND agent_id = ?2";
  const named = ["enterprise_id", "agent_id", ...keys];
  const on = named.map((name) => `e.${name} = s.${name}`).join(" AND ");
  const differs = counts.map((name) => `coalesce(e.${name}, 0) <> coalesce(s.${name}, 0)`).join(" OR ");
  const shown = [...named, ...counts].map((name) => `'${name}', json_array(e.${name}, s.${name})`).join(", ");
  return `WITH e (${columns}) AS (${sql(WHERE)}), s AS (SELECT ${columns} FROM ${table} ${stored})
SELECT count(*) AS rows, min(json_object(${shown})) AS example FROM e FULL OUTER JOIN s ON ${on} WHERE ${differs}`;
}

/** What `repair` runs for a table, in one transaction; bound as `driftSql` is. */
export const repairSql = ({ table, columns, sql }: ExpectedTable): string[] => [
  `DELETE FROM ${table} WHERE enterprise_id = ?1 AND agent_id = ?2`,
  `INSERT INTO ${table} (${columns}) ${sql(WHERE)}`,
];
