import { createHash } from "node:crypto";
import type { Cell, RowsPage, Source } from "./page.ts";

/** The methods of an R2 bucket that exports need. */
export interface ExportBucket {
  head(key: string): Promise<{ customMetadata?: Record<string, string> } | null>;
  put(
    key: string,
    value: Uint8Array | string,
    options: {
      onlyIf?: { etagDoesNotMatch: string };
      customMetadata?: Record<string, string>;
      httpMetadata: { contentType: string };
    },
  ): Promise<object | null>;
  list(options: {
    prefix: string;
    cursor?: string;
    include: ["customMetadata"];
  }): Promise<
    { objects: { key: string; customMetadata?: Record<string, string> }[] } & (
      | { truncated: true; cursor: string }
      | { truncated: false }
    )
  >;
}

/** A file of an export: rows of one source, a line each, in gzip. */
export interface Part {
  key: string;
  source: string;
  rows: number;
  /** Of its lines, as they are before they are packed. */
  sha256: string;
  /** The keys behind and up to which it reads, and whether rows follow. */
  from: Cell[];
  to: Cell[];
  more: boolean;
}

const DIGITS = 6;
const partKey = (prefix: string, source: string, n: number): string =>
  `${prefix}${source}/${String(n).padStart(DIGITS, "0")}.ndjson.gz`;

export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Rows as text: a JSON list of its cells a line. */
export const linesOf = (rows: readonly Cell[][]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join("");

async function packed(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Headers carry letters of ASCII alone. */
const inHeader = (key: readonly Cell[]): string => encodeURIComponent(JSON.stringify(key));
const outOfHeader = (text = ""): Cell[] => JSON.parse(decodeURIComponent(text)) as Cell[];

/**
 * Writes the n-th file of a source, which begins behind a key. The first to write it has written it: a worker that was
 * killed behind that, or that is late, is answered what is there. Answers undefined where there is no row at all.
 */
export async function writePart(
  bucket: ExportBucket,
  prefix: string,
  source: Source,
  { n, after }: { n: number; after: readonly Cell[] },
): Promise<Part | undefined> {
  const key = partKey(prefix, source.name, n);
  const before = await bucket.head(key);
  if (before) return partOf(prefix, key, before.customMetadata);
  const page: RowsPage = await source.page(after);
  // An empty file says that none follow where rows were expected, or that the first page of many had none.
  if (page.rows.length === 0 && n === 0 && !page.more) return undefined;
  const text = linesOf(page.rows);
  const part = {
    key,
    source: source.name,
    rows: page.rows.length,
    sha256: hashOf(text),
    from: [...after],
    to: page.last.length > 0 ? page.last : [...after],
    more: page.more,
  };
  const written = await bucket.put(key, await packed(text), {
    onlyIf: { etagDoesNotMatch: "*" },
    httpMetadata: { contentType: "application/gzip" },
    customMetadata: {
      rows: String(part.rows),
      sha256: part.sha256,
      from: inHeader(part.from),
      to: inHeader(part.to),
      more: String(part.more),
    },
  });
  if (written) return part;
  const there = await bucket.head(key);
  if (!there) throw new Error(`a file of an export went while it was written: ${key}`);
  return partOf(prefix, key, there.customMetadata);
}

function partOf(prefix: string, key: string, noted: Record<string, string> = {}): Part {
  return {
    key,
    source: key.slice(prefix.length, key.lastIndexOf("/")),
    rows: Number(noted["rows"]),
    sha256: noted["sha256"] ?? "",
    from: outOfHeader(noted["from"]),
    to: outOfHeader(noted["to"]),
    more: noted["more"] === "true",
  };
}

/** The rows of a file of an export. */
export async function rowsIn(
  files: { get(key: string): Promise<{ arrayBuffer(): Promise<ArrayBuffer> } | null> },
  key: string,
): Promise<Cell[][]> {
  const found = await files.get(key);
  if (!found) throw new Error(`a file of an export is missing: ${key}`);
  const stream = new Blob([await found.arrayBuffer()]).stream().pipeThrough(new DecompressionStream("gzip"));
  const lines = (await new Response(stream).text()).split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Cell[]);
}

/** All files of an export, each source's in their order. */
export async function listParts(bucket: ExportBucket, prefix: string): Promise<Part[]> {
  const parts: Part[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await bucket.list({
      prefix,
      include: ["customMetadata"],
      ...(cursor !== undefined && { cursor }),
    });
    for (const { key, customMetadata } of page.objects)
      if (key.endsWith(".ndjson.gz")) parts.push(partOf(prefix, key, customMetadata));
    if (!page.truncated) return parts;
    cursor = page.cursor;
  }
}

/** Whether a source's files follow on each other without a gap, up to its last row. */
export const isWhole = (parts: readonly Part[]): boolean =>
  parts.every(
    ({ from, key, more }, at) =>
      key.endsWith(`/${String(at).padStart(DIGITS, "0")}.ndjson.gz`) &&
      JSON.stringify(from) === JSON.stringify(parts[at - 1]?.to ?? []) &&
      more === at < parts.length - 1,
  );
