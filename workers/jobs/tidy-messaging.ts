import { tenantDatabase, tenantDatabases } from "#db/client.ts";
import { tidyDeliveries } from "#workers/domain/webhooks-out/tidy.ts";
import { tidyMessaging as tidy } from "#workers/domain/messaging/tidy.ts";

/** Runs every minute. */
export async function tidyMessaging(env: JobsEnv, now = Date.now()): Promise<void> {
  for (const database of tenantDatabases) {
    const db = tenantDatabase(env, database);
    await tidy(db, now);
    await tidyDeliveries(db, now);
  }
}
