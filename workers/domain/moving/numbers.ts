import type { TenantDb } from "#db/client.ts";
import type { NumberSpan } from "#workers/contract/moving.ts";
import type { Cell } from "../backups/page.ts";
import { whoseRows } from "../backups/share.ts";
import type { TableShape } from "../backups/shape.ts";
import { guardFailed } from "../guard.ts";

type Client = Pick<TenantDb, "$client">;
type Numbers = Readonly<Record<string, NumberSpan>>;

/** Tables that number their rows themselves, with the column of it. */
const NUMBERED = `SELECT t.name AS name, c.name AS column FROM sqlite_schema t JOIN pragma_table_xinfo(t.name) c
  WHERE t.type = 'table' AND t.sql LIKE '%AUTOINCREMENT%' AND t.name NOT GLOB 'sqlite_*' AND t.name <> 'd1_migrations' AND c.pk = 1`;

/** By table, the column in which it numbers its rows. */
export async function numberedTables({ $client }: Client): Promise<Map<string, string>> {
  const { results } = await $client.prepare(NUMBERED).all<{ name: string; column: string }>();
  return new Map(results.map(({ name, column }) => [name, column]));
}

const SEQUENCES = "SELECT name, seq FROM sqlite_sequence";
async function sequences({ $client }: Client): Promise<Map<string, number>> {
  const { results } = await $client.prepare(SEQUENCES).all<{ name: string; seq: number }>();
  return new Map(results.map(({ name, seq }) => [name, seq]));
}

const UNCHANGED = `SELECT CASE WHEN coalesce((SELECT seq FROM sqlite_sequence WHERE name = ?1), 0) = ?2 THEN 1
  ELSE json_extract('{}', 'refused') END AS guarding`;
const MISSING =
  "INSERT INTO sqlite_sequence (name, seq) SELECT ?1, 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)";
const TAKE = "UPDATE sqlite_sequence SET seq = ?2 WHERE name = ?1";
const TRIES = 10;

/**
 * Takes for an enterprise's rows a span of each table's numbers in the new database, above all that it has given: what is
 * added to each keeps their order. Taken twice, the first spans stay unused.
 */
export async function takeNumbers(
  from: Client,
  to: Client,
  tables: readonly TableShape[],
  enterpriseId: string,
): Promise<Record<string, NumberSpan>> {
  const [columns, given] = [await numberedTables(from), await sequences(from)];
  const spans: { name: string; first: number | null; last: number | null }[] = [];
  for (const table of tables) {
    const [column, theirs] = [columns.get(table.name), whoseRows(table)];
    if (column === undefined || theirs === null) continue;
    const row = await from.$client
      .prepare(
        `SELECT min("${column}") AS first, max("${column}") AS last FROM "${table.name}" WHERE ${theirs("?1")}`,
      )
      .bind(enterpriseId)
      .first<{ first: number | null; last: number | null }>();
    spans.push({ name: table.name, first: row?.first ?? null, last: row?.last ?? null });
  }
  for (let tries = 1; ; tries++) {
    const taken = await sequences(to);
    const numbers: Record<string, NumberSpan> = {};
    const statements: D1PreparedStatement[] = [];
    for (const { name, first, last } of spans) {
      const before = taken.get(name) ?? 0;
      const offset = first === null ? 0 : Math.max(0, before + 1 - first);
      numbers[name] = { offset, from: first ?? 0, to: given.get(name) ?? 0 };
      if (last === null) continue;
      statements.push(
        to.$client.prepare(UNCHANGED).bind(name, before),
        to.$client.prepare(MISSING).bind(name),
        to.$client.prepare(TAKE).bind(name, Math.max(before, last + offset)),
      );
    }
    try {
      if (statements.length > 0) await to.$client.batch(statements);
      return numbers;
    } catch (error) {
      // Others of that database have taken numbers meanwhile.
      if (!guardFailed(error) || tries === TRIES) throw error;
    }
  }
}

/** Numbers below one are places before the first row; what was never given is no row's. */
const moved = (cell: Cell, span: NumberSpan | undefined): Cell =>
  typeof cell === "number" && span && cell > 0 && cell <= span.to ? cell + span.offset : cell;

/** Columns that have another table's number without saying so by a reference. */
const ELSEWHERE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  automation_triggers: { cursor: "customers" },
  hooks: { since: "live_events" },
  live_events: { before: "live_events" },
};
/** Keys with customers' numbers in the payloads of jobs, and in how far an audience is. */
const IN_JSON: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  jobs: { payload: ["below", "upTo", "customers"] },
  automation_instances: { audience: ["below"] },
};

function inJson(cell: Cell, keys: readonly string[], span: NumberSpan | undefined): Cell {
  if (typeof cell !== "string" || !span || span.offset === 0) return cell;
  const value = JSON.parse(cell) as Record<string, unknown>;
  let isOther = false;
  for (const key of keys) {
    const before = value[key];
    if (typeof before !== "number" && !Array.isArray(before)) continue;
    value[key] = Array.isArray(before)
      ? before.map((each) => moved(each as Cell, span))
      : moved(before, span);
    isOther = true;
  }
  return isOther ? JSON.stringify(value) : cell;
}

/** Each number behind a comma, as `identities.archives` has them. */
const inList = (cell: Cell, span: NumberSpan | undefined): Cell =>
  typeof cell === "string" && span
    ? cell.replaceAll(/\d+/g, (number) => String(moved(Number(number), span)))
    : cell;

type Change = (cell: Cell, row: readonly Cell[]) => Cell;

/** How the numbers in a row of a table become those of the new database. */
export function renumbering(
  table: TableShape,
  columns: ReadonlyMap<string, string>,
  numbers: Numbers,
): (row: readonly Cell[]) => Cell[] {
  const changes = new Map<number, Change>();
  const change = (column: string, how: Change) => {
    const at = table.columns.indexOf(column);
    if (at !== -1) changes.set(at, how);
  };
  const by =
    (name: string): Change =>
    (cell) =>
      moved(cell, numbers[name]);
  const own = columns.get(table.name);
  if (own !== undefined) change(own, by(table.name));
  for (const { columns: mine, parent, of } of table.references)
    for (const [at, column] of mine.entries()) if (of[at] === columns.get(parent)) change(column, by(parent));
  change("customer", by("customers"));
  for (const [column, of] of Object.entries(ELSEWHERE[table.name] ?? {})) change(column, by(of));
  for (const [column, keys] of Object.entries(IN_JSON[table.name] ?? {}))
    change(column, (cell) => inJson(cell, keys, numbers["customers"]));
  if (table.name === "identities") change("archives", (cell) => inList(cell, numbers["broadcast_archives"]));
  const kind = table.columns.indexOf("kind");
  const state = table.columns.indexOf("state");
  // A place in a file but where an import is taken back, customer by customer.
  if (table.name === "customer_imports")
    change("cursor", (cell, row) => (row[state] === "UNDOING" ? moved(cell, numbers["customers"]) : cell));
  if (table.name === "jobs")
    change("payload", (cell, row) =>
      inJson(
        cell,
        row[kind] === "customers.fields" ? ["cursor"] : (IN_JSON["jobs"]?.["payload"] ?? []),
        numbers["customers"],
      ),
    );
  return (row) => row.map((cell, at) => changes.get(at)?.(cell, row) ?? cell);
}
