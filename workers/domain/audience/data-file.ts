import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import type { FileFormat } from "#db/tenant/imports.ts";
import { type AudienceFile, ROW_GROUP } from "#workers/contract/broadcast.ts";
import { DomainError } from "../error.ts";
import { unguarded } from "../formula.ts";
import { isBlank } from "../imports/csv-rows.ts";
import type { FileRow, Files } from "../imports/files.ts";
import { rowsAt } from "../imports/rows-at.ts";

/** Bytes of a row in most files: so much is read for each row that is wanted, and more where that was too little. */
const USUAL_ROW = 200;

/** A file whose rows are recipients. */
export interface OpenedFile {
  file: Pick<FileRow, "enterpriseId" | "id" | "bytes"> & { format: FileFormat };
  /** The place of the column with the number or the address. */
  column: number;
}
export interface DataFile extends OpenedFile {
  files: Pick<Files, "get">;
}

/** A row of it: whom it names, as it was typed, and its values under the names that columns and texts use. */
export interface DataRow {
  typed: string;
  row: Readonly<Record<string, string>>;
  isUnreadable: boolean;
}

/** The names of a file's columns, as mappings and texts use them. */
export const rowNames = (format: Pick<FileFormat, "headers">): string[] =>
  format.headers.filter((each) => each !== "").map((each) => `${ROW_GROUP}${each}`);

/** A file as it is to be read; invalid at its field where it is gone, was never checked, or lacks the column. */
export function openedFile(
  { column }: AudienceFile,
  file: Omit<FileRow, "createdAt" | "updatedAt"> | undefined,
): OpenedFile {
  const wrong = (message: string) =>
    new DomainError("invalid", { message, errors: { "audience.file": message } });
  if (!file?.format) throw wrong(texts.dataFileGone);
  const at = file.format.headers.indexOf(column);
  if (at < 0) throw wrong(texts.columnGone(column));
  return { file: { ...file, format: file.format }, column: at };
}

/** The rows that begin at a byte of the file, at most `most`, and where the next ones begin; null at its end. */
export async function dataRows(
  { files, file, column }: DataFile,
  at: number,
  most: number,
): Promise<{ rows: DataRow[]; next: number | null }> {
  const { format } = file;
  const cursor = Math.max(at, format.bodyStart);
  const { piece } = await rowsAt(
    files,
    file,
    format,
    { cursor, line: format.bodyLine },
    { bytes: most * USUAL_ROW, most },
  );
  const next = cursor + piece.bytes;
  const names = format.headers.map((each) => (each === "" ? "" : `${ROW_GROUP}${each}`));
  return {
    rows: piece.rows
      .filter((each) => !isBlank(each))
      .map(({ cells, unclosed, broken }) => ({
        typed: unguarded(cells[column] ?? "").trim(),
        row: Object.fromEntries(names.map((name, index) => [name, unguarded(cells[index] ?? "")])),
        isUnreadable: unclosed || broken,
      })),
    next: next >= file.bytes ? null : next,
  };
}
