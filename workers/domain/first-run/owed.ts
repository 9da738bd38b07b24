import type { Ctx } from "../ctx.ts";
import { finished, type LeasedJob } from "../jobs/lease.ts";
import type { PageEnd } from "../jobs/run-pages.ts";
import type { SimulatorDeps } from "../simulator/phone.ts";
import { firstChat } from "./chat.ts";
import { firstRunNow } from "./state.ts";

/** Lets the first customer write, unless the page has, or the bot or its channel is gone by now. */
export async function sayOwed(ctx: Ctx, job: LeasedJob, deps: SimulatorDeps): Promise<PageEnd> {
  const { agent, channel, said } = await firstRunNow(ctx);
  if (agent?.trained && channel && !said) await firstChat(ctx, deps);
  await finished(ctx, job, "");
  return "done";
}
