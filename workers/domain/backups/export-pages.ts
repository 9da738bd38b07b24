import type { JobPayload } from "#workers/contract/jobs.ts";
import type { Ctx } from "../ctx.ts";
import type { HeldJob } from "../jobs/held-job.ts";
import { advancing, finished, LeaseLost } from "../jobs/lease.ts";
import type { PageEnd } from "../jobs/run-pages.ts";
import type { Cell, Source } from "./page.ts";
import { type ExportBucket, writePart } from "./parts.ts";

/** What is exported, and what is left to do once all of it is written. */
export interface ExportPlan {
  prefix: string;
  sources: readonly Source[];
  finish(): Promise<void>;
}
/** How far an export is: a source, the number of its next file, and the key behind which that begins. */
export type ExportCursor = Pick<JobPayload<"database.export">, "source" | "part" | "after">;

const CALLS = 3;

/**
 * Exports source after source in pages. The file comes before the cursor: killed in between, the next worker finds the file
 * and goes on behind it.
 */
export function exportPages(
  ctx: Ctx,
  held: HeldJob,
  begun: ExportCursor,
  plan: () => Promise<ExportPlan>,
  files: ExportBucket,
): () => Promise<PageEnd> {
  const { job } = held;
  let planned: ExportPlan | undefined;
  let cursor = begun;
  const advance = async (to: ExportCursor, progress: number): Promise<void> => {
    const [held] = await ctx.db.batch([advancing(ctx, job, { payload: { ...to }, progress })]);
    if (held.length === 0) throw new LeaseLost();
    cursor = to;
  };
  return async () => {
    planned ??= await plan();
    const { sources, prefix } = planned;
    const at = sources.findIndex(({ name }) => name === cursor.source);
    const source = sources[Math.max(0, at)];
    if (!source || cursor.source === DONE) {
      await planned.finish();
      const ended = await finished(ctx, job, "");
      if (ended.length === 0) throw new LeaseLost();
      return "done";
    }
    const after = at === -1 ? [] : (JSON.parse(cursor.after) as Cell[]);
    const written = await writePart(files, prefix, source, { n: at === -1 ? 0 : cursor.part, after });
    held.did(CALLS);
    const next = sources[Math.max(0, at) + 1]?.name ?? DONE;
    const progress = (Math.max(0, at) + 1) / (sources.length + 1);
    if (written?.more)
      await advance(
        { source: source.name, part: (at === -1 ? 0 : cursor.part) + 1, after: JSON.stringify(written.to) },
        progress,
      );
    else await advance({ source: next, part: 0, after: "[]" }, progress);
    return "next";
  };
}

/** No source is called so. */
const DONE = "/";
