import { figureNames } from "#db/tenant/chat-figures.ts";
import type { Counted } from "../counted.ts";

/** A table that triggers on `chats` keep, the columns that name its rows and count, and the same counted anew. */
interface Kept {
  table: "chat_counts" | "chat_figures";
  keys: readonly string[];
  counts: readonly string[];
  anew: (of: string) => string;
  /** Rows of `a` that are counted anew: not those of hours whose chats have been deleted for their age. */
  unsealed?: string;
}

const summed = figureNames.map((name) => `sum(${name}) AS ${name}`).join(", ");

const KEPT: readonly Kept[] = [
  {
    table: "chat_counts",
    keys: ["enterprise_id", "department_id", "handler", "state"],
    counts: ["count"],
    anew: (
      of,
    ) => `SELECT enterprise_id, coalesce(department_id, '') AS department_id, coalesce(handler, '') AS handler, state, count(*) AS count
      FROM chats WHERE ${of} GROUP BY 1, 2, 3, 4`,
  },
  {
    table: "chat_figures",
    keys: ["enterprise_id", "kind", "hour", "department_id", "of_id"],
    counts: figureNames,
    anew: (of) =>
      `SELECT enterprise_id, kind, at - at % 3600000 AS hour, department_id, of_id, ${summed} FROM chat_counted WHERE ${of} GROUP BY 1, 2, 3, 4, 5`,
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

interface Recounting {
  repair?: boolean;
  /** One enterprise's and one table's, or all. */
  enterpriseId?: string;
  only?: Kept["table"];
}

/** Counts a database's chats again and compares: answers every drift. `repair` writes what was counted, in one transaction a table. */
export async function recountChats(
  database: Counted,
  { repair = false, enterpriseId, only }: Recounting = {},
): Promise<ChatDrift[]> {
  const of = enterpriseId === undefined ? "true" : "enterprise_id = ?1";
  const bound = (text: string) =>
    enterpriseId === undefined ? database.prepare(text) : database.prepare(text).bind(enterpriseId);
  const drifts: ChatDrift[] = [];
  for (const kept of KEPT.filter(({ table }) => only === undefined || table === only)) {
    const [found] = (await bound(driftSql(kept, of)).all<Omit<ChatDrift, "table">>()).results;
    if (!found || found.rows === 0) continue;
    drifts.push({ table: kept.table, ...found });
    if (repair) await database.batch(repairSql(kept, of).map(bound));
  }
  return drifts;
}

function driftSql({ table, keys, counts, anew, unsealed = "true" }: Kept, of: string): string {
  const named = keys.join(", ");
  const side = (name: string, one: 0 | 1): string => `sum(CASE side WHEN ${one} THEN ${name} ELSE 0 END)`;
  const shown = [
    ...keys.map((name) => `'${name}', ${name}`),
    ...counts.map((name) => `'${name}', json_array(${side(name, 0)}, ${side(name, 1)})`),
  ];
  return `SELECT count(*) AS rows, min(example) AS example FROM (SELECT json_object(${shown.join(", ")}) AS example
    FROM (SELECT 0 AS side, a.* FROM (${anew(of)}) a WHERE ${unsealed} UNION ALL SELECT 1, ${named}, ${counts.join(", ")} FROM ${table} a WHERE ${unsealed} AND ${of})
    GROUP BY ${named} HAVING ${counts.map((name) => `${side(name, 0)} <> ${side(name, 1)}`).join(" OR ")})`;
}

/** The rows stay, since they know the agents' names. */
const repairSql = ({ table, keys, counts, anew, unsealed = "true" }: Kept, of: string): string[] => [
  `UPDATE ${table} AS a SET ${counts.map((name) => `${name} = 0`).join(", ")} WHERE ${unsealed} AND ${of}`,
  `INSERT INTO ${table} (${[...keys, ...counts].join(", ")}) SELECT * FROM (${anew(of)}) a WHERE ${unsealed}
    ON CONFLICT DO UPDATE SET ${counts.map((name) => `${name} = excluded.${name}`).join(", ")}`,
];
