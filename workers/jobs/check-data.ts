import { directory, tenantDatabase, tenantDatabases } from "#db/client.ts";
import { checkByNight } from "#workers/domain/consistency/night.ts";
import { tonight } from "./tonight.ts";

/** Pages of one database in one minute: nobody else waits for it meanwhile. */
const PAGES = 40;

/** Runs each minute of the night: compares what was counted, what rows name, and what should be gone. */
export async function checkData(env: JobsEnv, now = Date.now()): Promise<void> {
  const enterprises = await tonight(env, now);
  for (const name of tenantDatabases) {
    const theirs = enterprises.flatMap(({ id, database }) => (database === name ? [id] : []));
    const databases = { db: tenantDatabase(env, name), directory: directory(env) };
    await checkByNight(databases, theirs, { now, pages: PAGES });
  }
}
