import { blacklistTexts as texts } from "#texts/blacklist.ts";
import { MOST_REMOVED } from "#workers/contract/endpoints/blacklist.ts";
import { jobKinds, type JobPayload, type JobProgress } from "#workers/contract/jobs.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import type { HeldJob } from "../jobs/held-job.ts";
import { advancing, finished, guardLease, LeaseLost, type LeasedJob, underLease } from "../jobs/lease.ts";
import { openingJob } from "../jobs/open.ts";
import { getJob } from "../jobs/progress.ts";
import type { PageEnd } from "../jobs/run-pages.ts";
import { unblocking } from "./blocking.ts";
import { idsMatching } from "./list.ts";
import { idsTakenOff, keeping, puttingBack } from "./removed.ts";

const KIND = "blacklist.bulk";
const { payload: shape, sees } = jobKinds[KIND];
type Payload = JobPayload<typeof KIND>;

/** The statements of a page. */
const CALLS = 10;

/** Opens the job that takes very many off, or puts them back; its id is by what a removal can be undone. */
export async function startBulk(
  ctx: Ctx,
  asked: Pick<Payload, "action" | "total"> & Partial<Payload>,
): Promise<JobProgress> {
  const jobId = ctx.newId();
  const payload = shape.parse(asked);
  await ctx.db.batch([
    openingJob(ctx, { kind: KIND, subject: jobId, payload }, jobId),
    audited(ctx, {
      action: asked.action,
      kind: "blacklist",
      object: { id: jobId, name: texts.trail(asked.total) },
    }),
  ]);
  return getJob(ctx, jobId, sees);
}

/**
 * The work page by page. A page's changes and the job's progress are one transaction under the job's lease; what is done is
 * found no more, so a page that runs twice does nothing.
 */
export function bulkPages(ctx: Ctx, held: HeldJob, payload: Payload): () => Promise<PageEnd> {
  const { action, total } = payload;
  let { done, changed } = payload;
  return async () => {
    const next = await onePage(ctx, held.job, { ...payload, done });
    held.did(CALLS);
    if (next.done === done) {
      const said = action === "delete" ? texts.removed(changed) : texts.restored(changed);
      const ended = await finished(ctx, held.job, said);
      if (ended.length === 0) throw new LeaseLost();
      return "done";
    }
    ({ done, changed } = next);
    await held.tell(Math.min(done / Math.max(total, 1), 1), { result: { action, done, total, changed } });
    return "next";
  };
}

async function onePage(ctx: Ctx, job: LeasedJob, payload: Payload): Promise<Payload> {
  const rows =
    payload.action === "delete" ? await takeSome(ctx, job, payload) : await putSomeBack(ctx, job, payload);
  return shape.parse(rows[0]?.payload);
}

async function takeSome(ctx: Ctx, job: LeasedJob, { search, unmasked, upTo, done }: Payload) {
  const these = idsMatching(ctx, { search, mayUnmask: () => unmasked }, { upTo, limit: MOST_REMOVED });
  const results = await underLease(
    ctx.db.batch([
      guardLease(ctx, job, { done }),
      keeping(ctx, these, job.id),
      advancing(ctx, job, { counting: "changed" }),
      ...unblocking(ctx, these),
      advancing(ctx, job, { counting: "done" }),
    ]),
  );
  return results[6];
}

async function putSomeBack(ctx: Ctx, job: LeasedJob, { of, done }: Payload) {
  const these = idsTakenOff(ctx, of, MOST_REMOVED);
  const { entries, holding, forgetting } = puttingBack(ctx, these);
  const results = await underLease(
    ctx.db.batch([
      guardLease(ctx, job, { done }),
      entries,
      advancing(ctx, job, { counting: "changed" }),
      ...holding,
      forgetting,
      advancing(ctx, job, { counting: "done" }),
    ]),
  );
  return results[6];
}
