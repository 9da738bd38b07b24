import { and, eq } from "drizzle-orm";
import { messages } from "#app/messages.ts";
import { jobs } from "#db/tenant/jobs.ts";
import type { Training } from "#workers/contract/endpoints/agents.ts";
import { agentRow } from "../agents/agent.ts";
import { isOpen } from "../jobs/open.ts";
import type { Scope } from "../scope.ts";
import { trainingState } from "./state.ts";

/**
 * Ends the agent's open training as failed: whoever is at it finds out at its next beat and stops without a trace.
 * Answers how the training stands, also when none was going on.
 */
export async function cancelTraining(scope: Scope, agentId: string): Promise<Training> {
  const { db, enterpriseId, actor, now } = scope;
  const agent = await agentRow(scope, agentId);
  await db
    .update(jobs)
    .set({
      state: "failed",
      message: messages.training.cancelled(actor.name),
      leaseUntil: 0,
      updatedAt: now(),
    })
    .where(
      and(
        eq(jobs.enterpriseId, enterpriseId),
        eq(jobs.kind, "agent.train"),
        eq(jobs.subject, agentId),
        isOpen,
      ),
    );
  return trainingState(scope, agent);
}
