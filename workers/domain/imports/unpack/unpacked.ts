import { importsTexts as texts } from "#texts/imports.ts";
import { csvLine } from "../../csv-cells.ts";
import type { Ctx } from "../../ctx.ts";
import { fileRefused, type FileRow, type Files, readBytes, withAllParts } from "../files.ts";
import { chunksOf } from "./chunks.ts";
import { readEntries } from "./entries.ts";
import { PartWriter } from "./part-writer.ts";
import { sheetTaker } from "./sheet.ts";
import { readWorkbook } from "./workbook.ts";

const isSheet = (name: string): boolean => /\.xlsx$/i.test(name);
/** Files that archives have beside what was packed. */
const isJunk = (name: string): boolean => /(^|\/)(__MACOSX\/|\.)/.test(name) || name.endsWith("/");

const encoder = new TextEncoder();

/**
 * The CSV in an archive or a spreadsheet (its first visible sheet), as an uploaded file of its own; else the file
 * itself. Streamed, a spreadsheet twice: its texts may come last. Invalid at the file's field for none or several, and for a
 * file with a missing part.
 */
export async function unpacked(ctx: Ctx, files: Files, file: FileRow, most: number): Promise<FileRow> {
  if (!(await withAllParts(files, file, isArchive(files, file)))) return file;
  const names: string[] = [];
  let isWorkbook = false;
  await readEntries(
    chunksOf(files, file),
    (name) => {
      if (name === "xl/workbook.xml") isWorkbook = true;
      if (!isJunk(name)) names.push(name);
      return undefined;
    },
    { most },
  );
  if (isWorkbook) return fromWorkbook(ctx, files, file, most);
  const found = names.filter((name) => /\.(csv|txt|xlsx)$/i.test(name));
  const [name] = found;
  if (name === undefined || found.length > 1) throw fileRefused(texts.oneInArchive);
  const writer = new PartWriter(ctx, files, name.slice(name.lastIndexOf("/") + 1));
  await readEntries(
    chunksOf(files, file),
    (each) => (each === name ? (chunk) => writer.push(chunk.slice()) : undefined),
    { most, step: () => writer.flush() },
  );
  const row = await writer.end();
  return isSheet(name) ? fromWorkbook(ctx, files, row, most) : row;
}

async function fromWorkbook(ctx: Ctx, files: Files, file: FileRow, most: number): Promise<FileRow> {
  const workbook = await readWorkbook(chunksOf(files, file));
  const writer = new PartWriter(ctx, files, file.name.replace(/\.xlsx$/i, ".csv"));
  const taker = sheetTaker(workbook, (cells) => writer.push(encoder.encode(csvLine(cells))));
  let isThere = false;
  await readEntries(
    chunksOf(files, file),
    (name) => {
      if (name !== workbook.sheet) return undefined;
      isThere = true;
      return taker;
    },
    // Rows are three to six times as long there as in a CSV.
    { most: most * 6, step: () => writer.flush() },
  );
  if (!isThere) throw fileRefused(texts.archiveDamaged);
  return writer.end();
}

async function isArchive(files: Files, file: FileRow): Promise<boolean> {
  const [p, k, three] = await readBytes(files, file, 0, 4);
  return p === 0x50 && k === 0x4b && three === 3;
}
