import { figureNames } from "#db/tenant/chat-figures.ts";
import type { Counted } from "../reports/recount.ts";

/** A table that triggers on `chats` keep, the columns that name its rows and count, and the same counted anew. */
interface Kept {
  table: "chat_counts" | "chat_figures";
  keys: readonly string[];
  counts: readonly string[];
  anew: string;
  /** Rows of `a` that are counted anew: not those of hours whose chats have been deleted for their age. */
  unsealed?: string;
}

const summed = figureNames.map((name) => `sum(${name}) AS ${name}`).join(", ");

const KEPT: readonly Kept[] = [
  {
    table: "chat_counts",
    keys: ["enterprise_id", "department_id", "handler", "state"],
    counts: ["count"],
    anew: `SELECT enterprise_id, coalesce(department_id, '') AS department_id, coalesce(handler, '') AS handler, state, count(*) AS count
      FROM chats GROUP BY 1, 2, 3, 4`,
  },
  {
    table: "chat_figures",
    keys: ["enterprise_id", "kind", "hour", "department_id", "of_id"],
    counts: figureNames,
    anew: `SELECT enterprise_id, kind, at - at % 3600000 AS hour, department_id, of_id, ${summed} FROM chat_counted GROUP BY 1, 2, 3, 4, 5`,
    unsealed:
      "a.hour >= coalesce((SELECT sealed_until FROM retentions r WHERE r.enterprise_id = a.enterprise_id), 0)",
  },
];

/** Rows of a table that differ from the chats themselves, and one of them; a row of zeros equals a missing one. */
interface ChatDrift {
  table: Kept["table"];
  rows: number;
  example: string | null;
}

/** Counts a database's chats again and compares: answers every drift. `repair` writes what was counted, in one transaction a table. */
export async function recountChats(database: Counted, { repair = false } = {}): Promise<ChatDrift[]> {
  const drifts: ChatDrift[] = [];
  for (const kept of KEPT) {
    const [found] = (await database.prepare(driftSql(kept)).all<Omit<ChatDrift, "table">>()).results;
    if (!found || found.rows === 0) continue;
    drifts.push({ table: kept.table, ...found });
    if (repair) await database.batch(repairSql(kept).map((sql) => database.prepare(sql)));
  }
  return drifts;
}

function driftSql({ table, keys, counts, anew, unsealed = "true" }: Kept): string {
  const named = keys.join(", ");
  const side = (name: string, one: 0 | 1): string => `sum(CASE side WHEN ${one} THEN ${name} ELSE 0 END)`;
  const shown = [
    ...keys.map((name) => `'${name}', ${name}`),
    ...counts.map((name) => `'${name}', json_array(${side(name, 0)}, ${side(name, 1)})`),
  ];
  return `SELECT count(*) AS rows, min(example) AS example FROM (SELECT json_object(${shown.join(", ")}) AS example
    FROM (SELECT 0 AS side, a.* FROM (${anew}) a WHERE ${unsealed} UNION ALL SELECT 1, ${named}, ${counts.join(", ")} FROM ${table} a WHERE ${unsealed})
    GROUP BY ${named} HAVING ${counts.map((name) => `${side(name, 0)} <> ${side(name, 1)}`).join(" OR ")})`;
}

/** The rows stay, since they know the agents' names. */
const repairSql = ({ table, keys, counts, anew, unsealed = "true" }: Kept): string[] => [
  `UPDATE ${table} AS a SET ${counts.map((name) => `${name} = 0`).join(", ")} WHERE ${unsealed}`,
  `INSERT INTO ${table} (${[...keys, ...counts].join(", ")}) SELECT * FROM (${anew}) a WHERE ${unsealed}
    ON CONFLICT DO UPDATE SET ${counts.map((name) => `${name} = excluded.${name}`).join(", ")}`,
];
