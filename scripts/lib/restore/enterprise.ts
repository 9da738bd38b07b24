import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { storedPrefix } from "#workers/domain/backups/stored-files.ts";
import { rowsIn } from "#workers/domain/backups/parts.ts";
import type { ErasedNote } from "#workers/domain/backups/erased-notes.ts";
import { type Export, type ExportFiles, openExportAt } from "./files.ts";
import { restore, type Restored } from "./restore.ts";

/** The methods of an R2 bucket that storing an enterprise's files needs. */
export interface ObjectBucket {
  put(key: string, value: Uint8Array, options: { httpMetadata: { contentType: string } }): Promise<unknown>;
}

/** Where an enterprise is brought in: databases that nobody has used, and a bucket. */
export interface Target {
  directory: D1Database;
  tenant: D1Database;
  /** The binding of the tenant database, which the directory names from now on. */
  database: string;
  files: ObjectBucket;
}

export interface Imported {
  enterprise: { id: string; name: string };
  databases: Restored[];
  files: number;
  /** Keys of files that are not there, or are not what was exported. */
  wrong: string[];
}

/** The unpacked archives of an export, in a folder. */
export const exportFolder = (folder: string): Pick<ExportFiles, "get"> => ({
  async get(key) {
    const path = join(folder, key);
    if (!existsSync(path)) return null;
    const bytes = await readFile(path);
    return { arrayBuffer: async () => new Uint8Array(bytes).buffer };
  },
});

async function opened(from: Pick<ExportFiles, "get">, kind: string): Promise<Export> {
  const one = await openExportAt(from, `${kind}/`);
  if (!one.manifest.enterprise) throw new Error(`${kind}/ is no export of an enterprise.`);
  return one;
}

/**
 * Brings the export of one enterprise into a system that nobody has used: both databases by the restore of nightly exports, so
 * that nothing leaves or begins by itself, and what it had stored. Compares each row and each file with what the export says.
 */
export async function importEnterprise(
  from: Pick<ExportFiles, "get">,
  { directory, tenant, database, files }: Target,
  notes: readonly ErasedNote[],
  now: () => number,
): Promise<Imported> {
  const [theirs, theirDirectory, stored] = (await Promise.all(
    ["tenant", "directory", "files"].map((kind) => opened(from, kind)),
  )) as [Export, Export, Export];
  const enterprise = theirs.manifest.enterprise ?? { id: "", name: "" };
  for (const { manifest } of [theirDirectory, stored])
    if (manifest.enterprise?.id !== enterprise.id || manifest.begunAt !== theirs.manifest.begunAt)
      throw new Error("The folder has files of several exports.");
  const own = notes.filter(({ enterpriseId }) => enterpriseId === enterprise.id);
  const restored = [
    await restore(tenant, theirs, own, now),
    await restore(directory, theirDirectory, own, now),
  ];
  await directory
    .prepare(
      // One that was to be deleted has been brought back on purpose.
      "UPDATE enterprises SET database = ?1, deletes_at = NULL, deletion_by = '', deletion_begun_at = NULL WHERE id = ?2",
    )
    .bind(database, enterprise.id)
    .run();
  return { enterprise, databases: restored, ...(await storeObjects(from, stored, enterprise.id, files)) };
}

async function storeObjects(
  from: Pick<ExportFiles, "get">,
  { manifest, read }: Export,
  enterpriseId: string,
  bucket: ObjectBucket,
): Promise<Pick<Imported, "files" | "wrong">> {
  const wrong: string[] = [];
  let files = 0;
  const parts = manifest.tables.flatMap((table) => table.parts);
  for (const part of parts) {
    const list = { get: async () => ({ arrayBuffer: async () => (await read(part.key)).slice().buffer }) };
    for (const [key, size, sha256, contentType] of await rowsIn(list, part.key)) {
      const found = await from.get(`objects/${key}`);
      const bytes = found ? new Uint8Array(await found.arrayBuffer()) : undefined;
      if (!bytes || bytes.length !== size || createHash("sha256").update(bytes).digest("hex") !== sha256) {
        wrong.push(String(key));
        continue;
      }
      await bucket.put(`${storedPrefix(enterpriseId)}${key}`, bytes, {
        httpMetadata: { contentType: String(contentType) },
      });
      files++;
    }
  }
  return { files, wrong };
}
