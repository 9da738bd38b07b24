import { gunzipSync } from "node:zlib";
import type { Manifest } from "#workers/domain/backups/manifest.ts";
import type { Cell } from "#workers/domain/backups/page.ts";
import { hashOf } from "#workers/domain/backups/parts.ts";
import type { Shape, TableShape } from "#workers/domain/backups/shape.ts";

/** Reads a file of an export, by its key below the manifest's folder. */
export type ReadPart = (key: string) => Promise<Uint8Array>;
type Exported = Manifest["tables"][number];

/** The outcome for a table's rows. */
export interface Loaded {
  name: string;
  rows: number;
  /** Rows whose parent was deleted while the export went on. */
  orphans: number;
  /** Rows that came twice, as one that was deleted and made anew while the export went on: the later one stays. */
  replaced: number;
}

/** Bytes of one statement's rows; a value may have two million. */
const MOST_BYTES = 900_000;

/** Lines of a file, which are what was exported or nothing is taken. */
async function linesIn(read: ReadPart, { key, sha256 }: Exported["parts"][number]): Promise<string[]> {
  const bytes = await read(key);
  let text: string;
  try {
    text = gunzipSync(bytes).toString("utf8");
  } catch (cause) {
    throw new Error(`${key} cannot be unpacked`, { cause });
  }
  if (hashOf(text) !== sha256) throw new Error(`${key} is not what was exported`);
  return text.split("\n").slice(0, -1);
}

/** Reads every file once and holds it against its hash, so that a broken export costs no database. */
export async function verifyFiles({ tables }: Manifest, read: ReadPart): Promise<void> {
  for (const { parts } of tables) for (const part of parts) await linesIn(read, part);
}

/** Loads all tables into an empty database that has no triggers; parents first. */
export async function loadTables(
  db: D1Database,
  shape: Shape,
  { tables }: Manifest,
  read: ReadPart,
): Promise<Loaded[]> {
  const exported = new Map(tables.map((table) => [table.name, table]));
  const loaded: Loaded[] = [];
  for (const table of shape.tables.toReversed()) {
    const from = exported.get(table.name);
    if (from) loaded.push(await loadTable(db, table, from, read));
  }
  return loaded;
}

async function loadTable(
  db: D1Database,
  table: TableShape,
  exported: Exported,
  read: ReadPart,
): Promise<Loaded> {
  const insert = inserting(table, exported);
  let taken = 0;
  for (const part of exported.parts) {
    for (const lines of inBatches(await linesIn(read, part))) {
      const { meta } = await db.prepare(insert).bind(`[${lines.join()}]`).run();
      taken += meta.changes;
    }
  }
  const there = (await db.prepare(`SELECT count(*) AS n FROM "${table.name}"`).first<number>("n")) ?? 0;
  return { name: table.name, rows: there, orphans: exported.rows - taken, replaced: taken - there };
}

/** SQL that takes a JSON list of rows; those whose parent is not there are left out. */
function inserting({ name, references }: TableShape, { columns, blobs }: Exported): string {
  const at = (column: string) => `value ->> ${columns.indexOf(column)}`;
  const cells = columns.map((column) => (blobs.includes(column) ? `unhex(${at(column)})` : at(column)));
  const there = references.map(({ columns: own, parent, of }) => {
    const same = own.map((column, n) => `p."${of[n]}" = ${at(column)}`).join(" AND ");
    return `(${own.map((column) => `${at(column)} IS NULL`).join(" OR ")} OR EXISTS (SELECT 1 FROM "${parent}" p WHERE ${same}))`;
  });
  return `INSERT OR REPLACE INTO "${name}" (${columns.map((column) => `"${column}"`).join()})
    SELECT ${cells.join()} FROM json_each(?1) WHERE ${["true", ...there].join(" AND ")}`;
}

/** Lines of a statement each, as many as its bytes allow; one that is longer goes alone. */
function* inBatches(lines: readonly string[]): Generator<string[]> {
  let batch: string[] = [];
  let bytes = 0;
  for (const line of lines) {
    const length = Buffer.byteLength(line) + 1;
    if (batch.length > 0 && bytes + length > MOST_BYTES) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(line);
    bytes += length;
  }
  if (batch.length > 0) yield batch;
}

/** Sets from where each table goes on counting: a number that was given before is never given again. */
export async function setSequences(db: D1Database, sequences: Manifest["sequences"]): Promise<void> {
  const rows = JSON.stringify(Object.entries(sequences).map(([name, seq]) => [name, seq] satisfies Cell[]));
  const missing = `INSERT INTO sqlite_sequence (name, seq) SELECT value ->> 0, value ->> 1 FROM json_each(?1)
    WHERE value ->> 0 NOT IN (SELECT name FROM sqlite_sequence)`;
  const there = `UPDATE sqlite_sequence SET seq = max(seq, e.value ->> 1) FROM json_each(?1) e WHERE e.value ->> 0 = sqlite_sequence.name`;
  await db.batch([missing, there].map((text) => db.prepare(text).bind(rows)));
}
