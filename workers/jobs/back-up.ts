import { directory, tenantDatabase } from "#db/client.ts";
import { openExports } from "#workers/domain/backups/export-database.ts";
import { dropOldNights, nightsIn } from "#workers/domain/backups/nights.ts";

/** Runs each minute of an hour: has every database copied to files once a night, and removes copies that are too old. */
export async function backUp(env: JobsEnv, now = Date.now()): Promise<void> {
  // One that cannot be read copies nothing, and above all removes nothing: the clock says so.
  const nights = nightsIn(env.BACKUP_NIGHTS);
  if (nights > 0) await openExports(directory(env), (name) => tenantDatabase(env, name), now);
  await dropOldNights(env.BACKUPS, nights, now);
}
