import { asc, count } from "drizzle-orm";
import { directory, tenantDatabase, tenantDatabases } from "#db/client.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import { sweepDrive } from "#workers/domain/drive/remove.ts";
import { tidyOrphans, tidyUnusedFiles } from "#workers/domain/drive/tidy.ts";

const DAY_MS = 24 * 3_600_000;
/** Parts of the bucket processed per night; with more enterprises it takes several nights. */
const ENTERPRISES_A_NIGHT = 500;

/** Runs every minute: deletes interrupted uploads. */
export async function tidyDrive(env: JobsEnv, now = Date.now()): Promise<void> {
  for (const name of tenantDatabases) await sweepDrive(tenantDatabase(env, name), env.FILES, now);
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
    const { unknown, missing } = await tidyOrphans(ctx, env.FILES, how);
    orphans.files += unknown.files;
    orphans.bytes += unknown.bytes;
    orphans.missing += missing;
  }
  console.log(
    JSON.stringify({ level: "info", source: "drive by night", dryRun: how.dryRun, unused, orphans }),
  );
}

/** The enterprises whose turn it is: a different share of them each night. */
async function tonight(env: JobsEnv, now: number) {
  const db = directory(env);
  const [all] = await db.select({ count: count() }).from(enterprises);
  const nights = Math.max(1, Math.ceil((all?.count ?? 0) / ENTERPRISES_A_NIGHT));
  return db
    .select({ id: enterprises.id, database: enterprises.database })
    .from(enterprises)
    .orderBy(asc(enterprises.id))
    .limit(ENTERPRISES_A_NIGHT)
    .offset((Math.floor(now / DAY_MS) % nights) * ENTERPRISES_A_NIGHT);
}
