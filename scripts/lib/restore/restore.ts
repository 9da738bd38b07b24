import type { Manifest } from "#workers/domain/backups/manifest.ts";
import { readShape, type Shape } from "#workers/domain/backups/shape.ts";
import { compareTables, type Difference } from "./compare.ts";
import { type Loaded, loadTables, type ReadPart, setSequences } from "./load.ts";
import { holdAll, settleClaims, settleMails } from "./settle.ts";
import { fillWordIndexes } from "./words.ts";

/** The export of one database. */
export interface Export {
  manifest: Manifest;
  read: ReadPart;
}

export interface Restored {
  database: string;
  tables: number;
  rows: number;
  /** Tables whose rows changed while the export went on. */
  changed: Loaded[];
  differences: Difference[];
  indexes: string[];
  /** Messages that were in a call, and are not confirmed now. */
  unknown: number;
  seconds: number;
}

interface Trigger {
  name: string;
  sql: string;
}
const TRIGGERS = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name";

/**
 * Restores the databases of a night into a fresh system that has their migrations and nobody's rows. Everything that leaves
 * or goes on by itself is held before the first row is there.
 */
export async function restoreAll(
  databases: Readonly<Record<string, D1Database>>,
  exports: readonly Export[],
  now: () => number,
): Promise<Restored[]> {
  const directory = databases["DIRECTORY"];
  if (!directory) throw new Error("There is no directory here.");
  const fresh = await Promise.all(
    exports.map(async ({ manifest, read }) => {
      const db = databases[manifest.database];
      if (!db) throw new Error(`There is no database ${manifest.database} here.`);
      const shape = await readShape({ $client: db });
      await checkFresh(db, shape, manifest);
      return { db, shape, manifest, read };
    }),
  );
  const restored: Restored[] = [];
  for (const { db, shape, manifest, read } of fresh) {
    const began = now();
    const reason = `restored from ${manifest.begunAt}`;
    // The directory's own rows replace its switches, too.
    await holdAll(directory, reason, began);
    const { loaded, differences, indexes } = await restoreRows(db, shape, manifest, read);
    await holdAll(directory, reason, began);
    const isDirectory = db === directory;
    if (isDirectory) await settleMails(db);
    restored.push({
      database: manifest.database,
      tables: loaded.length,
      rows: loaded.reduce((sum, { rows }) => sum + rows, 0),
      changed: loaded.filter(({ orphans, replaced }) => orphans + replaced > 0),
      differences,
      indexes,
      unknown: isDirectory ? 0 : await settleClaims(db),
      seconds: (now() - began) / 1_000,
    });
  }
  return restored;
}

/** Restores nothing over somebody's rows, nor into other tables than the export has. */
async function checkFresh(db: D1Database, { tables, schema }: Shape, manifest: Manifest): Promise<void> {
  if (schema !== manifest.schema)
    throw new Error(`${manifest.database} has the schema ${schema}, and its export ${manifest.schema}.`);
  for (const { name, columns } of tables.filter((table) => table.columns.includes("enterprise_id"))) {
    if (await db.prepare(`SELECT 1 AS there FROM "${name}" LIMIT 1`).first("there"))
      throw new Error(`${manifest.database} is not empty: ${name} has rows (${columns.length} columns).`);
  }
}

async function restoreRows(db: D1Database, shape: Shape, manifest: Manifest, read: ReadPart) {
  const { results: triggers } = await db.prepare(TRIGGERS).all<Trigger>();
  // Rows come as they were: nothing is counted, told or indexed once more.
  await db.batch(triggers.map(({ name }) => db.prepare(`DROP TRIGGER "${name}"`)));
  // Rows that migrations bring are in the export, as they are by now.
  await db.batch(shape.tables.map(({ name }) => db.prepare(`DELETE FROM "${name}"`)));
  const loaded = await loadTables(db, shape, manifest, read);
  await setSequences(db, manifest.sequences);
  const differences = await compareTables(db, shape, manifest, loaded);
  const indexes = await fillWordIndexes(db);
  await db.batch(triggers.map(({ sql }) => db.prepare(sql)));
  return { loaded, differences, indexes };
}
