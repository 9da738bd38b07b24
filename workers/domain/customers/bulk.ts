import { and, eq, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import { customersTexts } from "#texts/customers.ts";
import { customers } from "#db/tenant/customers.ts";
import type { startBulk as contract } from "#workers/contract/endpoints/customer-bulk.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { jobKinds, type JobPayload, type JobProgress } from "#workers/contract/jobs.ts";
import { audited } from "../audit.ts";
import { DomainError } from "../error.ts";
import type { HeldJob } from "../jobs/held-job.ts";
import { advancing, finished, guardLease, LeaseLost, type LeasedJob, underLease } from "../jobs/lease.ts";
import { jobRow, openingJob, readingJob, type JobRow } from "../jobs/open.ts";
import { progressOf } from "../jobs/progress.ts";
import type { PageEnd } from "../jobs/run-pages.ts";
import type { Ctx } from "../ctx.ts";
import { unowned } from "./customer.ts";
import { countMatching } from "./list.ts";
import { tagged, refuseUnknownTaggings, untagged } from "./map.ts";
import { changedBy, countChangedBy, noted, putOn, takenOff } from "./tagging-changes.ts";
import { matching, type Window } from "./matching.ts";

const KIND = "customers.bulk";
type Payload = JobPayload<typeof KIND>;

/** Creates the job for all customers that match now; those added later are left alone. */
export async function startBulk(
  ctx: Ctx,
  { action, markIds, filter, of }: InputOf<typeof contract>["body"],
): Promise<JobProgress> {
  const text = customersTexts;
  if (action === "mark" || action === "unmark") {
    if (markIds.length === 0) {
      throw new DomainError("invalid", { message: text.chooseGroup, errors: { markIds: text.chooseGroup } });
    }
  }
  const { db, newId } = ctx;
  const [[top], before] = await Promise.all([
    db.values<[number | null]>(
      sql`SELECT max(number) FROM ${customers} WHERE ${customers.enterpriseId} = ${ctx.enterpriseId}`,
    ),
    action === "restore" || action === "undo" ? endedJob(ctx, action, of) : undefined,
    action === "mark" || action === "unmark" ? refuseUnknownTaggings(ctx, markIds) : undefined,
  ]);
  const upTo = top?.[0] ?? 0;
  const total = !before
    ? await countMatching(ctx, filter, { upTo })
    : action === "undo"
      ? await countChangedBy(ctx, before.row.id)
      : before.payload.changed;
  const payload: Payload = {
    action,
    markIds,
    filter,
    by: ctx.actor.name,
    of: before?.row.id,
    takesOff: before?.payload.action === "mark",
    upTo,
    total,
    below: upTo + 1,
    done: 0,
    changed: 0,
  };
  const jobId = newId();
  const audit = audited(ctx, {
    action: action === "mark" || action === "unmark" ? "update" : action,
    kind: "customer",
    object: { id: jobId, name: text.bulk[action] },
    // Values may be somebody's who asks to be erased: only which fields they were of is kept.
    after: { filter: { ...filter, fields: filter.fields?.map(({ field }) => field) }, markIds, total },
  });
  const [, , [row]] = await db.batch([
    openingJob(ctx, { kind: KIND, subject: jobId, payload }, jobId),
    audit,
    readingJob(ctx, jobId),
  ]);
  if (!row) throw new DomainError("notFound");
  return progressOf(row);
}

async function bulkRow(ctx: Ctx, jobId: string): Promise<{ row: JobRow; payload: Payload }> {
  const row = await jobRow(ctx, jobId);
  if (row?.kind !== KIND) throw new DomainError("notFound");
  return { row, payload: jobKinds[KIND].payload.parse(row.payload) };
}

/** Finds the ended bulk job that is to be undone. */
async function endedJob(ctx: Ctx, action: "restore" | "undo", of: string | undefined) {
  const found = of === undefined ? undefined : await bulkRow(ctx, of);
  const undoes = action === "restore" ? ["delete"] : ["mark", "unmark"];
  const open = found?.row.state === "waiting" || found?.row.state === "running";
  if (!found || open || !undoes.includes(found.payload.action)) {
    const { nothingToRestore, nothingToUndo } = customersTexts;
    throw new DomainError("invalid", { message: action === "restore" ? nothingToRestore : nothingToUndo });
  }
  return found;
}

const PAGE = 2_000;
/** The statements of a page and the query for it. */
const CALLS = 5;

/**
 * The work page by page, from the newest customer down. A page's changes and the job's progress are one transaction
 * under the job's lease, so a page that runs twice changes nothing and counts nothing.
 */
export function bulkPages(
  ctx: Ctx,
  held: HeldJob,
  payload: Payload,
  people: PeopleOf,
): () => Promise<PageEnd> {
  const { job } = held;
  const { action, total, upTo } = payload;
  let { below, done, changed } = payload;
  let numbers: Numbers | undefined;
  return async () => {
    numbers ??= await numbersOf(ctx, payload, people);
    const rows = await ctx.db.values<[number]>(numbers({ limit: PAGE, below, upTo }));
    const page = rows.map(([number]) => number);
    const last = page.at(-1);
    held.did(CALLS);
    if (last === undefined) {
      const ended = await finished(ctx, job, customersTexts.bulkDone(action, changed));
      if (ended.length === 0) throw new LeaseLost();
      return "done";
    }
    const next = { below: last, done: done + page.length };
    changed = await doPage(ctx, job, payload, { page, was: below, next });
    ({ below, done } = next);
    await held.tell(shareOf(done, total), { result: { action, done, total, changed } });
    return "next";
  };
}

const shareOf = (done: number, total: number): number => (total > 0 ? Math.min(done / total, 1) : 1);

/** The numbers of customers who are people of a journey; who they are is not for customers to know. */
export type PeopleOf = (ctx: Ctx, people: NonNullable<Payload["people"]>) => (window: Window) => SQL;

type Numbers = Awaited<ReturnType<typeof numbersOf>>;

/** Returns the numbers of the job's customers, in pages from the newest down. */
async function numbersOf(ctx: Ctx, payload: Payload, people: PeopleOf) {
  if (payload.action === "restore") return deletedBy(ctx, payload);
  if (payload.action === "undo") return changedBy(ctx, payload.of ?? "");
  if (payload.people) return people(ctx, payload.people);
  return matching(ctx, payload.filter);
}

const deletedBy =
  ({ enterpriseId }: Ctx, { of }: Payload) =>
  ({ limit, below = Number.MAX_SAFE_INTEGER }: { limit: number; below?: number }) =>
    sql`SELECT number FROM ${customers} WHERE ${customers.deletedBy} = ${of ?? ""} AND ${customers.enterpriseId} = ${enterpriseId} AND ${customers.number} < ${below} ORDER BY number DESC LIMIT ${limit}`;

interface Page {
  page: readonly number[];
  was: number;
  next: { below: number; done: number };
}

async function doPage(
  ctx: Ctx,
  job: LeasedJob,
  payload: Payload,
  { page, was, next }: Page,
): Promise<number> {
  const [, , , [row]] = await underLease(
    ctx.db.batch([
      guardLease(ctx, job, { below: was }),
      noting(ctx, job, payload, page),
      effect(ctx, job, payload, page),
      advancing(ctx, job, {
        progress: shareOf(next.done, payload.total),
        payload: next,
        counting: "changed",
      }),
    ]),
  );
  return jobKinds[KIND].payload.parse(row?.payload).changed;
}

const numbersIn = (page: readonly number[]) =>
  sql`SELECT value AS number FROM json_each(${JSON.stringify(page)})`;

/** Records the changes to groups and labels, so that they can be undone. */
const noting = (ctx: Ctx, job: LeasedJob, { action, markIds }: Payload, page: readonly number[]) =>
  noted(ctx, job.id, {
    markIds: action === "mark" || action === "unmark" ? markIds : [],
    numbers: numbersIn(page),
    taken: action === "unmark",
  });

function effect(
  ctx: Ctx,
  job: LeasedJob,
  { action, markIds, by, of = "", takesOff }: Payload,
  page: readonly number[],
) {
  const { db, enterpriseId, now } = ctx;
  const numbers = numbersIn(page);
  const these = and(eq(customers.enterpriseId, enterpriseId), sql`${customers.number} IN (${numbers})`);
  const edit = { revision: sql`${customers.revision} + 1`, updatedBy: by, updatedAt: now() };
  switch (action) {
    case "mark":
      return tagged(ctx, markIds, numbers);
    case "unmark":
      return untagged(ctx, markIds, numbers);
    case "delete":
      return db
        .update(customers)
        .set({ deletedAt: now(), deletedBy: job.id, ...edit })
        .where(and(these, isNull(customers.deletedAt)));
    case "restore":
      // A number that has a new owner stays with that owner.
      return db
        .update(customers)
        .set({ deletedAt: null, deletedBy: null, ...edit })
        .where(and(these, isNotNull(customers.deletedAt), unowned(ctx)));
    case "undo":
      return takesOff ? takenOff(ctx, of, numbers) : putOn(ctx, of, numbers);
    default:
      return action satisfies never;
  }
}
