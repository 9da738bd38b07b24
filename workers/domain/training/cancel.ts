import { and, eq } from "drizzle-orm";
import { trainingTexts } from "#texts/training.ts";
import { jobs } from "#db/tenant/jobs.ts";
import type { cancelTraining as contract, Training } from "#workers/contract/endpoints/bots.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { agentRow } from "../bots/agent.ts";
import { isOpen } from "../jobs/open.ts";
import type { Ctx } from "../ctx.ts";
import { trainingState } from "./state.ts";

/**
 * Ends the agent's open training as failed: one write, which the swap of the model either sees or precedes. So what
 * this answers is true: `cancelled`, and the old model goes on; or it came too late, and the new one answers.
 */
export async function cancelTraining(
  ctx: Ctx,
  agentId: string,
): Promise<{ state: ReplyOf<typeof contract>; message: string }> {
  const { db, enterpriseId, actor, now } = ctx;
  const { modelVersionId } = await agentRow(ctx, agentId);
  const { cancelled: goesOn, cancelledFirst } = trainingTexts;
  const message = (modelVersionId ? goesOn : cancelledFirst)(actor.name);
  const ended = await db
    .update(jobs)
    .set({ state: "failed", message, leaseUntil: 0, updatedAt: now() })
    .where(
      and(
        eq(jobs.enterpriseId, enterpriseId),
        eq(jobs.kind, "agent.train"),
        eq(jobs.subject, agentId),
        isOpen,
      ),
    )
    .returning({ id: jobs.id });
  const cancelled = ended.length > 0;
  const state = await trainingState(ctx, agentId);
  return { state: { ...state, cancelled }, message: cancelled ? message : tooLate(state) };
}

const tooLate = ({ state, version }: Training): string =>
  state === "trained" && version !== null
    ? trainingTexts.cancelledTooLate(version)
    : trainingTexts.nothingToCancel;
