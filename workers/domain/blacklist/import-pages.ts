import { sql } from "drizzle-orm";
import { blacklistTexts as texts } from "#texts/blacklist.ts";
import { importsTexts } from "#texts/imports.ts";
import { blacklistRejects } from "#db/tenant/blacklist.ts";
import type { FileFormat } from "#db/tenant/imports.ts";
import { MOST_BLACKLIST_ROWS } from "#workers/contract/endpoints/blacklist.ts";
import { jobKinds, type JobPayload } from "#workers/contract/jobs.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { chunksOf } from "../import-export/chunks.ts";
import { isBlank } from "../imports/csv-rows.ts";
import type { ReadRow } from "../imports/csv-text.ts";
import { type FileRow, fileRow, type Files } from "../imports/files.ts";
import { rowsAt } from "../imports/rows-at.ts";
import type { HeldJob } from "../jobs/held-job.ts";
import { advancing, finished, guardLease, LeaseLost, underLease } from "../jobs/lease.ts";
import type { PageEnd } from "../jobs/run-pages.ts";
import { addressHash, type AddressHash } from "../messaging/address-hash.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { adding, blocking, entriesOf, idsOfRows, type Listed } from "./blocking.ts";
import { type Columns, columnsOf, listedIn } from "./columns.ts";

type Payload = JobPayload<"blacklist.import">;

/** A row may be so long; no real list has one. */
const PAGE_BYTES = 256 * 1024;
const PAGE_ROWS = 1_000;
/** Rows that were not taken are kept up to this many signs. */
const LONGEST_ROW = 1_000;
const CALLS = 10;

/**
 * The rows of a file page by page. A page's additions, refusals and end are one transaction under the job's lease, so
 * that a page that runs twice adds and counts nothing.
 */
export function importPages(
  ctx: Ctx,
  held: HeldJob,
  payload: Payload,
  { files, ring }: { files: Files; ring: KeyRing },
): () => Promise<PageEnd> {
  let at = payload;
  let opened: Opened | undefined;
  return async () => {
    opened ??= await open(ctx, payload.fileId, ring);
    const { file } = opened;
    if (at.cursor >= file.bytes || at.total >= MOST_BLACKLIST_ROWS) {
      const most = MOST_BLACKLIST_ROWS.toLocaleString("en");
      const ended = await finished(ctx, held.job, at.cursor < file.bytes ? texts.tooManyRows(most) : "");
      if (ended.length === 0) throw new LeaseLost();
      return "done";
    }
    at = await onePage(ctx, held, at, { ...opened, files });
    held.did(CALLS);
    const { total, added, rejected } = at;
    await held.tell(at.cursor / Math.max(file.bytes, 1), { result: { total, added, rejected } });
    return "next";
  };
}

interface Opened {
  file: FileRow;
  format: FileFormat;
  columns: Columns;
  hash: AddressHash;
}

async function open(ctx: Ctx, fileId: string, ring: KeyRing): Promise<Opened> {
  const [file, hash] = await Promise.all([fileRow(ctx, fileId), addressHash(ctx, ring)]);
  if (!file.format) throw new DomainError("invalid", { message: importsTexts.fileGone });
  return { file, format: file.format, columns: columnsOf(file.format.headers), hash };
}

async function onePage(
  ctx: Ctx,
  { job }: HeldJob,
  at: Payload,
  { file, format, columns, hash, files }: Opened & { files: Files },
): Promise<Payload> {
  const most = Math.min(PAGE_ROWS, MOST_BLACKLIST_ROWS - at.total);
  const { piece } = await rowsAt(files, file, format, at, { bytes: PAGE_BYTES, most });
  const rows = piece.rows.filter((row) => !isBlank(row));
  const good: Listed[] = [];
  const wrong: unknown[][] = [];
  for (const row of rows) {
    const listed = problemOf(row, format) ?? listedIn(row.cells, columns, at);
    if ("problem" in listed)
      wrong.push([row.line, row.raw.slice(0, LONGEST_ROW).toWellFormed(), listed.problem]);
    else good.push(listed);
  }
  const chunks = chunksOf(await entriesOf(ctx, good, hash));
  const next = {
    cursor: at.cursor + piece.bytes,
    line: piece.line,
    total: at.total + rows.length,
    rejected: at.rejected + wrong.length,
  };
  const progress = next.cursor / Math.max(file.bytes, 1);
  const by = { source: "import", by: at.by } as const;
  const added = await underLease(
    ctx.db.batch([
      guardLease(ctx, job, { cursor: at.cursor }),
      // Each counts the rows of the one before it.
      ...chunks.flatMap((each) => [adding(ctx, each, by), advancing(ctx, job, { counting: "added" })]),
      ...chunks.flatMap((each) => blocking(ctx, idsOfRows(each))),
      ...chunksOf(wrong).map((each) => rejecting(ctx, file.id, each)),
      advancing(ctx, job, { progress, payload: next }),
    ]),
  );
  const [row] = added.at(-1) as { payload: unknown }[];
  return jobKinds["blacklist.import"].payload.parse(row?.payload);
}

/** The problem of a row before it is read. */
function problemOf({ unclosed, broken }: ReadRow, { encoding }: FileFormat): { problem: string } | undefined {
  if (unclosed) return { problem: importsTexts.unclosedQuote };
  return broken ? { problem: importsTexts.notText(encoding) } : undefined;
}

const rejecting = ({ db, enterpriseId }: Ctx, fileId: string, rows: string) =>
  db
    .insert(blacklistRejects)
    .select(
      sql`SELECT ${fileId}, ${enterpriseId}, value->>0, value->>1, value->>2 FROM json_each(${rows}) WHERE true ON CONFLICT DO NOTHING`,
    );
