import { createHash } from "node:crypto";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { Cell, Source } from "./page.ts";

/** The methods of an R2 bucket that listing an enterprise's files needs. */
export interface StoredBucket {
  get(key: string): Promise<{
    body: ReadableStream<Uint8Array>;
    httpMetadata?: { contentType?: string };
  } | null>;
  list(options: {
    prefix: string;
    startAfter?: string;
    limit: number;
  }): Promise<{ objects: { key: string; size: number }[] }>;
}

/** Where all that an enterprise stores lies; files of played phones, and bodies that wait for a minute, lie elsewhere. */
export const storedPrefix = (enterpriseId: string): string => `${enterpriseId}/`;
/** Where exports of an enterprise lie. */
export const exportsPrefix = (enterpriseId: EnterpriseId): string => `${storedPrefix(enterpriseId)}exports/`;

/** Files of one page, and bytes after which no further one is read. */
const MOST_FILES = 40;
const MOST_BYTES = 50_000_000;

/**
 * An enterprise's stored files, as rows: key below its folder, size, SHA-256 and type. The bytes are not copied: a
 * download takes them from where they lie, so an export takes no room for them.
 */
export const storedFiles = (bucket: StoredBucket, enterpriseId: EnterpriseId): Source => ({
  name: "files",
  columns: ["key", "size", "sha256", "contentType"],
  blobs: [],
  calls: MOST_FILES + 4,
  async page([after]) {
    const prefix = storedPrefix(enterpriseId);
    const exports = exportsPrefix(enterpriseId);
    const rows: Cell[][] = [];
    let last = after === undefined || after === null ? "" : String(after);
    let bytes = 0;
    while (rows.length < MOST_FILES && bytes < MOST_BYTES) {
      const { objects } = await bucket.list({
        prefix,
        limit: MOST_FILES - rows.length,
        ...(last !== "" && { startAfter: `${prefix}${last}` }),
      });
      if (objects.length === 0) return { rows, last: last === "" ? [] : [last], more: false };
      for (const { key } of objects) {
        if (bytes >= MOST_BYTES) break;
        last = key.slice(prefix.length);
        if (key.startsWith(exports)) {
          // Behind all of them, however many there are: 0 follows on the slash.
          last = `${exports.slice(prefix.length, -1)}0`;
          break;
        }
        const read = await hashed(bucket, key);
        if (read === undefined) continue;
        bytes += read.size;
        rows.push([last, read.size, read.sha256, read.type]);
      }
    }
    return { rows, last: [last], more: true };
  },
});

async function hashed(
  bucket: StoredBucket,
  key: string,
): Promise<{ size: number; sha256: string; type: string } | undefined> {
  // One that went since it was listed is not there.
  const object = await bucket.get(key);
  if (!object) return undefined;
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of object.body) {
    hash.update(chunk);
    size += chunk.byteLength;
  }
  return { size, sha256: hash.digest("hex"), type: object.httpMetadata?.contentType ?? "" };
}
