import { trainingTexts } from "#texts/training.ts";
import type { cancelTraining as contract, Training } from "#workers/contract/endpoints/bots.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { agentRow } from "../bots/agent.ts";
import { cancelJob } from "../jobs/open.ts";
import type { Ctx } from "../ctx.ts";
import { trainingState } from "./state.ts";

/**
 * Cancels the bot's open training: one write, which the swap of the model either sees or precedes. So what
 * this answers is true: `cancelled`, and the old model goes on; or it came too late, and the new one answers.
 */
export async function cancelTraining(
  ctx: Ctx,
  agentId: string,
): Promise<{ state: ReplyOf<typeof contract>; message: string }> {
  const { modelVersionId } = await agentRow(ctx, agentId);
  const { cancelled: goesOn, cancelledFirst } = trainingTexts;
  const message = (modelVersionId ? goesOn : cancelledFirst)(ctx.actor.name);
  const cancelled = await cancelJob(ctx, "agent.train", agentId, message);
  const state = await trainingState(ctx, agentId);
  return { state: { ...state, cancelled }, message: cancelled ? message : tooLate(state) };
}

const tooLate = ({ state, version }: Training): string =>
  state === "trained" && version !== null
    ? trainingTexts.cancelledTooLate(version)
    : trainingTexts.nothingToCancel;
