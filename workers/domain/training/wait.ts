import type { Training } from "#workers/contract/endpoints/bots.ts";
import { DomainError } from "../error.ts";
import type { Ctx } from "../ctx.ts";
import { trainingState } from "./state.ts";

const LOOK_EVERY_MS = 200;

/**
 * Waits until the agent's training has ended, at most `forMs`; answers its state then. A training that fails meanwhile
 * is trainingFailed, in the job's own words.
 */
export async function waitForTraining(ctx: Ctx, agentId: string, forMs: number): Promise<Training> {
  const until = ctx.now() + forMs;
  for (;;) {
    const state = await trainingState(ctx, agentId);
    if (state.state === "failed") throw new DomainError("trainingFailed", { message: state.message });
    if ((state.state !== "waiting" && state.state !== "running") || ctx.now() >= until) return state;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
