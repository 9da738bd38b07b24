import { tenantDatabase, tenantDatabases } from "#db/client.ts";
import { tidyMessaging as tidy } from "#workers/domain/messaging/tidy.ts";

/** Runs every minute. */
export async function tidyMessaging(env: JobsEnv, now = Date.now()): Promise<void> {
  for (const database of tenantDatabases) await tidy(tenantDatabase(env, database), now);
}
