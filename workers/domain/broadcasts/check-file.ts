import { and, eq } from "drizzle-orm";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import { importFiles, type FileFormat } from "#db/tenant/imports.ts";
import { formatBytes } from "#workers/contract/bytes.ts";
import {
  type checkDataFile as contract,
  MAX_DATA_BYTES,
  MOST_DATA_ROWS,
} from "#workers/contract/endpoints/data-files.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { hashText, HashIndex } from "#workers/nlu/hash.ts";
import { liveFields } from "../customers/live-fields.ts";
import { phoneOf } from "../customers/phone.ts";
import { mailOf } from "../messaging/address-on.ts";
import type { Ctx } from "../ctx.ts";
import { unguarded } from "../formula.ts";
import { isBlank } from "../imports/csv-rows.ts";
import { type FileRow, fileRefused, fileRow, type Files } from "../imports/files.ts";
import { firstRows, formatOf } from "../imports/inspect.ts";
import { guessMapping } from "../imports/mapping.ts";
import { rowsAt } from "../imports/rows-at.ts";
import { unpacked } from "../imports/unpack/unpacked.ts";
import { distinctKey } from "./distinct-key.ts";

/** Read at once while rows are counted. */
const PIECE = { bytes: 2 * 1024 * 1024, most: 100_000 };

/** Closes a file of recipients, unpacked if need be, and says how it reads; invalid where it is none, or has too many rows. */
export async function checkDataFile(ctx: Ctx, files: Files, path: string): Promise<ReplyOf<typeof contract>> {
  const sent = await fileRow(ctx, path);
  if (sent.bytes > MAX_DATA_BYTES) throw fileRefused(texts.dataFileLarge(formatBytes(MAX_DATA_BYTES)));
  const file = await unpacked(ctx, files, sent, MAX_DATA_BYTES);
  const format = await formatOf(ctx, files, file);
  const guessing = guessColumn(ctx, files, file, format);
  const [{ rows, column }, counted] = await Promise.all([
    guessing,
    format.rows === undefined ? countRows(files, file, format, guessing) : { ...format, rows: format.rows },
  ]);
  const total = counted.rows;
  if (format.rows === undefined) {
    await ctx.db
      .update(importFiles)
      .set({ format: { ...format, ...counted }, updatedAt: ctx.now() })
      .where(and(eq(importFiles.enterpriseId, ctx.enterpriseId), eq(importFiles.id, file.id)));
  }
  return {
    path: file.id,
    name: sent.name,
    headers: format.headers,
    rows,
    total,
    column: format.headers[column] ?? "",
  };
}

/** The first rows, and the places of the columns that seem to have numbers and mail addresses; -1 for none. */
async function guessColumn(ctx: Ctx, files: Files, file: FileRow, format: FileFormat) {
  const [rows, fields] = await Promise.all([firstRows(files, file, format), liveFields(ctx)]);
  const named = guessMapping(format.headers, fields).indexOf("phoneNumber");
  const column =
    named >= 0 ? named : format.headers.findIndex((_, at) => rows.some((row) => phoneOf(row[at] ?? "")));
  const mails = format.headers.findIndex((_, at) => rows.some((row) => mailOf(row[at] ?? "") !== undefined));
  return { rows, column, mails };
}

/**
 * Counts the rows, and the different ones by the columns that are guessed meanwhile. They are told apart by hashes of 32 bits, which
 * takes a hundred of a million for another.
 */
async function countRows(
  files: Files,
  file: FileRow,
  format: FileFormat,
  guessing: Promise<{ column: number; mails: number }>,
): Promise<Required<Pick<FileFormat, "rows" | "distinctIn">>> {
  const different = new Map<number, HashIndex>();
  let at = { cursor: format.bodyStart, line: format.bodyLine };
  let total = 0;
  while (at.cursor < file.bytes) {
    const [{ piece }, { column, mails }] = await Promise.all([
      rowsAt(files, file, format, at, PIECE),
      guessing,
    ]);
    const rows = piece.rows.filter((row) => !isBlank(row));
    total += rows.length;
    for (const each of new Set([column, mails].filter((place) => place >= 0))) {
      const known = different.get(each) ?? new HashIndex(0);
      different.set(each, known);
      for (const { cells } of rows) known.add(hashOf(unguarded(cells[each] ?? "")));
    }
    if (total > MOST_DATA_ROWS) throw fileRefused(texts.dataRowsMany(MOST_DATA_ROWS.toLocaleString("en")));
    at = { cursor: at.cursor + piece.bytes, line: piece.line };
  }
  return { rows: total, distinctIn: [...different].map(([column, { size }]) => ({ column, count: size })) };
}

/** Never zero, which an index has for an empty place. */
const hashOf = (typed: string): number => hashText(distinctKey(typed), 1) || 1;
