import { and, asc, gt, sql } from "drizzle-orm";
import { customers } from "#db/tenant/customers.ts";
import { jobs } from "#db/tenant/jobs.ts";
import { jobKinds, type JobPayload } from "#workers/contract/jobs.ts";
import { liveFields, searchedFields } from "../customers/live-fields.ts";
import { searchTextOf } from "../customers/search-text.ts";
import { chunksOf } from "../exchange/chunks.ts";
import { claim, finished, held, LEASE_MS, type LeasedJob, release } from "../jobs/lease.ts";
import type { Scope } from "../scope.ts";
import { LeaseLost } from "../training/lease-lost.ts";
import { present, valuePath } from "./field.ts";

interface Slice {
  pages: number;
  /** Between two pages: lets whoever shares the process have a turn. */
  breathe?: () => Promise<void>;
}
type Payload = JobPayload<"customers.fields">;

/** Customers a page: two calls to the database each. */
const PAGE = 1_000;
/** So many pages are done before the answer: of up to 10,000 customers the work is over when it arrives. */
const PAGES_AT_ONCE = 10;

/**
 * Follows a changed definition through the customers by number: values of a deleted field go to the archive, and what
 * the search looks through is put together anew. Each page leaves the same behind however often it is done, so a
 * job that somebody takes over goes on from its last page. Answers whether it is at the end.
 *
 * A customer's revision stays: nobody changed him, and whoever has his form open shall be able to save it.
 */
export async function reworkCustomers(
  scope: Scope,
  job: LeasedJob,
  payload: Payload,
  { pages, breathe }: Slice,
): Promise<boolean> {
  const { db } = scope;
  let { cursor } = payload;
  for (let at = 0; at < pages; at++) {
    const [fields, rows] = await db.batch([liveFields(scope), pageAfter(scope, cursor)]);
    const searched = searchedFields(fields);
    const texts = rows.flatMap((row) => {
      const search = searchTextOf(row, searched);
      return search === row.search ? [] : [[row.number, row.revision, search]];
    });
    const first = cursor;
    cursor = rows.at(-1)?.number ?? cursor;
    const [kept] = await db.batch([
      advanced(scope, job, { ...payload, cursor }),
      ...(payload.fieldId === null || rows.length === 0
        ? []
        : [toArchive(scope, payload.fieldId, first, cursor)]),
      ...chunksOf(texts).map((chunk) => searchSet(scope, chunk)),
      ...(rows.length < PAGE ? [finished(scope, job, "")] : []),
    ]);
    if (kept.length === 0) throw new LeaseLost();
    if (rows.length < PAGE) return true;
    await breathe?.();
  }
  return false;
}

/** Does at once what is not much; answers whether that was all. What is left is for a worker. */
export async function reworkAtOnce(scope: Scope, jobId: string): Promise<boolean> {
  const job = await claim(scope, jobId);
  if (!job) return false;
  const payload = jobKinds["customers.fields"].parse(job.payload);
  const done = await reworkCustomers(scope, job, payload, { pages: PAGES_AT_ONCE });
  if (!done) await release(scope, job, 0);
  return done;
}

const pageAfter = (scope: Scope, cursor: number) =>
  scope.db
    .select()
    .from(customers)
    .where(and(present(scope), gt(customers.number, cursor)))
    .orderBy(asc(customers.number))
    .limit(PAGE);

/** The place that is reached, for as long as the job is ours; work that gets on is never begun too often. */
const advanced = (scope: Scope, job: LeasedJob, payload: Payload) =>
  scope.db
    .update(jobs)
    .set({ payload, attempts: 1, leaseUntil: scope.now() + LEASE_MS, updatedAt: scope.now() })
    .where(held(scope, job))
    .returning({ id: jobs.id });

const toArchive = (scope: Scope, fieldId: string, after: number, upTo: number) => {
  const path = valuePath(fieldId);
  return scope.db
    .update(customers)
    .set({
      archive: sql`json_set(coalesce(${customers.archive}, '{}'), ${path}, json_extract(${customers.data}, ${path}))`,
      data: sql`json_remove(${customers.data}, ${path})`,
    })
    .where(
      and(
        present(scope),
        sql`${customers.number} > ${after} AND ${customers.number} <= ${upTo}`,
        sql`json_extract(${customers.data}, ${path}) IS NOT NULL`,
      ),
    );
};

/** Whoever has been saved in this moment has the right text already: the revision says so. */
const searchSet = ({ db, enterpriseId }: Scope, chunk: string) =>
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
