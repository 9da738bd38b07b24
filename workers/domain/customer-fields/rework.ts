import { and, asc, eq, sql, type SQL } from "drizzle-orm";
import type { BatchResponse } from "drizzle-orm/batch";
import { customerFields, customers } from "#db/tenant/customers.ts";
import { importChanges } from "#db/tenant/imports.ts";
import { jobKinds, type JobPayload } from "#workers/contract/jobs.ts";
import { type FieldRow, liveFields, searchedFields } from "../customers/live-fields.ts";
import { listed } from "../customers/matching.ts";
import { searchTextOf } from "../customers/search-text.ts";
import { chunksOf } from "../import-export/chunks.ts";
import type { HeldJob } from "../jobs/held-job.ts";
import { advancing, claiming, finished, LeaseLost, type LeasedJob, release } from "../jobs/lease.ts";
import type { PageEnd } from "../jobs/run-pages.ts";
import type { Ctx } from "../ctx.ts";
import { valuePath } from "./field.ts";

type Payload = JobPayload<"customers.fields">;

/** Customers per page: two calls to the database each. */
const PAGE = 1_000;
/** Pages done before the answer: for up to 10,000 customers the work is complete when it arrives. */
const PAGES_AT_ONCE = 10;

/** The statements of a page at most, beside those for the texts. */
const CALLS = 8;

/**
 * Applies a changed definition to the customers by number, including those in the trash: values of a deleted field go
 * to the archive, those of a restored one come back from it, those of a purged one are deleted, and the search text is
 * rebuilt. Each page is idempotent, so another worker can resume a job from its last page; and each statement reads
 * from the field's row where a value belongs, so the order of several jobs about one field does not matter.
 *
 * A customer's revision stays: nobody edited them, and an open form must remain savable.
 */
export function reworkPages(ctx: Ctx, held: HeldJob, payload: Payload): () => Promise<PageEnd> {
  const next = pagesOf(ctx, held.job, payload);
  return async () => {
    const { done, calls } = await next();
    held.did(calls);
    return done ? "done" : "next";
  };
}

type Page = [fields: FieldRow[], rows: (typeof customers.$inferSelect)[]];

/** The pages of a job one by one; the first may have been read together with its claim. */
function pagesOf(ctx: Ctx, job: LeasedJob, { fieldId, cursor: begin }: Payload, read?: Page) {
  const { db } = ctx;
  let cursor = begin;
  let next = read;
  return async (): Promise<{ done: boolean; calls: number }> => {
    const [fields, rows] = next ?? (await db.batch([liveFields(ctx), pageAfter(ctx, cursor)]));
    next = undefined;
    const searched = searchedFields(fields);
    const texts = rows.flatMap((row) => {
      // Uses the values as they will be: of the archive only searched fields count, and those come back with this page.
      const search = searchTextOf({ ...row, data: { ...row.archive, ...row.data } }, searched);
      return search === row.search ? [] : [[row.number, row.revision, search]];
    });
    cursor = rows.at(-1)?.number ?? cursor;
    const chunks = chunksOf(texts);
    const done = rows.length < PAGE;
    const [kept] = await db.batch([
      advancing(ctx, job, { payload: { cursor } }),
      ...(fieldId === null || rows.length === 0
        ? []
        : following(
            ctx,
            fieldId,
            rows.map(({ number }) => number),
          )),
      ...chunks.map((chunk) => searchSet(ctx, chunk)),
      ...(done ? [finished(ctx, job, "")] : []),
    ]);
    if (kept.length === 0) throw new LeaseLost();
    return { done, calls: CALLS + chunks.length };
  };
}

/** Statements that claim a job and read its first page, for the end of the batch that opens it. */
export const beginningRework = (ctx: Ctx, jobId: string) =>
  [claiming(ctx, jobId), liveFields(ctx), pageAfter(ctx, 0)] as const;
export type BegunRework = BatchResponse<ReturnType<typeof beginningRework>>;

/**
 * Finishes a small amount of work at once, which may have begun with its opening; returns whether that was all. The rest is
 * left to the worker that is woken when the request is answered.
 */
export async function reworkAtOnce(ctx: Ctx, jobId: string, begun?: BegunRework): Promise<boolean> {
  const [[claimed], ...first] = begun ?? (await ctx.db.batch(beginningRework(ctx, jobId)));
  if (!claimed) return false;
  const job = claimed as LeasedJob;
  const payload = jobKinds["customers.fields"].payload.parse(job.payload);
  const next = pagesOf(ctx, job, payload, payload.cursor === 0 ? first : undefined);
  for (let page = 0; page < PAGES_AT_ONCE; page++) {
    if ((await next()).done) {
      ctx.after.jobs.delete(jobId);
      return true;
    }
  }
  await release(ctx, job, 0);
  return false;
}

/**
 * Two indexes give the next customers, present and in the trash; one who moves between the two meanwhile is in either.
 */
const pageAfter = ({ db, enterpriseId }: Ctx, cursor: number) => {
  const next = (state: string) =>
    sql`SELECT number FROM (SELECT number FROM ${customers} WHERE enterprise_id = ${enterpriseId} AND ${sql.raw(state)} AND number > ${cursor} ORDER BY number LIMIT ${PAGE})`;
  return db
    .select()
    .from(customers)
    .where(
      sql`${customers.number} IN (${next("deleted_at IS NULL")} UNION ALL ${next("deleted_at IS NOT NULL")})`,
    )
    .orderBy(asc(customers.number))
    .limit(PAGE);
};

/** Statements that move a field's values to where its row says: to the customers, to their archive, or nowhere. */
function following({ db, enterpriseId }: Ctx, fieldId: string, page: readonly number[]) {
  const path = valuePath(fieldId);
  const { data, archive } = customers;
  const field = (state: SQL) =>
    sql`EXISTS (SELECT 1 FROM ${customerFields} f WHERE f.id = ${fieldId}${state})`;
  const these = (state: SQL, among: SQL) =>
    and(eq(customers.enterpriseId, enterpriseId), state, sql`${customers.number} IN ${listed(page)}`, among);
  const has = (column: typeof data | typeof archive) => sql`json_extract(${column}, ${path}) IS NOT NULL`;
  const without = (column: typeof data | typeof archive) => sql`json_remove(${column}, ${path})`;
  const gone = sql`NOT ${field(sql``)}`;
  return [
    db
      .update(customers)
      .set({
        archive: sql`json_set(coalesce(${archive}, '{}'), ${path}, json_extract(${data}, ${path}))`,
        data: without(data),
      })
      .where(these(field(sql` AND f.deleted_at IS NOT NULL`), has(data))),
    db
      .update(customers)
      .set({
        // A value written since then is newer, so it is kept.
        data: sql`json_insert(${data}, ${path}, json_extract(${archive}, ${path}))`,
        archive: without(archive),
      })
      .where(these(field(sql` AND f.deleted_at IS NULL`), has(archive))),
    db
      .update(customers)
      .set({ data: without(data), archive: without(archive) })
      .where(these(gone, sql`(${has(data)} OR ${has(archive)})`)),
    db
      .update(importChanges)
      .set({ before: sql`json_remove(${importChanges.before}, ${`$.data."${fieldId}"`})` })
      .where(
        and(
          eq(importChanges.enterpriseId, enterpriseId),
          gone,
          sql`${importChanges.customer} IN ${listed(page)}`,
        ),
      ),
  ];
}

/** A customer saved meanwhile has the right text already: the revision shows that. */
const searchSet = ({ db, enterpriseId }: Ctx, chunk: string) =>
  db
    .update(customers)
    .set({ search: sql`texts.search` })
    .from(
      sql`(SELECT value->>0 AS number, value->>1 AS revision, value->>2 AS search FROM json_each(${chunk})) AS texts`,
    )
    .where(
      sql`customers.number = texts.number AND customers.revision = texts.revision
        AND customers.enterprise_id = ${enterpriseId}`,
    );
