import { readShape, type Shape } from "#workers/domain/backups/shape.ts";
import type { ErasedNote } from "#workers/domain/backups/erased-notes.ts";
import type { DeletedNote } from "#workers/domain/backups/deleted-notes.ts";
import { compareTables, type Difference } from "./compare.ts";
import { deleteAgain, eraseInDirectory, eraseInTenant } from "./erase-again.ts";
import type { Export } from "./files.ts";
import { type Loaded, loadTables, setSequences, verifyFiles } from "./load.ts";
import { settleDirectory, settleTenant } from "./settle.ts";
import { fillWordIndexes } from "./words.ts";

export interface Restored {
  database: string;
  tables: number;
  rows: number;
  /** Tables whose rows changed while the export went on. */
  changed: Loaded[];
  /** The tables that differ from the manifest. */
  differences: Difference[];
  /** Indexes of words, with the entries that each was given anew. */
  indexes: Record<string, number>;
  /** Messages and mails that were leaving, and are not confirmed now. */
  unknown: number;
  /** People who were erased behind the export, and are erased again. */
  erased: number;
  /** Rows of enterprises that were deleted behind the export, and are deleted again. */
  deleted: number;
  seconds: number;
}

interface Trigger {
  name: string;
  sql: string;
}
const TRIGGERS = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name";

/**
 * Restores the export of one database into a fresh one, which has the same migrations and nobody's rows; compares each table
 * with the manifest; settles what was leaving, and erases again who was erased since.
 */
export async function restore(
  db: D1Database,
  { manifest, read }: Export,
  notes: readonly ErasedNote[],
  now: () => number,
  deletions: readonly DeletedNote[] = [],
): Promise<Restored> {
  const began = now();
  const shape = await readShape({ $client: db });
  const { results: triggers } = await db.prepare(TRIGGERS).all<Trigger>();
  await checkFresh(db, shape, triggers, manifest);
  await verifyFiles(manifest, read);
  // Rows come as they were: nothing is counted, told or indexed once more.
  await db.batch(triggers.map(({ name }) => db.prepare(`DROP TRIGGER "${name}"`)));
  // Rows that migrations bring are in the export, as they are by now.
  const brought = new Set(manifest.tables.map(({ name }) => name));
  const emptied = shape.tables.filter(({ name }) => brought.has(name));
  await db.batch(emptied.map(({ name }) => db.prepare(`DELETE FROM "${name}"`)));
  const loaded = await loadTables(db, shape, manifest, read);
  await setSequences(db, manifest.sequences);
  const differences = await compareTables(db, shape, manifest, loaded);
  const indexes = await fillWordIndexes(db);
  await db.batch(triggers.map(({ sql }) => db.prepare(sql)));
  const isDirectory = manifest.database === "DIRECTORY";
  const unknown = isDirectory
    ? await settleDirectory(db, `restored from ${manifest.begunAt}`, began)
    : await settleTenant(db);
  const deleted = await deleteAgain(db, isDirectory ? "directory" : "tenant", deletions);
  const erased = isDirectory ? 0 : await eraseInTenant(db, notes);
  if (isDirectory) await eraseInDirectory(db, notes);
  return {
    database: manifest.database,
    tables: loaded.length,
    rows: loaded.reduce((sum, { rows }) => sum + rows, 0),
    changed: loaded.filter(({ orphans, replaced }) => orphans + replaced > 0),
    differences,
    indexes,
    unknown,
    erased,
    deleted,
    seconds: (now() - began) / 1_000,
  };
}

/** Restores nothing over somebody's rows, nor into another schema, nor where a restore has stopped half-way. */
async function checkFresh(
  db: D1Database,
  { tables, schema }: Shape,
  triggers: readonly Trigger[],
  manifest: Export["manifest"],
): Promise<void> {
  if (schema !== manifest.schema)
    throw new Error(`${manifest.database} has the schema ${schema}, and its export ${manifest.schema}.`);
  if (triggers.map(({ name }) => name).join() !== manifest.triggers.join())
    throw new Error(
      `${manifest.database} lacks triggers: a restore stopped half-way there. Take another one.`,
    );
  for (const { name } of tables.filter(({ columns }) => columns.includes("enterprise_id"))) {
    if (await db.prepare(`SELECT 1 AS there FROM "${name}" LIMIT 1`).first("there"))
      throw new Error(`${manifest.database} is not empty: ${name} has rows.`);
  }
}
