import { and, eq } from "drizzle-orm";
import * as messages from "#app/messages.ts";
import { agents, modelVersions } from "#db/tenant/agents.ts";
import { thisAgent } from "../agents/agent.ts";
import { wasRefused } from "../guard.ts";
import { finished, stillHeld, type LeasedJob } from "../jobs/lease.ts";
import type { Scope } from "../scope.ts";
import { LeaseLost } from "./lease-lost.ts";
import { forgettingOldVersions, nextVersion } from "./versions.ts";

type NewVersion = Omit<typeof modelVersions.$inferInsert, "id" | "enterpriseId" | "version">;

/**
 * Lets a new version answer: its row, the agent's pointer and the end of the job are one transaction that a cancel or
 * another worker defeats. Throws LeaseLost then, and nothing has changed.
 */
export async function swapIn(scope: Scope, job: LeasedJob, row: NewVersion): Promise<void> {
  const { db, enterpriseId } = scope;
  const { agentId } = row;
  try {
    await db.batch([
      stillHeld(scope, job),
      // Before the swap, so that the version which served until now is there for turns that have just looked it up.
      forgettingOldVersions(scope, agentId),
      db
        .insert(modelVersions)
        .values({ ...row, id: job.id, enterpriseId, version: nextVersion(scope, agentId) }),
      db.update(agents).set({ modelVersionId: job.id }).where(thisAgent(scope, agentId)),
      finished(scope, job, messages.bots.trained),
    ]);
  } catch (error) {
    if (wasRefused(error)) throw new LeaseLost();
    // The answer may be lost and the work done.
    if (!(await isIn(scope, job, row.file))) throw error;
  }
}

async function isIn({ db, enterpriseId }: Scope, { id }: LeasedJob, file: string): Promise<boolean> {
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
