import type { JobPayload } from "#workers/contract/jobs.ts";
import type { SimulatorCalls } from "#workers/contract/simulator.ts";
import type { Ctx } from "../ctx.ts";
import type { HeldJob } from "../jobs/held-job.ts";
import { droppingJobs } from "../jobs/open.ts";
import type { PageEnd } from "../jobs/run-pages.ts";

type SimulatorOf = (channelId: string) => Pick<SimulatorCalls, "forget">;

/** Takes phones out of the objects that hold them. */
export async function forgetIn(
  { enterpriseId }: Ctx,
  held: HeldJob,
  { channels, phones }: JobPayload<"simulator.forget">,
  simulatorOf: SimulatorOf,
): Promise<void> {
  for (const channelId of channels) {
    await simulatorOf(channelId).forget({ enterpriseId, channelId }, phones);
    await held.beat();
  }
}

/** Takes phones out of the objects that hold them, and deletes the job's row, which names the phones. */
export async function forgetPhones(
  ctx: Ctx,
  held: HeldJob,
  payload: JobPayload<"simulator.forget">,
  simulatorOf: SimulatorOf,
): Promise<PageEnd> {
  await forgetIn(ctx, held, payload, simulatorOf);
  await droppingJobs(ctx, held.job.subject);
  return "done";
}
