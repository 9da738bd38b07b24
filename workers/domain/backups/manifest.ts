import { z } from "zod";
import type { Source } from "./page.ts";
import { type ExportBucket, hashOf, isWhole, listParts, type Part } from "./parts.ts";

const part = z.object({ key: z.string(), rows: z.int(), sha256: z.string() });
/** The contents of an export, for whoever restores or reads it. */
export const manifest = z.object({
  version: z.literal(1),
  /** The database, by its binding. */
  database: z.string(),
  /** The newest migration that it had. */
  schema: z.string(),
  /**
   * Every page was read between these times, in ISO 8601: a row that was there all the while and did not change is in it once,
   * one that changed is there as it was before or after.
   */
  begunAt: z.string(),
  endedAt: z.string(),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      /** Columns that are bytes, in hex. */
      blobs: z.array(z.string()),
      rows: z.int(),
      /** Of the hashes of its files, one behind the other. */
      sha256: z.string(),
      /** Files by their keys below the manifest's own folder. */
      parts: z.array(part),
    }),
  ),
  /** Triggers of a database of this schema, by name. */
  triggers: z.array(z.string()),
  /** The highest number that each table has given: numbers are never given again. */
  sequences: z.record(z.string(), z.int()),
  /** In an export of one enterprise: whose it is, and what of theirs is not in it. */
  enterprise: z
    .object({
      id: z.string(),
      name: z.string(),
      /** Tables of which no row is given away. */
      leftOut: z.array(z.string()),
      /** Columns that are empty, as `table.column`. */
      emptied: z.array(z.string()),
      /** Tables whose values open with the platform's key alone. */
      sealed: z.array(z.string()),
    })
    .optional(),
});
export type Manifest = z.infer<typeof manifest>;

export const MANIFEST = "manifest.json";

type About = Omit<Manifest, "version" | "tables">;

/** Composes what an export has from its files, and writes it last: an export without it is not complete. */
export async function writeManifest(
  bucket: ExportBucket,
  prefix: string,
  sources: readonly Source[],
  about: About,
): Promise<Manifest> {
  const parts = Map.groupBy(await listParts(bucket, prefix), ({ source }) => source);
  const tables = sources.map((source) => tableOf(prefix, source, parts.get(source.name) ?? []));
  const written: Manifest = { version: 1, ...about, tables };
  await bucket.put(`${prefix}${MANIFEST}`, JSON.stringify(written), {
    httpMetadata: { contentType: "application/json" },
  });
  return written;
}

function tableOf(prefix: string, { name, columns, blobs }: Source, parts: readonly Part[]) {
  if (!isWhole(parts)) throw new Error(`the files of ${name} do not follow on each other`);
  return {
    name,
    columns: [...columns],
    blobs: [...blobs],
    rows: parts.reduce((sum, { rows }) => sum + rows, 0),
    sha256: hashOf(parts.map(({ sha256 }) => sha256).join("")),
    parts: parts.map(({ key, rows, sha256 }) => ({ key: key.slice(prefix.length), rows, sha256 })),
  };
}
