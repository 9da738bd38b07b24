import { tenantDatabase, tenantDatabases } from "#db/client.ts";
import { sweepDrive } from "#workers/domain/drive/remove.ts";

/** By the minute: files that broke off on their way go. */
export async function tidyDrive(env: JobsEnv, now = Date.now()): Promise<void> {
  for (const name of tenantDatabases) await sweepDrive(tenantDatabase(env, name), env.FILES, now);
}
