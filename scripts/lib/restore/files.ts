import { type Manifest, manifest, MANIFEST } from "#workers/domain/backups/manifest.ts";
import { exportPrefix } from "#workers/domain/backups/nights.ts";
import type { ReadPart } from "./load.ts";

/** The methods of an R2 bucket that restoring needs. */
export interface ExportFiles {
  get(key: string): Promise<{ arrayBuffer(): Promise<ArrayBuffer> } | null>;
  list(options: {
    prefix: string;
    cursor?: string;
  }): Promise<{ objects: { key: string }[] } & ({ truncated: true; cursor: string } | { truncated: false })>;
}

/** The export of one database. */
export interface Export {
  manifest: Manifest;
  read: ReadPart;
}

async function bytesOf(files: Pick<ExportFiles, "get">, key: string): Promise<Uint8Array> {
  const found = await files.get(key);
  if (!found) throw new Error(`There is no file ${key}.`);
  return new Uint8Array(await found.arrayBuffer());
}

export const textOf = async (files: Pick<ExportFiles, "get">, key: string): Promise<string> =>
  Buffer.from(await bytesOf(files, key)).toString("utf8");

export async function keysOf(files: ExportFiles, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await files.list({ prefix, ...(cursor !== undefined && { cursor }) });
    keys.push(...page.objects.map(({ key }) => key));
    if (!page.truncated) return keys;
    cursor = page.cursor;
  }
}

/** Opens the export that was made of a database in a night. Throws where there is none, or it was never completed. */
export const openExport = (files: ExportFiles, night: string, database: string): Promise<Export> =>
  openExportAt(files, exportPrefix(night, database));

/** Opens the export whose files lie below a folder. */
export async function openExportAt(files: Pick<ExportFiles, "get">, prefix: string): Promise<Export> {
  return {
    manifest: manifest.parse(JSON.parse(await textOf(files, `${prefix}${MANIFEST}`))),
    read: (key) => bytesOf(files, `${prefix}${key}`),
  };
}
