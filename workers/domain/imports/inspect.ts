import { and, eq } from "drizzle-orm";
import { importsTexts as texts } from "#texts/imports.ts";
import { type Encoding, type FileFormat, importFiles } from "#db/tenant/imports.ts";
import type { inspectFile as contract } from "#workers/contract/endpoints/imports.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { MOST_COLUMNS, PART_BYTES } from "#workers/contract/endpoints/imports.ts";
import { unguarded } from "../formula.ts";
import { liveFields } from "../customers/live-fields.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { isBlank, readRows } from "./csv-rows.ts";
import { readPiece, type ReadRow, strictly, wholeCharacters } from "./csv-text.ts";
import {
  type FileRow,
  fileRefused,
  type Files,
  partKey,
  readBytes,
  readingFile,
  withAllParts,
} from "./files.ts";
import { guessMapping } from "./mapping.ts";

/** Limit on the length of a row in bytes. */
export const LONGEST_ROW = 4 * 1024 * 1024;
const PROBE_BYTES = 1024 * 1024;
const SHOWN_ROWS = 10;
/** Length of a sample value on the screen where columns are assigned. */
const SHOWN_LENGTH = 200;
/**
 * Parts searched for bytes that are not UTF-8, which would make it Windows-1252. Later ones are reported row by row.
 */
const SEARCHED_PARTS = 8;

/** Completes a file whose parts have all arrived, and returns its format. */
export async function inspectFile(ctx: Ctx, files: Files, path: string): Promise<ReplyOf<typeof contract>> {
  const [[file], fields] = await ctx.db.batch([readingFile(ctx, path), liveFields(ctx)]);
  if (!file) throw new DomainError("notFound");
  const format = file.format ?? (await lookAtWhole(files, file));
  const [rows] = await Promise.all([
    firstRows(files, file, format),
    file.format ? undefined : keepFormat(ctx, file, format),
  ]);
  return {
    path,
    encoding: format.encoding,
    delimiter: format.delimiter,
    headers: format.headers,
    rows,
    mapping: guessMapping(format.headers, fields),
  };
}

/** The first rows of a file that are not blank, cell by cell under its headers, as a screen shows them. */
export async function firstRows(files: Files, file: FileRow, format: FileFormat): Promise<string[][]> {
  const bytes = await readBytes(files, file, format.bodyStart, PROBE_BYTES);
  const { rows } = readPiece(bytes, format.encoding, {
    delimiter: format.delimiter,
    line: format.bodyLine,
    final: format.bodyStart + bytes.byteLength >= file.bytes,
    most: SHOWN_ROWS * 10,
  });
  return rows
    .filter((row) => !isBlank(row))
    .slice(0, SHOWN_ROWS)
    .map(({ cells }) =>
      format.headers.map((_, column) => unguarded(cells[column] ?? "").slice(0, SHOWN_LENGTH)),
    );
}

/** Detects the file's format once, then stores it. Refuses a file that is not a CSV with rows. */
export async function formatOf(ctx: Ctx, files: Files, file: FileRow): Promise<FileFormat> {
  if (file.format) return file.format;
  const format = await lookAtWhole(files, file);
  await keepFormat(ctx, file, format);
  return format;
}

/** The format of a file whose parts are all there. */
const lookAtWhole = (files: Files, file: FileRow): Promise<FileFormat> =>
  withAllParts(files, file, look(files, file));

const keepFormat = async (ctx: Ctx, { id }: FileRow, format: FileFormat): Promise<void> => {
  await ctx.db
    .update(importFiles)
    .set({ format, updatedAt: ctx.now() })
    .where(and(eq(importFiles.enterpriseId, ctx.enterpriseId), eq(importFiles.id, id)));
};

/** The format of a file by its first bytes, and by the others where these might be of any encoding. */
export async function look(files: Pick<Files, "get">, file: Omit<FileRow, "format">): Promise<FileFormat> {
  const first = await readBytes(files, file, 0, PROBE_BYTES);
  refuseOther(first);
  const { encoding, bom } = await encodingOf(files, file, first);
  const unit = encoding.startsWith("utf-16") ? 2 : 1;
  // A header may be as long as any row.
  const probe = file.bytes > PROBE_BYTES ? await readBytes(files, file, 0, LONGEST_ROW) : first;
  const body = probe.subarray(bom);
  const final = probe.byteLength >= file.bytes;
  const delimiter = delimiterOf(body, encoding, final);
  let at = 0;
  let line = 1;
  let header: ReadRow | undefined;
  while (header === undefined) {
    const read = readPiece(body.subarray(at), encoding, { delimiter, line, final, force: true, most: 1 });
    const [row] = read.rows;
    if (!row) throw fileRefused(final && at + unit > body.byteLength ? texts.empty : texts.rowTooLong);
    at += read.bytes;
    ({ line } = read);
    if (!isBlank(row)) header = row;
    else if (at >= body.byteLength) throw fileRefused(texts.empty);
  }
  const headers = header.cells.map((cell) => unguarded(cell).trim().toWellFormed());
  while (headers.at(-1) === "") headers.pop();
  if (headers.length > MOST_COLUMNS) throw fileRefused(texts.tooManyColumns(MOST_COLUMNS));
  if (header.unclosed) throw fileRefused(texts.unclosedQuote);
  if (final && !hasRows(body.subarray(at), encoding, delimiter)) throw fileRefused(texts.headerOnly);
  return { encoding, delimiter, headers, bodyStart: bom + at, bodyLine: line };
}

const hasRows = (bytes: Uint8Array, encoding: Encoding, delimiter: string): boolean =>
  readPiece(bytes, encoding, { delimiter, line: 1, final: true }).rows.some((row) => !isBlank(row));

/** Files of other kinds, told by their first bytes. */
function refuseOther(bytes: Uint8Array): void {
  const starts = (...signs: number[]): boolean => signs.every((sign, index) => bytes[index] === sign);
  if (bytes.byteLength === 0) throw fileRefused(texts.empty);
  if (starts(0x50, 0x4b) && [3, 5, 7].includes(bytes[2] ?? 0)) throw fileRefused(texts.zip);
  const binary =
    starts(0xd0, 0xcf, 0x11, 0xe0) || // An old spreadsheet
    starts(0x25, 0x50, 0x44, 0x46) || // PDF
    starts(0x1f, 0x8b) || // gzip
    starts(0x89, 0x50, 0x4e, 0x47) || // PNG
    starts(0xff, 0xd8, 0xff); // JPEG
  if (binary) throw fileRefused(texts.binary);
}

async function encodingOf(
  files: Pick<Files, "get">,
  file: Omit<FileRow, "format">,
  first: Uint8Array,
): Promise<{ encoding: Encoding; bom: number }> {
  if (first[0] === 0xef && first[1] === 0xbb && first[2] === 0xbf) return { encoding: "utf-8", bom: 3 };
  if (first[0] === 0xff && first[1] === 0xfe) return { encoding: "utf-16le", bom: 2 };
  if (first[0] === 0xfe && first[1] === 0xff) return { encoding: "utf-16be", bom: 2 };
  const wide = wideOf(first.subarray(0, 4_096));
  if (wide) return { encoding: wide, bom: 0 };
  if (first.includes(0)) throw fileRefused(texts.binary);
  const encoding = (await isUtf8(files, file, first)) ? "utf-8" : "windows-1252";
  if (encoding === "windows-1252" && controls(first) > first.byteLength / 50) throw fileRefused(texts.binary);
  return { encoding, bom: 0 };
}

/** Detects UTF-16 without a byte order mark: in separators, digits and Latin letters every other byte is 0. */
function wideOf(bytes: Uint8Array): Encoding | undefined {
  const zeros = [0, 0];
  for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const half = bytes.byteLength / 2;
  if (odd > half * 0.2 && even < half * 0.02) return "utf-16le";
  if (even > half * 0.2 && odd < half * 0.02) return "utf-16be";
  return undefined;
}

const controls = (bytes: Uint8Array): number =>
  bytes.reduce((count, byte) => (byte < 32 && ![9, 10, 13, 26, 27].includes(byte) ? count + 1 : count), 0);

async function isUtf8(
  files: Pick<Files, "get">,
  file: Omit<FileRow, "format">,
  first: Uint8Array,
): Promise<boolean> {
  const start = first.byteLength < file.bytes ? wholeCharacters(first) : first;
  if (strictly(start, "utf-8") === undefined) return false;
  if (first.byteLength >= file.bytes) return true;
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const parts = Math.min(SEARCHED_PARTS, Math.ceil(file.bytes / PART_BYTES));
  try {
    for (let part = 1; part <= parts; part++) {
      const object = await files.get(partKey(file, part));
      if (!object) throw fileRefused(texts.fileGone);
      for await (const chunk of object.body) decoder.decode(chunk, { stream: true });
    }
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
  return true;
}

/** Picks the separator that splits the first rows into the most cells, with the same number in most rows. */
function delimiterOf(body: Uint8Array, encoding: Encoding, final: boolean): string {
  const probe = body.subarray(0, 256 * 1024);
  const whole = final && probe.byteLength === body.byteLength;
  const usable = encoding === "utf-8" && !whole ? wholeCharacters(probe) : probe;
  const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(usable);
  let best = ",";
  let bestScore = 0;
  for (const delimiter of [",", ";", "\t"]) {
    const { rows } = readRows(text, { delimiter, line: 1, final: true, most: 20 });
    const counts = rows.filter((row) => !isBlank(row)).map(({ cells }) => cells.length);
    const columns = counts[0] ?? 1;
    const same = counts.filter((count) => count === columns).length / Math.max(counts.length, 1);
    const score = columns > 1 ? columns * same * same : 0;
    if (score > bestScore) [best, bestScore] = [delimiter, score];
  }
  return best;
}
