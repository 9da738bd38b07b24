import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import type { JobPayload } from "#workers/contract/jobs.ts";
import { lastOf, numberIn } from "#workers/contract/recipient-ids.ts";
import type { Ctx } from "../ctx.ts";
import { bindable, guardFailed } from "../guard.ts";
import type { HeldJob } from "../jobs/held-job.ts";
import { advancing, finished, guardLease, LeaseLost, underLease } from "../jobs/lease.ts";
import type { PageEnd } from "../jobs/run-pages.ts";
import { ARCHIVED_AFTER_MS, isArchivable } from "./due.ts";
import { type ArchiveFiles, checksumOf, keyOf, writeLines } from "./files.ts";
import { LINE, type Line, tallyOf } from "./line.ts";

/** Recipients of a file at most, and bytes of their lines: both go through one statement, which bounds them. */
const MOST_LINES = 2_000;
const MOST_BYTES = 800_000;
const CALLS = 12;
/** A page whose rows change under its hands is read anew so often. */
const MOST_AGAIN = 3;

const BEGIN = `UPDATE broadcasts SET archive_begun_at = coalesce(archive_begun_at, ?3) WHERE id = ?1 AND enterprise_id = ?2 AND ${isArchivable("broadcasts", "?4")} RETURNING 1`;
/** The lowest rows that are here still, as lines; the first whatever its length. */
const READ = `SELECT line FROM (SELECT line, bytes, sum(bytes) OVER (ORDER BY id) AS so_far FROM (
    SELECT id, line, length(CAST(line AS BLOB)) + 1 AS bytes FROM (
      SELECT r.id, ${LINE} AS line FROM broadcast_recipients r WHERE r.id > ?1 AND r.id < ${lastOf("?1")} ORDER BY r.id LIMIT ${MOST_LINES})))
  WHERE so_far <= ${MOST_BYTES} OR so_far = bytes ORDER BY so_far`;
/** The rows are what the file has, word for word, or a status came in between and nothing is done. */
const GUARD = `SELECT CASE WHEN (SELECT group_concat(line, char(10)) FROM (SELECT ${LINE} AS line FROM broadcast_recipients r
    WHERE r.id BETWEEN ?1 AND ?2 ORDER BY r.id)) IS ?3 THEN 1 ELSE json_extract('{}', 'changed') END AS guarding`;
const NOTE = `INSERT INTO broadcast_archives (enterprise_id, broadcast_id, first, last, count, key, checksum, tally)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)`;
/** Each of the people knows their file by its number: nothing shorter names it, and no other file has to be looked into. */
const NAME = `UPDATE identities SET archives = coalesce(archives, '') || ',' || (SELECT n FROM broadcast_archives WHERE broadcast_id = ?3 AND first = ?4)
  WHERE id IN (SELECT identity_id FROM broadcast_recipients WHERE id BETWEEN ?1 AND ?2)`;
const REMOVE = `DELETE FROM broadcast_recipients WHERE id BETWEEN ?1 AND ?2`;
const END = `UPDATE broadcasts SET archived_at = ?2 WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM broadcast_recipients r WHERE r.id > ?1 AND r.id < ${lastOf("?1")})`;

/** Lines of the next file, which lie behind each other. */
interface Page {
  text: string;
  lines: Line[];
  first: string;
  last: string;
}

/**
 * Moves the recipients of a broadcast that ended long ago into files, a page at a time: the file first, then its rows go in
 * the transaction that notes it, only while they are what was written. Killed anywhere, it writes the same file again.
 */
export function archivePages(
  ctx: Ctx,
  held: HeldJob,
  { broadcastId }: JobPayload<"broadcast.archive">,
  files: ArchiveFiles,
): () => Promise<PageEnd> {
  const { $client } = ctx.db;
  const { job } = held;
  let again = 0;
  return async () => {
    const at = ctx.now();
    // From here on nobody of it is sent to again, so that no row comes back behind a file.
    const begun = await $client
      .prepare(BEGIN)
      .bind(broadcastId, ctx.enterpriseId, at, at - ARCHIVED_AFTER_MS)
      .all();
    if (begun.results.length === 0) return ended(ctx, held);
    const page = await written(ctx, files, broadcastId);
    if (!page) return over(ctx, held, broadcastId);
    const { text, lines, first, last } = page;
    const between = (statement: string, ...more: unknown[]) =>
      $client.prepare(statement).bind(first, last, ...more);
    const from = numberIn(first);
    try {
      await underLease(
        $client.batch([
          bindable(ctx, guardLease(ctx, job)),
          between(GUARD, text),
          $client
            .prepare(NOTE)
            .bind(
              ctx.enterpriseId,
              broadcastId,
              from,
              numberIn(last),
              lines.length,
              keyOf(ctx.enterpriseId, broadcastId, from),
              checksumOf(text),
              JSON.stringify(tallyOf(lines)),
            ),
          between(NAME, broadcastId, from),
          between(REMOVE),
          bindable(ctx, advancing(ctx, job, {})),
        ]),
      );
    } catch (error) {
      if (!guardFailed(error, "changed") || ++again > MOST_AGAIN) throw error;
      return "next";
    }
    again = 0;
    held.did(CALLS);
    return "next";
  };
}

/**
 * Writes the next file, and answers what it has; undefined where no rows are left. A file that a killed worker left is
 * replaced, if it is the one that was seen before the rows were read: so none that another has noted since is overwritten.
 */
async function written(
  { db: { $client }, enterpriseId }: Ctx,
  files: ArchiveFiles,
  broadcastId: string,
): Promise<Page | undefined> {
  for (let seen: { key: string; etag: string } | undefined; ;) {
    const { results } = await $client.prepare(READ).bind(broadcastId).all<{ line: string }>();
    if (results.length === 0) return undefined;
    const lines = results.map(({ line }) => JSON.parse(line) as Line);
    const [first, last] = [lines[0]?.id ?? "", lines.at(-1)?.id ?? ""];
    const text = results.map(({ line }) => line).join("\n");
    const key = keyOf(enterpriseId, broadcastId, numberIn(first));
    const etag = seen?.key === key ? seen.etag : undefined;
    if (await writeLines(files, key, text, etag)) return { text, lines, first, last };
    const there = await files.head(key);
    seen = there ? { key, etag: there.etag } : undefined;
  }
}

/** Nothing is to be done: it was begun anew, or is gone. */
async function ended(ctx: Ctx, { job }: HeldJob): Promise<PageEnd> {
  if ((await finished(ctx, job, texts.job.archived)).length === 0) throw new LeaseLost();
  return "done";
}

async function over(ctx: Ctx, { job }: HeldJob, broadcastId: string): Promise<PageEnd> {
  const [, end] = await ctx.db.$client.batch([
    ctx.db.$client.prepare(END).bind(broadcastId, ctx.now()),
    bindable(ctx, finished(ctx, job, texts.job.archived)),
  ]);
  if (end?.results.length === 0) throw new LeaseLost();
  return "done";
}
