import { tenantDatabase, tenantDatabases } from "#db/client.ts";
import { forgetRemoved } from "#workers/domain/blacklist/removed.ts";
import { removeOldFiles } from "#workers/domain/imports/clean.ts";
import { settleImports } from "#workers/domain/imports/run.ts";
import { ctxOf } from "#workers/domain/ctx.ts";

/** Runs every minute: marks imports whose job was given up, and deletes files and what was taken off the blacklist once neither is needed. */
export async function tidyImports(env: JobsEnv, now = Date.now()): Promise<void> {
  for (const name of tenantDatabases) {
    const db = tenantDatabase(env, name);
    const actor = { userId: "system", name: "", address: "", requestId: "cron" };
    await settleImports((enterpriseId) => ctxOf(db, enterpriseId, actor), db);
    await removeOldFiles(db, env.FILES, now);
    await forgetRemoved(db, now);
  }
}
