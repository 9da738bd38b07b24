import { directory, tenantDatabase } from "#db/client.ts";
import { openExports } from "#workers/domain/backups/export-database.ts";
import { dropOldNights } from "#workers/domain/backups/nights.ts";

/** Runs each minute of an hour: has every database copied to files once a night, and removes copies that are too old. */
export async function backUp(env: JobsEnv, now = Date.now()): Promise<void> {
  const nights = Number(env.BACKUP_NIGHTS) || 0;
  if (nights > 0) await openExports(directory(env), (name) => tenantDatabase(env, name), now);
  await dropOldNights(env.BACKUPS, nights, now);
}
