import type { JobPayload } from "#workers/contract/jobs.ts";
import type { Ctx } from "../ctx.ts";
import type { HeldJob } from "../jobs/held-job.ts";
import { advancing, finished, LeaseLost } from "../jobs/lease.ts";
import type { PageEnd } from "../jobs/run-pages.ts";
import type { Cell, Source } from "./page.ts";
import { type ExportBucket, writePart } from "./parts.ts";

/** The sources of an export, and the work left once all of it is written. */
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
    const [mine] = await ctx.db.batch([advancing(ctx, job, { payload: { ...to }, progress })]);
    if (mine.length === 0) throw new LeaseLost();
    cursor = to;
  };
  return async () => {
    planned ??= await plan();
    const { sources, prefix } = planned;
    // A job that has just been opened names none.
    const at = cursor.source === "" ? 0 : sources.findIndex(({ name }) => name === cursor.source);
    const source = sources[at];
    if (!source) {
      await planned.finish();
      const ended = await finished(ctx, job, "");
      if (ended.length === 0) throw new LeaseLost();
      return "done";
    }
    const { part } = cursor;
    const written = await writePart(files, prefix, source, {
      n: part,
      after: JSON.parse(cursor.after) as Cell[],
    });
    held.did(typeof source.calls === "function" ? source.calls() : (source.calls ?? CALLS));
    await held.tell((at + 1) / (sources.length + 1));
    const next: ExportCursor = written?.more
      ? { source: source.name, part: part + 1, after: JSON.stringify(written.to) }
      : { source: sources[at + 1]?.name ?? DONE, part: 0, after: "[]" };
    await advance(next, (at + 1) / (sources.length + 1));
    return "next";
  };
}

/** No source is called so. */
const DONE = "/";
