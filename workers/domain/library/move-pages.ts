import { and, lte } from "drizzle-orm";
import { artifacts } from "#db/tenant/library.ts";
import { jobKinds, type JobPayload } from "#workers/contract/jobs.ts";
import type { Ctx } from "../ctx.ts";
import type { HeldJob } from "../jobs/held-job.ts";
import { advancing, finished, guardLease, LeaseLost, underLease } from "../jobs/lease.ts";
import type { PageEnd } from "../jobs/run-pages.ts";
import { placeIn, placeOutOf, putting, readChosen } from "./move.ts";
import { outside } from "./start-move.ts";
import type { Viewer } from "./viewer.ts";

const KIND = "library.move";
const { payload: shape } = jobKinds[KIND];
type Payload = JobPayload<typeof KIND>;

/** The statements of a page and those that read it. */
const CALLS = 8;

/**
 * Moves them page by page. A page and the job's progress are one transaction under the job's lease; what was moved is found no
 * more, so a page that runs twice moves nothing.
 */
export function movePages(ctx: Ctx, held: HeldJob, payload: Payload): () => Promise<PageEnd> {
  const { to, from, matching, userId, by, isAdmin, at, total } = payload;
  const viewer: Viewer = { ...ctx, actor: { ...ctx.actor, userId, name: by }, isAdmin };
  const theirs = and(outside(payload), lte(artifacts.createdAt, at));
  let { changed } = payload;
  return async () => {
    const found = await readChosen(viewer, { artifacts: [], buckets: [], matching }, theirs);
    held.did(CALLS);
    if (found.rows.length === 0) {
      const ended = await finished(ctx, held.job, "");
      if (ended.length === 0) throw new LeaseLost();
      return "done";
    }
    const place = to ? placeIn(viewer, found, to) : placeOutOf(found, from);
    const [entries, ...others] = putting(viewer, found, place);
    const [, , [row]] = await underLease(
      ctx.db.batch([
        guardLease(ctx, held.job, { changed }, place.when),
        entries,
        advancing(ctx, held.job, { counting: "changed" }),
        ...others,
      ]),
    );
    changed = shape.parse(row?.payload).changed;
    await held.tell(Math.min(changed / Math.max(total, 1), 1), { result: { total, changed } });
    return "next";
  };
}
