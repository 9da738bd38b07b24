import type { JobPayload } from "#workers/contract/jobs.ts";
import type { SimulatorCalls } from "#workers/contract/simulator.ts";
import type { Ctx } from "../ctx.ts";
import type { HeldJob } from "../jobs/held-job.ts";
import { droppingJobs } from "../jobs/open.ts";
import type { PageEnd } from "../jobs/run-pages.ts";

/** Takes phones out of the objects that hold them, and deletes the job's row, which names the phones. */
export async function forgetPhones(
  ctx: Ctx,
  held: HeldJob,
  { channels: ids, phones }: JobPayload<"simulator.forget">,
  simulatorOf: (channelId: string) => Pick<SimulatorCalls, "forget">,
): Promise<PageEnd> {
  for (const id of ids) {
    await simulatorOf(id).forget({ enterpriseId: ctx.enterpriseId, channelId: id }, phones);
    await held.beat();
  }
  await droppingJobs(ctx, held.job.subject);
  return "done";
}
