import type { TenantDb } from "#db/client.ts";
import { tableSource, type Cell, type Source } from "../backups/page.ts";
import { whoseRows } from "../backups/share.ts";
import type { TableShape } from "../backups/shape.ts";
import { isFencedTable, withoutTriggers } from "./fence.ts";

type Client = Pick<TenantDb, "$client">;

/** Made anew from other rows, as their own numbers are places in an index of words. */
const DERIVED = new Set(["chat_words", "message_words"]);

/** Tables whose rows are what they were where they come from, and change in no other way until the switch. */
export const copiedTables = (tables: readonly TableShape[]): TableShape[] =>
  tables.filter((table) => isFencedTable(table) && !DERIVED.has(table.name));

/** Tables whose rows go along, parents before their children. */
export const movedTables = (tables: readonly TableShape[]): TableShape[] => copiedTables(tables).toReversed();

/** The rows of an enterprise in a table, as they are. */
export function rowsOf(db: Client, table: TableShape, enterpriseId: string): Source {
  const theirs = whoseRows(table);
  if (!theirs) throw new Error(`${table.name} has nobody's rows`);
  return tableSource(db, table, { enterpriseId, theirs, emptied: {} });
}

/** Bytes of one statement's rows; a value may have two million. */
const MOST_BYTES = 900_000;

/** Lists of rows as JSON, a statement each, as many as its bytes allow; a row that is longer goes alone. */
function* inParts(rows: readonly Cell[][]): Generator<string> {
  let [part, bytes]: [string[], number] = [[], 0];
  for (const row of rows) {
    const text = JSON.stringify(row);
    const length = Buffer.byteLength(text) + 1;
    if (part.length > 0 && bytes + length > MOST_BYTES) {
      yield `[${part.join()}]`;
      [part, bytes] = [[], 0];
    }
    part.push(text);
    bytes += length;
  }
  if (part.length > 0) yield `[${part.join()}]`;
}

/** Writes rows as they were elsewhere: nothing is counted or told once more, and a row that is there already stays. */
export async function writeRows(
  db: Client,
  table: TableShape,
  schema: string,
  rows: readonly Cell[][],
): Promise<void> {
  const cells = table.columns.map((column, at) =>
    table.blobs.includes(column) ? `unhex(value ->> ${at})` : `value ->> ${at}`,
  );
  const text = `INSERT OR IGNORE INTO "${table.name}" (${table.columns.map((column) => `"${column}"`).join()})
    SELECT ${cells.join()} FROM json_each(?1)`;
  for (const part of inParts(rows))
    await withoutTriggers(db, { table: table.name, schema }, [db.$client.prepare(text).bind(part)]);
}
