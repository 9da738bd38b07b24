import type { TenantDb } from "#db/client.ts";
import { whoseRows } from "../backups/share.ts";
import type { TableShape } from "../backups/shape.ts";
import { isFencedTable, withoutTriggers } from "./fence.ts";

type Client = Pick<TenantDb, "$client">;

/** Rows of one statement. */
const PAGE = 1_000;
const PAGES_AT_ONCE = 5;
const LOOKED_AT_ONCE = 50;

const theirsIn = (table: TableShape): string => whoseRows(table)?.("?1") ?? "0";

/** Tables in an order in which an enterprise's rows can go: those that are found by others' first, then children first. */
export function leavingTables(tables: readonly TableShape[]): TableShape[] {
  const fenced = tables.filter(isFencedTable);
  const foundByOthers = ({ columns }: TableShape) => !columns.includes("enterprise_id");
  return [...fenced.filter(foundByOthers), ...fenced.filter((table) => !foundByOthers(table))];
}

/**
 * Removes pages of an enterprise's rows, with the triggers of their table aside: nothing is counted back or told, and the fence
 * lets it through. Answers how many rows went.
 */
export async function removePages(
  db: Client,
  table: TableShape,
  schema: string,
  enterpriseId: string,
): Promise<number> {
  const key = table.key.map((column) => (column === "rowid" ? column : `"${column}"`)).join();
  const text = `DELETE FROM "${table.name}" WHERE (${key}) IN (SELECT ${key} FROM "${table.name}" WHERE ${theirsIn(table)} LIMIT ${PAGE})`;
  let removed = 0;
  for (let pages = 0; pages < PAGES_AT_ONCE; pages++) {
    const [result] = await withoutTriggers(db, { table: table.name, schema }, [
      db.$client.prepare(text).bind(enterpriseId),
      db.$client.prepare("SELECT changes() AS gone"),
    ]).then((all) => all.slice(1) as D1Result<{ gone: number }>[]);
    const gone = result?.results[0]?.gone ?? 0;
    removed += gone;
    if (gone < PAGE) break;
  }
  return removed;
}

/** Tables that still have a row of the enterprise, in their order. */
export async function tablesLeft(
  { $client }: Client,
  tables: readonly TableShape[],
  enterpriseId: string,
): Promise<TableShape[]> {
  const left: TableShape[] = [];
  for (let at = 0; at < tables.length; at += LOOKED_AT_ONCE) {
    const part = tables.slice(at, at + LOOKED_AT_ONCE);
    const looked = await $client.batch<{ left: number }>(
      part.map((table) =>
        $client
          .prepare(`SELECT EXISTS (SELECT 1 FROM "${table.name}" WHERE ${theirsIn(table)}) AS "left"`)
          .bind(enterpriseId),
      ),
    );
    left.push(...part.filter((_, n) => looked[n]?.results[0]?.left === 1));
  }
  return left;
}
