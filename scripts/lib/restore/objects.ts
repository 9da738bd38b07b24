import { createHash } from "node:crypto";
import { copyAt } from "#workers/domain/backups/copies.ts";
import type { DeletedNote } from "#workers/domain/backups/deleted-notes.ts";
import { rowsIn } from "#workers/domain/backups/parts.ts";
import { storedPrefix } from "#workers/domain/backups/stored-files.ts";
import type { Export, ExportFiles } from "./files.ts";
import { verifyFiles } from "./load.ts";

/** The methods of the bucket that files are brought back into. */
export interface RestoredBucket extends Pick<ExportFiles, "get"> {
  put(key: string, value: Uint8Array, options: object): Promise<unknown>;
}

export interface RestoredObjects {
  files: number;
  bytes: number;
  /** Of enterprises that were deleted behind the export. */
  deleted: number;
  /** Keys of files whose copy is missing or another one, or that lie there otherwise. */
  wrong: string[];
}

/**
 * Brings files back from their copies, each held against its hash, and compares what lies there afterwards. Nothing that lies
 * there already is written over.
 */
export async function restoreObjects(
  { manifest, read }: Export,
  copies: Pick<ExportFiles, "get">,
  into: RestoredBucket,
  deletions: readonly DeletedNote[] = [],
): Promise<RestoredObjects> {
  await verifyFiles(manifest, read);
  const gone = deletions.map(({ enterpriseId }) => storedPrefix(enterpriseId));
  const restored: RestoredObjects = { files: 0, bytes: 0, deleted: 0, wrong: [] };
  const list = {
    get: async (key: string) => ({ arrayBuffer: async () => (await read(key)).slice().buffer }),
  };
  const parts = manifest.tables.find(({ name }) => name === "objects")?.parts ?? [];
  for (const part of parts)
    for (const [key, size, etag, sha256, type, metadata] of await rowsIn(list, part.key)) {
      const name = String(key);
      if (gone.some((prefix) => name.startsWith(prefix))) {
        restored.deleted++;
        continue;
      }
      const bytes = await bytesAt(copies, copyAt(name, String(etag)));
      if (isIt(bytes, sha256))
        await into.put(name, bytes, {
          onlyIf: { etagDoesNotMatch: "*" },
          ...(type !== "" && { httpMetadata: { contentType: String(type) } }),
          customMetadata: JSON.parse(String(metadata)) as Record<string, string>,
        });
      // Not by its etag, which says in how many parts it was stored.
      if (isIt(await bytesAt(into, name), sha256)) restored.files++;
      else restored.wrong.push(name);
      restored.bytes += Number(size);
    }
  return restored;
}

async function bytesAt(bucket: Pick<ExportFiles, "get">, key: string): Promise<Uint8Array | undefined> {
  const found = await bucket.get(key);
  return found ? new Uint8Array(await found.arrayBuffer()) : undefined;
}

const isIt = (bytes: Uint8Array | undefined, sha256: unknown): bytes is Uint8Array =>
  bytes !== undefined && createHash("sha256").update(bytes).digest("hex") === sha256;

/** The outcome, in lines for whoever has begun it. */
export const reportObjects = ({ files, bytes, deleted, wrong }: RestoredObjects): string[] => [
  `FILES: ${files} files of ${(bytes / 1_000_000).toFixed(1)} MB; of deleted enterprises: ${deleted}`,
  ...wrong.map((key) => `  DIFFERS: ${key}`),
  ...(wrong.length === 0 ? ["  every file is what its manifest says"] : []),
];
