import { tenantDatabase, tenantDatabases } from "#db/client.ts";
import { openJob } from "#workers/domain/jobs/open.ts";
import { dueCrawls, strandedReadings } from "#workers/domain/knowledge/due.ts";
import { rereadWebsites } from "#workers/domain/knowledge/reread.ts";
import { build } from "#workers/domain/integrations/knowledge-readers.ts";
import { ctxOf } from "#workers/domain/ctx.ts";

const actor = { userId: "system", name: "", address: "", requestId: "cron" };

/**
 * Opens a job for every agent with websites due for crawling, and for waiting sources without a job. The sweep that
 * follows wakes a worker.
 */
export async function openDueCrawls(env: JobsEnv, now = Date.now()): Promise<void> {
  for (const name of tenantDatabases) {
    const db = tenantDatabase(env, name);
    for (const { enterpriseId, agentId } of await dueCrawls(db, now)) {
      await rereadWebsites(ctxOf(db, enterpriseId, actor), agentId);
    }
    for (const { enterpriseId, agentId } of await strandedReadings(db)) {
      await openJob(ctxOf(db, enterpriseId, actor), build(agentId));
    }
  }
}
