import { finished, type LeasedJob } from "../jobs/lease.ts";
import type { PageEnd } from "../jobs/run-pages.ts";
import { forgetCounts } from "../reports/forget-counts.ts";
import type { Ctx } from "../ctx.ts";
import { type Files, keysBelow, modelFolder } from "../training/files.ts";

/** By then any worker that was running when the bot was deleted has stopped writing. */
const SETTLED_MS = 60_000;

/**
 * Deletes a deleted bot's files and its report counters: at once, and again after SETTLED_MS, since a worker in the
 * middle of a training or an upload may have written and died before it could clean up.
 */
export async function forgetAgent(
  ctx: Ctx,
  job: LeasedJob,
  { agentId }: { agentId: string },
  files: Pick<Files, "list" | "delete">,
): Promise<PageEnd> {
  const { enterpriseId, now } = ctx;
  for (const folder of [modelFolder(ctx, agentId), `${enterpriseId}/documents/${agentId}/`]) {
    for await (const keys of keysBelow(files, folder)) {
      if (keys.length > 0) await files.delete(keys);
    }
  }
  await forgetCounts(ctx, agentId);
  const left = job.createdAt + SETTLED_MS - now();
  if (left > 0) return { laterMs: left };
  await finished(ctx, job, "");
  return "done";
}
