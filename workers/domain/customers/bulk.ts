import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import * as messages from "#app/messages.ts";
import { customers } from "#db/tenant/customers.ts";
import { jobs } from "#db/tenant/jobs.ts";
import type { BulkWork, startBulk as contract } from "#workers/contract/endpoints/customer-works.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { jobKinds, type JobPayload } from "#workers/contract/jobs.ts";
import { audited } from "../audit.ts";
import { DomainError } from "../error.ts";
import { only, wasRefused } from "../guard.ts";
import { finished, LEASE_MS, type LeasedJob } from "../jobs/lease.ts";
import { openingJob, thisJob, type JobRow } from "../jobs/open.ts";
import type { Scope } from "../scope.ts";
import { LeaseLost } from "../training/lease-lost.ts";
import { unowned } from "./customer.ts";
import { countMatching } from "./list.ts";
import { marked, refuseUnknownMarks, unmarked } from "./map.ts";
import { changedBy, countChangedBy, noted, putOn, takenOff } from "./mark-changes.ts";
import { matching } from "./matching.ts";

const KIND = "customers.bulk";
type Payload = JobPayload<typeof KIND>;

/** Creates the job for all customers that match now; those added later are left alone. */
export async function startBulk(
  scope: Scope,
  { action, markIds, filter, of }: InputOf<typeof contract>["body"],
): Promise<BulkWork> {
  const text = messages.customers;
  if (action === "mark" || action === "unmark") {
    if (markIds.length === 0) {
      throw new DomainError("invalid", { message: text.chooseGroup, errors: { markIds: text.chooseGroup } });
    }
    await refuseUnknownMarks(scope, markIds);
  }
  const before = action === "restore" || action === "undo" ? await endedJob(scope, action, of) : undefined;
  const { db, newId } = scope;
  const [top] = await db.values<[number | null]>(
    sql`SELECT max(number) FROM ${customers} WHERE ${customers.enterpriseId} = ${scope.enterpriseId}`,
  );
  const upTo = top?.[0] ?? 0;
  const total = !before
    ? await countMatching(scope, filter, { upTo })
    : action === "undo"
      ? await countChangedBy(scope, before.row.id)
      : before.payload.changed;
  const payload: Payload = {
    action,
    markIds,
    filter,
    by: scope.actor.name,
    of: before?.row.id,
    takesOff: before?.payload.action === "mark",
    upTo,
    total,
    below: upTo + 1,
    done: 0,
    changed: 0,
  };
  const jobId = newId();
  const audit = audited(scope, {
    action: action === "mark" || action === "unmark" ? "update" : action,
    kind: "customer",
    object: { id: jobId, name: text.bulk[action] },
    after: { filter, markIds, total },
  });
  await db.batch([openingJob(scope, { kind: KIND, subject: jobId, payload }, jobId), audit]);
  return bulkWork(scope, jobId);
}

async function bulkRow(scope: Scope, jobId: string): Promise<{ row: JobRow; payload: Payload }> {
  const [row] = await scope.db
    .select()
    .from(jobs)
    .where(and(thisJob(scope, jobId), eq(jobs.kind, KIND)))
    .limit(1);
  if (!row) throw new DomainError("notFound");
  return { row, payload: jobKinds[KIND].parse(row.payload) };
}

/** Finds the ended bulk job that is to be undone. */
async function endedJob(scope: Scope, action: "restore" | "undo", of: string | undefined) {
  const found = of === undefined ? undefined : await bulkRow(scope, of);
  const undoes = action === "restore" ? ["delete"] : ["mark", "unmark"];
  const open = found?.row.state === "waiting" || found?.row.state === "running";
  if (!found || open || !undoes.includes(found.payload.action)) {
    const { nothingToRestore, nothingToUndo } = messages.customers;
    throw new DomainError("invalid", { message: action === "restore" ? nothingToRestore : nothingToUndo });
  }
  return found;
}

/** Returns the progress of a job over many customers. */
export async function bulkWork(scope: Scope, jobId: string): Promise<BulkWork> {
  const { row, payload } = await bulkRow(scope, jobId);
  const { action, done, total, changed } = payload;
  return { jobId, action, state: row.state, done, total, changed, message: row.message };
}

const PAGE = 2_000;
/** An invocation may make a thousand database calls; the rest of a very large job is left to a further one. */
const MOST_PAGES = 200;

/**
 * Does the work page by page, from the newest customer down. A page's changes and the job's progress are one
 * transaction under the job's lease, so a page that runs twice changes nothing and counts nothing. Returns "more" when
 * the rest is left to a further invocation.
 */
export async function runBulk(
  scope: Scope,
  job: LeasedJob,
  payload: Payload,
  progress: (at: Pick<BulkWork, "done" | "total" | "changed">) => Promise<void>,
): Promise<"more" | void> {
  const numbers = await numbersOf(scope, payload);
  let { below, done } = payload;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const rows = await scope.db.values<[number]>(numbers({ limit: PAGE, below, upTo: payload.upTo }));
    const page = rows.map(([number]) => number);
    const last = page.at(-1);
    if (last === undefined) {
      await finished(scope, job, messages.customers.bulkDone(String(await changedSoFar(scope, job))));
      return;
    }
    const changed = await doPage(scope, job, payload, {
      page,
      was: below,
      below: last,
      done: done + page.length,
    });
    below = last;
    done += page.length;
    await progress({ done, total: payload.total, changed });
  }
  return "more";
}

/** Returns the numbers of the job's customers, in pages from the newest down. */
async function numbersOf(scope: Scope, payload: Payload) {
  if (payload.action === "restore") return deletedBy(scope, payload);
  if (payload.action === "undo") return changedBy(scope, payload.of ?? "");
  return matching(scope, payload.filter);
}

const deletedBy =
  ({ enterpriseId }: Scope, { of }: Payload) =>
  ({ limit, below = Number.MAX_SAFE_INTEGER }: { limit: number; below?: number }) =>
    sql`SELECT number FROM ${customers} WHERE ${customers.deletedBy} = ${of ?? ""} AND ${customers.enterpriseId} = ${enterpriseId} AND ${customers.number} < ${below} ORDER BY number DESC LIMIT ${limit}`;

interface Page {
  page: readonly number[];
  was: number;
  below: number;
  done: number;
}

async function doPage(
  scope: Scope,
  job: LeasedJob,
  payload: Payload,
  { page, was, below, done }: Page,
): Promise<number> {
  const { db, now } = scope;
  const mine = and(thisJob(scope, job.id), eq(jobs.lease, job.lease), sql`payload->>'below' = ${was}`);
  try {
    const [, , , [row]] = await db.batch([
      only(scope, sql`EXISTS (SELECT 1 FROM ${jobs} WHERE ${mine})`),
      noting(scope, job, payload, page),
      effect(scope, job, payload, page),
      db
        .update(jobs)
        .set({
          // changes() counts the rows of the statement before this one, without those of its triggers.
          payload: sql`json_set(payload, '$.below', ${below}, '$.done', ${done}, '$.changed', payload->>'changed' + changes())`,
          progress: payload.total > 0 ? Math.min(done / payload.total, 1) : 1,
          leaseUntil: now() + LEASE_MS,
          updatedAt: now(),
        })
        .where(mine)
        .returning({ changed: sql<number>`payload->>'changed'` }),
    ]);
    return row?.changed ?? 0;
  } catch (error) {
    throw wasRefused(error) ? new LeaseLost() : error;
  }
}

const numbersIn = (page: readonly number[]) =>
  sql`SELECT value AS number FROM json_each(${JSON.stringify(page)})`;

/** Records the changes to groups and labels, so that they can be undone. */
const noting = (scope: Scope, job: LeasedJob, { action, markIds }: Payload, page: readonly number[]) =>
  noted(scope, job.id, {
    markIds: action === "mark" || action === "unmark" ? markIds : [],
    numbers: numbersIn(page),
    taken: action === "unmark",
  });

function effect(
  scope: Scope,
  job: LeasedJob,
  { action, markIds, by, of = "", takesOff }: Payload,
  page: readonly number[],
) {
  const { db, enterpriseId, now } = scope;
  const numbers = numbersIn(page);
  const these = and(eq(customers.enterpriseId, enterpriseId), sql`${customers.number} IN (${numbers})`);
  const edit = { revision: sql`${customers.revision} + 1`, updatedBy: by, updatedAt: now() };
  switch (action) {
    case "mark":
      return marked(scope, markIds, numbers);
    case "unmark":
      return unmarked(scope, markIds, numbers);
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
        .where(and(these, isNotNull(customers.deletedAt), unowned(scope)));
    case "undo":
      return takesOff ? takenOff(scope, of, numbers) : putOn(scope, of, numbers);
    default:
      return action satisfies never;
  }
}

async function changedSoFar(scope: Scope, job: LeasedJob): Promise<number> {
  return (await bulkRow(scope, job.id)).payload.changed;
}
