import { and, eq } from "drizzle-orm";
import { utterances } from "#db/tenant/intents.ts";
import { withAgent } from "../bots/agent.ts";
import { auditedIf } from "../audit.ts";
import { DomainError } from "../error.ts";
import { openJob } from "../jobs/open.ts";
import type { Ctx } from "../ctx.ts";

/** Asks for a training of the bot, or joins the one that is under way; nothingToTrain without phrases. */
export async function requestTraining(
  ctx: Ctx,
  agentId: string,
): Promise<{ jobId: string; joined: boolean }> {
  const { db, enterpriseId } = ctx;
  const [agent, [phrase]] = await withAgent(
    ctx,
    agentId,
    db
      .select({ id: utterances.id })
      .from(utterances)
      .where(and(eq(utterances.enterpriseId, enterpriseId), eq(utterances.agentId, agentId)))
      .limit(1),
  );
  if (!phrase) throw new DomainError("nothingToTrain");
  return openJob(
    ctx,
    { kind: "agent.train", subject: agentId, payload: { agentId, by: ctx.actor.name } },
    (jobId, isNew) => [
      auditedIf(ctx, { action: "train", kind: "agent", object: agent, after: { jobId } }, isNew),
    ],
  );
}
