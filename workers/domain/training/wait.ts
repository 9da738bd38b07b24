import type { Training } from "#workers/contract/endpoints/agents.ts";
import { DomainError } from "../error.ts";
import type { Scope } from "../scope.ts";
import { trainingStateOf } from "./state.ts";

const LOOK_EVERY_MS = 200;

/**
 * Waits until the agent's training has ended, at most `forMs`; answers its state then. A training that fails meanwhile
 * is trainingFailed, in the job's own words.
 */
export async function waitForTraining(scope: Scope, agentId: string, forMs: number): Promise<Training> {
  const until = scope.now() + forMs;
  for (;;) {
    const state = await trainingStateOf(scope, agentId);
    if (state.state === "failed") throw new DomainError("trainingFailed", { message: state.message });
    if ((state.state !== "waiting" && state.state !== "running") || scope.now() >= until) return state;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
