import type { ImportCounts } from "#workers/contract/endpoints/imports.ts";
import type { LeasedJob } from "../jobs/lease.ts";
import type { Ctx } from "../ctx.ts";
import { rowChecker, type TaggingName } from "./check-row.ts";
import { isBlank } from "./csv-rows.ts";
import type { Files } from "./files.ts";
import { liveFields } from "../customers/live-fields.ts";
import { groupsNoted, lettersOf } from "./groups.ts";
import type { AddressHash } from "../messaging/address-hash.ts";
import { checkRows, taggingKey, mergeRows, type Outcome } from "./merge.ts";
import {
  advanced,
  guarding,
  type Next,
  numbersMet,
  type PageDone,
  readKnown,
  renewed,
  rowsRejected,
} from "./page-store.ts";
import { MOST_OPTED_IN, optedIn } from "./opt-in.ts";
import type { ImportRow } from "./row.ts";
import { rowsAt } from "./rows-at.ts";
import { customersWritten } from "./write-customers.ts";

/** Reading more bytes at once would only increase a worker's memory use. */
const MOST_BYTES = 2 * 1024 * 1024;
/** Rows per transaction, which must finish well within its lease. */
export const MOST_ROWS = 10_000;
/** How much longer than the last page's rows the next page's may be and still fill it. */
const SLACK = 1.05;
/** The numbers stored by a check are deleted in steps of this size. */
const FORGET_ROWS = 50_000;
/** Weight of the last page in the displayed speed. */
const WEIGHT = 0.3;

/** Capabilities that the pages of an import are given. */
export interface ImportDeps {
  files: Files;
  hashOf: () => Promise<AddressHash>;
}

/** Size of a page in bytes: small at first, so that progress shows early, then larger, as far as its rows reach. */
export interface Pace {
  bytes: number;
}

/**
 * The bytes to read for the next page: twice as many, until they hold as many rows as a page takes. Bytes beyond those
 * rows would be fetched, decoded and dropped with each page.
 */
export const nextBytes = (asked: number, took: { rows: number; bytes: number }, most = MOST_ROWS): number =>
  Math.min(took.rows < most ? asked * 2 : Math.ceil(took.bytes * SLACK), MOST_BYTES);

/** Reads a page of the file and writes all of its effects in one transaction, which commits once or not at all. */
export async function readPage(
  ctx: Ctx,
  job: LeasedJob,
  row: ImportRow,
  { files, hashOf }: ImportDeps,
  pace: Pace,
): Promise<PageDone> {
  if (row.cursor >= row.bytes) return finish(ctx, job, row);
  const began = ctx.now();
  const file = { id: row.file, enterpriseId: row.enterpriseId, bytes: row.bytes };
  const { bytes } = pace;
  const dry = row.state === "CHECKING";
  const most = !dry && row.optIn ? MOST_OPTED_IN : MOST_ROWS;
  const { piece, reads } = await rowsAt(files, file, row, row, { bytes, most });
  pace.bytes = nextBytes(bytes, { rows: piece.rows.length, bytes: piece.bytes }, most);
  const fields = await liveFields(ctx);
  const check = rowChecker(row, fields);
  const rows = piece.rows.filter((each) => !isBlank(each));
  const checked = checkRows(rows, check);
  const taggings = new Map<string, TaggingName>();
  for (const { said } of checked.good)
    for (const tagging of said.taggings) taggings.set(taggingKey(tagging), tagging);
  const phones = [...new Set(checked.good.map(({ said }) => said.phone))];
  const { known, met, markIds } = await readKnown(ctx, row, phones, taggings);
  const outcome = mergeRows(checked, known, met, fields);
  const written = dry
    ? {
        statements: [
          ...numbersMet(ctx, row, outcome),
          groupsNoted(ctx, row, bytes, lettersOf(rows, outcome)),
        ],
        createdTaggings: [],
      }
    : customersWritten(ctx, row, outcome, markIds);
  const cursor = row.cursor + piece.bytes;
  const done = cursor >= row.bytes;
  const next: Next = {
    state: done && !dry ? "COMPLETED" : row.state,
    cursor,
    line: piece.line,
    counts: sum(row.counts, outcome.counts),
    rowsPerSecond: speed(row, outcome, { began, at: ctx.now() }),
    createdTaggings: [...row.createdTaggings, ...written.createdTaggings],
    completedAt: done && !dry ? ctx.now() : row.completedAt,
  };
  const statements = [
    guarding(
      ctx,
      job,
      row,
      dry ? [] : [...known.values()].map(({ number, revision }) => [number, revision] as const),
      { fields },
    ),
    ...written.statements,
    ...(dry ? [] : await optedIn(ctx, row, outcome, { fields, hashOf })),
    ...rowsRejected(ctx, row, outcome.wrong),
    advanced(ctx, row, next),
    renewed(ctx, job, cursor / Math.max(row.bytes, 1)),
  ];
  await ctx.db.$client.batch(statements);
  return {
    row: { ...row, ...next, createdTaggings: [...next.createdTaggings] },
    calls: reads + 4 + statements.length,
  };
}

/** The file has been read to its end. A check first deletes the numbers that it has seen, step by step. */
async function finish(ctx: Ctx, job: LeasedJob, row: ImportRow): Promise<PageDone> {
  const { db, now } = ctx;
  const completed = row.state === "PROCESSING";
  let state: ImportRow["state"] = "COMPLETED";
  const statements = [guarding(ctx, job, row, [])];
  if (!completed) {
    const left = await db.$client
      .prepare("SELECT count(*) AS left FROM (SELECT 1 FROM import_numbers WHERE import_id = ?1 LIMIT ?2)")
      .bind(row.id, FORGET_ROWS + 1)
      .first<number>("left");
    state = (left ?? 0) > FORGET_ROWS ? "CHECKING" : "CHECKED";
    statements.push(
      db.$client
        .prepare(
          `DELETE FROM import_numbers WHERE import_id = ?1
             AND phone IN (SELECT phone FROM import_numbers WHERE import_id = ?1 LIMIT ?2)`,
        )
        .bind(row.id, FORGET_ROWS),
    );
  }
  const next: Next = {
    ...row,
    state,
    completedAt: completed ? now() : row.completedAt,
  };
  await db.$client.batch([...statements, advanced(ctx, row, next), renewed(ctx, job, 1)]);
  return { row: { ...row, state }, calls: statements.length + 3 };
}

function sum(counts: ImportCounts, more: Outcome["counts"]): ImportCounts {
  return {
    total: counts.total + more.total,
    accepted: counts.accepted + more.accepted,
    rejected: counts.rejected + more.rejected,
    created: counts.created + more.created,
    updated: counts.updated + more.updated,
    duplicates: counts.duplicates + more.duplicates,
    kept: counts.kept,
  };
}

/** Rows per second, as an average of the last pages. */
function speed(
  { rowsPerSecond, updatedAt }: ImportRow,
  { counts }: Outcome,
  { began, at }: { began: number; at: number },
): number {
  // Measured from page to page, unless the import has just been resumed.
  const sinceLast = at - updatedAt;
  const prepared = at - began;
  const took = Math.max(sinceLast > 0 && sinceLast < 5_000 ? sinceLast : prepared, 1);
  const latest = (counts.total * 1_000) / took;
  return rowsPerSecond === null ? latest : rowsPerSecond * (1 - WEIGHT) + latest * WEIGHT;
}
