import type { Manifest } from "#workers/domain/backups/manifest.ts";
import { type Cell, type Source, tableSource } from "#workers/domain/backups/page.ts";
import { hashOf, linesOf } from "#workers/domain/backups/parts.ts";
import type { Shape } from "#workers/domain/backups/shape.ts";
import type { Loaded } from "./load.ts";

/** A difference between a table and its export. */
export interface Difference {
  name: string;
  what: string;
}

/** Compares every table with the manifest: its rows' number, and each file's rows by the hash of their lines. */
export async function compareTables(
  db: D1Database,
  shape: Shape,
  { tables }: Manifest,
  loaded: readonly Loaded[],
): Promise<Difference[]> {
  const became = new Map(loaded.map((each) => [each.name, each]));
  const differences: Difference[] = [];
  for (const table of tables) {
    const here = shape.tables.find(({ name }) => name === table.name);
    const { rows = 0, orphans = 0, replaced = 0 } = became.get(table.name) ?? {};
    if (!here) continue;
    if (rows !== table.rows - orphans - replaced)
      differences.push({ name: table.name, what: `${rows} rows in place of ${table.rows}` });
    // Changes during the export are reported of the table; its files are not what is there.
    else if (orphans + replaced === 0) {
      const wrong = await firstWrong(tableSource({ $client: db }, here), table.parts);
      if (wrong !== undefined)
        differences.push({ name: table.name, what: `the rows of ${wrong} are others` });
    }
  }
  return differences;
}

async function firstWrong(
  source: Source,
  parts: Manifest["tables"][number]["parts"],
): Promise<string | undefined> {
  let left: Cell[][] = [];
  let [after, more]: [Cell[], boolean] = [[], true];
  for (const { key, rows, sha256 } of parts) {
    while (left.length < rows && more) {
      const page = await source.page(after);
      left = [...left, ...page.rows];
      ({ last: after, more } = page);
    }
    if (hashOf(linesOf(left.slice(0, rows))) !== sha256) return key;
    left = left.slice(rows);
  }
  return undefined;
}
