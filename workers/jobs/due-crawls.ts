import { tenantDatabase, tenantDatabases } from "#db/client.ts";
import { dueCrawls } from "#workers/domain/knowledge/due.ts";
import { readWaiting } from "#workers/domain/knowledge/save.ts";
import { scopeOf } from "#workers/domain/scope.ts";

/** Opens a job for every agent whose websites are to be read again by now. The sweep that follows wakes a worker. */
export async function openDueCrawls(env: JobsEnv, now = Date.now()): Promise<void> {
  for (const name of tenantDatabases) {
    const db = tenantDatabase(env, name);
    for (const { enterpriseId, agentId } of await dueCrawls(db, now)) {
      const actor = { userId: "system", name: "", address: "", requestId: "cron" };
      await readWaiting(scopeOf(db, enterpriseId, actor), agentId, true);
    }
  }
}
