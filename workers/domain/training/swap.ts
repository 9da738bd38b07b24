import { and, eq } from "drizzle-orm";
import { botsAnswersTexts } from "#texts/bots-answers.ts";
import { agents, modelVersions } from "#db/tenant/bots.ts";
import { thisAgent } from "../bots/agent.ts";
import { finished, guardLease, LeaseLost, type LeasedJob, underLease } from "../jobs/lease.ts";
import type { Ctx } from "../ctx.ts";
import { openingFirstChat } from "./first-chat.ts";
import { forgettingOldVersions, nextVersion } from "./versions.ts";

type NewVersion = Omit<typeof modelVersions.$inferInsert, "id" | "enterpriseId" | "version">;

/**
 * Lets a new version answer: its row, the bot's pointer and the end of the job are one transaction that a cancel or
 * another worker defeats. Throws LeaseLost then, and nothing has changed.
 */
export async function swapIn(ctx: Ctx, job: LeasedJob, row: NewVersion): Promise<void> {
  const { db, enterpriseId, after, newId } = ctx;
  const { agentId } = row;
  try {
    const [, , , , , chat] = await underLease(
      db.batch([
        guardLease(ctx, job),
        // Before the swap, so that the version which served until now is there for turns that have just looked it up.
        forgettingOldVersions(ctx, agentId),
        db
          .insert(modelVersions)
          .values({ ...row, id: job.id, enterpriseId, version: nextVersion(ctx, agentId) }),
        db.update(agents).set({ modelVersionId: job.id }).where(thisAgent(ctx, agentId)),
        finished(ctx, job, botsAnswersTexts.trained),
        openingFirstChat(ctx, agentId, newId()),
      ]),
    );
    for (const { id } of chat) after.jobs.add(id);
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    // The answer may be lost and the work done.
    if (!(await isIn(ctx, job, row.file))) throw error;
  }
}

async function isIn({ db, enterpriseId }: Ctx, { id }: LeasedJob, file: string): Promise<boolean> {
  const rows = await db
    .select({ id: modelVersions.id })
    .from(modelVersions)
    .where(
      and(
        eq(modelVersions.enterpriseId, enterpriseId),
        eq(modelVersions.id, id),
        eq(modelVersions.file, file),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
