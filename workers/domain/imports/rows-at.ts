import { importsTexts as texts } from "#texts/imports.ts";
import type { FileFormat } from "#db/tenant/imports.ts";
import { DomainError } from "../error.ts";
import { type ReadPiece, readPiece } from "./csv-text.ts";
import { type FileRow, type Files, readBytes } from "./files.ts";
import { LONGEST_ROW } from "./inspect.ts";

/** A place between two rows of a file, and the line that begins there. */
export interface RowsAt {
  cursor: number;
  line: number;
}

/**
 * Reads the rows that begin at a place: at least one, up to the longest row allowed; nothing is read at the file's end.
 * `reads` is how often the bucket was asked. Invalid where the file cannot be read as rows.
 */
export async function rowsAt(
  files: Pick<Files, "get">,
  file: Pick<FileRow, "enterpriseId" | "id" | "bytes">,
  { encoding, delimiter }: Pick<FileFormat, "encoding" | "delimiter">,
  { cursor, line }: RowsAt,
  { bytes: wanted, most }: { bytes: number; most: number },
): Promise<{ piece: ReadPiece; reads: number }> {
  for (let length = wanted, reads = 1; ; length = LONGEST_ROW, reads++) {
    const bytes = await readBytes(files, file, cursor, length);
    const piece = readPiece(bytes, encoding, {
      delimiter,
      line,
      final: cursor + bytes.byteLength >= file.bytes,
      force: length >= LONGEST_ROW,
      most,
    });
    if (piece.hopeless) throw unreadable(texts.hopeless);
    if (piece.bytes > 0 || cursor >= file.bytes) return { piece, reads: reads * 2 };
    if (length >= LONGEST_ROW) throw unreadable(texts.rowTooLong);
  }
}

const unreadable = (message: string): DomainError => new DomainError("invalid", { message });
