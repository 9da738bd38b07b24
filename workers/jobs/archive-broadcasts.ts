import { tenantDatabase, tenantDatabases } from "#db/client.ts";
import { openArchiving } from "#workers/domain/archives/due.ts";

/** Runs each minute of the night: has recipients of broadcasts that ended 90 days ago moved to files. */
export async function archiveBroadcasts(env: JobsEnv, now = Date.now()): Promise<void> {
  for (const name of tenantDatabases) await openArchiving(tenantDatabase(env, name), now);
}
