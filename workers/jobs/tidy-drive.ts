import { directory, tenantDatabase, tenantDatabases } from "#db/client.ts";
import { savingFiles } from "#workers/domain/consistency/night.ts";
import { sweepDrive } from "#workers/domain/drive/remove.ts";
import { tidyOrphans, tidyUnusedFiles } from "#workers/domain/drive/tidy.ts";
import { sweepRecordings } from "#workers/domain/video/sweep.ts";
import { tonight } from "./tonight.ts";

/** Runs every minute: deletes interrupted uploads, and what was erased, recordings of calls among it. */
export async function tidyDrive(env: JobsEnv, now = Date.now()): Promise<void> {
  for (const name of tenantDatabases) {
    const db = tenantDatabase(env, name);
    await sweepDrive(db, env.FILES, now);
    await sweepRecordings(db, env.FILES, now);
  }
}

/**
 * Runs every night: deletes files that are no longer used, and objects without a row. The log has the figures; unless
 * DRIVE_TIDY is "remove", nothing is deleted and only the figures are logged.
 */
export async function tidyDriveByNight(env: JobsEnv, now = Date.now()): Promise<void> {
  const how = { now, dryRun: (env.DRIVE_TIDY as string) !== "remove" };
  const db = directory(env);
  const unused = { files: 0, bytes: 0 };
  for (const name of tenantDatabases) {
    const found = await tidyUnusedFiles(db, tenantDatabase(env, name), env.FILES, how);
    unused.files += found.files;
    unused.bytes += found.bytes;
  }
  const orphans = { files: 0, bytes: 0, missing: 0 };
  for (const { id, database } of await tonight(env, now)) {
    const ctx = { db: tenantDatabase(env, database), enterpriseId: id };
    const { unknown, missing, looked } = await tidyOrphans(ctx, env.FILES, how);
    await savingFiles(ctx.db, id, now, {
      // Removed files are not wrong any more.
      bytesWithoutRow: { looked: looked.objects, wrong: how.dryRun ? unknown.files : 0 },
      rowsWithoutBytes: { looked: looked.rows, wrong: missing },
    });
    orphans.files += unknown.files;
    orphans.bytes += unknown.bytes;
    orphans.missing += missing;
  }
  console.log(
    JSON.stringify({ level: "info", source: "drive by night", dryRun: how.dryRun, unused, orphans }),
  );
}
