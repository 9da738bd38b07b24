import type { Encoding } from "#db/tenant/imports.ts";
import { type CsvRow, type CsvRows, type Piece, readRows } from "./csv-rows.ts";

/** Decodes a file's bytes so that the byte position of every row is known. */

export interface ReadRow extends CsvRow {
  /** The row as written in the file. */
  raw: string;
  /**
   * Its bytes are invalid in the file's encoding; `raw` shows them as Windows-1252, which has a character for every
   * byte.
   */
  broken: boolean;
}

export interface ReadPiece {
  rows: ReadRow[];
  /** Number of bytes read. */
  bytes: number;
  line: number;
  hopeless: boolean;
}

const decoders = new Map<string, TextDecoder>();
const decoder = (encoding: string, fatal: boolean): TextDecoder => {
  const key = `${encoding} ${fatal}`;
  const known = decoders.get(key) ?? new TextDecoder(encoding, { fatal, ignoreBOM: true });
  decoders.set(key, known);
  return known;
};
const encoder = new TextEncoder();
export const utf8Length = (text: string): number => encoder.encode(text).byteLength;

/** Decodes bytes that are valid text, else returns undefined. */
export function strictly(bytes: Uint8Array, encoding: Encoding): string | undefined {
  try {
    return decoder(encoding, true).decode(bytes);
  } catch {
    return undefined;
  }
}

export const loosely = (bytes: Uint8Array, encoding: Encoding): string =>
  decoder(encoding, false).decode(bytes);

/** Returns the rows that end within the bytes. */
export function readPiece(bytes: Uint8Array, encoding: Encoding, piece: Piece): ReadPiece {
  if (encoding !== "utf-8") return readWide(bytes, encoding, piece);
  const usable = piece.final ? bytes : wholeCharacters(bytes);
  const text = strictly(usable, encoding);
  if (text === undefined) return readDamaged(usable, piece);
  const read = readRows(text, piece);
  const rest = text.slice(read.end);
  return { ...shown(read, text), bytes: usable.byteLength - utf8Length(rest) };
}

/** Encodings with a fixed number of bytes per code unit. */
function readWide(bytes: Uint8Array, encoding: Encoding, piece: Piece): ReadPiece {
  const unit = encoding === "windows-1252" ? 1 : 2;
  const usable = bytes.subarray(0, bytes.byteLength - (bytes.byteLength % unit));
  const exact = strictly(usable, encoding);
  const text = exact ?? loosely(usable, encoding);
  const read = readRows(text, piece);
  const broken = ({ start, end }: CsvRow): boolean =>
    exact === undefined && strictly(usable.subarray(start * unit, end * unit), encoding) === undefined;
  const done = piece.final && read.end === text.length ? bytes.byteLength : read.end * unit;
  return {
    ...shown(read, text, broken),
    bytes: done,
  };
}

/** Some bytes are not UTF-8: one character per byte keeps the positions, and each row shows whether it is affected. */
function readDamaged(bytes: Uint8Array, piece: Piece): ReadPiece {
  const signs = loosely(bytes, "windows-1252");
  const read = readRows(signs, piece);
  const rows = read.rows.map((row): ReadRow => {
    const text = strictly(bytes.subarray(row.start, row.end), "utf-8");
    if (text === undefined) return { ...row, raw: signs.slice(row.start, row.end), broken: true };
    const again = readRows(text, { ...piece, line: row.line, final: true, most: 1 }).rows[0];
    return { ...row, cells: again?.cells ?? [""], raw: text, broken: false };
  });
  return { rows, bytes: read.end, line: read.line, hopeless: read.hopeless };
}

const shown = (
  { rows, line, hopeless }: CsvRows,
  text: string,
  broken: (row: CsvRow) => boolean = () => false,
): Omit<ReadPiece, "bytes"> => ({
  // A slice points into the text, as the cells do: it costs less than a getter of each row's own.
  rows: rows.map((row) => ({ ...row, raw: text.slice(row.start, row.end), broken: broken(row) })),
  line,
  hopeless,
});

/** Drops an incomplete UTF-8 character at the end of the bytes. */
export function wholeCharacters(bytes: Uint8Array): Uint8Array {
  const { length } = bytes;
  for (let back = 1; back <= Math.min(3, length); back++) {
    const byte = bytes[length - back] ?? 0;
    if (byte >= 0xc0) {
      const needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return needs > back ? bytes.subarray(0, length - back) : bytes;
    }
    if (byte < 0x80) return bytes;
  }
  return bytes;
}
