import { createHash } from "node:crypto";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { Line } from "./line.ts";

/** The methods of an R2 bucket that archives need. A conditional put answers null where its condition does not hold. */
export interface ArchiveFiles {
  head(key: string): Promise<{ etag: string } | null>;
  get(key: string): Promise<{ etag: string; body: ReadableStream<Uint8Array> } | null>;
  put(
    key: string,
    value: Uint8Array,
    options: {
      onlyIf: { etagMatches: string } | { etagDoesNotMatch: string };
      httpMetadata: { contentType: string };
    },
  ): Promise<object | null>;
}
export type ArchiveReader = Pick<ArchiveFiles, "get">;

const PADDING = 8;
/** By the first recipient alone, so that a page that is written again is never a second file. */
export const keyOf = (enterpriseId: EnterpriseId, broadcastId: string, first: number): string =>
  `${enterpriseId}/broadcasts/${broadcastId}/${String(first).padStart(PADDING, "0")}.ndjson.gz`;

export const checksumOf = (text: string): string => createHash("sha256").update(text).digest("base64url");

async function packed(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Writes lines where there is no file yet, or the very one (`etag`) that was seen; false where there is another. */
export async function writeLines(
  files: ArchiveFiles,
  key: string,
  text: string,
  etag: string | undefined,
): Promise<boolean> {
  const onlyIf = etag === undefined ? { etagDoesNotMatch: "*" } : { etagMatches: etag };
  const written = await files.put(key, await packed(text), {
    onlyIf,
    httpMetadata: { contentType: "application/gzip" },
  });
  return written !== null;
}

/** The lines of a file, with what names its present content. Throws where the file is not there. */
export async function readLines(files: ArchiveReader, key: string): Promise<{ etag: string; lines: Line[] }> {
  const file = await files.get(key);
  if (!file) throw new Error(`a file of the archive is missing: ${key}`);
  // The types of a gzip stream's two ends differ in what they say of their buffers.
  const plain = file.body.pipeThrough(
    new DecompressionStream("gzip") as unknown as ReadableWritablePair<Uint8Array, Uint8Array>,
  );
  const text = await new Response(plain).text();
  return {
    etag: file.etag,
    lines: text === "" ? [] : text.split("\n").map((line) => JSON.parse(line) as Line),
  };
}

export const textOf = (lines: readonly Line[]): string =>
  lines.map((line) => JSON.stringify(line)).join("\n");
