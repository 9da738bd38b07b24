import { and, eq, inArray, lt, or, sql } from "drizzle-orm";
import type { TenantDb } from "#db/client.ts";
import { driveFiles } from "#db/tenant/drive.ts";
import type { DriveUse } from "#workers/contract/endpoints/drive.ts";
import { passedOver } from "../bare/fenced.ts";
import type { Ctx } from "../ctx.ts";
import type { DriveRow } from "./file.ts";
import type { DriveBucket } from "./store.ts";

const HOUR_MS = 3_600_000;
const MOST_AT_ONCE = 50;
const MOST_ROUNDS = 40;

/** Deletes the bytes first, then the row, so that a crash leaves nothing that cannot be found again. */
export async function forgetFiles(
  db: TenantDb,
  bucket: DriveBucket,
  rows: readonly DriveRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await bucket.delete(rows.map(({ key }) => key));
  const ids = JSON.stringify(rows.map(({ id }) => id));
  await db.delete(driveFiles).where(inArray(driveFiles.id, sql`(SELECT value FROM json_each(${ids}))`));
}

/**
 * Runs every minute: removes uploads that are still unfinished an hour after they began, and files whose last use was
 * erased. Those of an enterprise that moves wait for its end.
 */
export async function sweepDrive(db: TenantDb, bucket: DriveBucket, now: number): Promise<void> {
  const unfinished = and(eq(driveFiles.state, "uploading"), lt(driveFiles.createdAt, now - HOUR_MS));
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const left = await db
      .select()
      .from(driveFiles)
      .where(and(or(unfinished, eq(driveFiles.state, "leaving")), sql.raw(passedOver("enterprise_id"))))
      .limit(MOST_AT_ONCE);
    await forgetFiles(db, bucket, left);
    if (left.length < MOST_AT_ONCE) return;
  }
}

/**
 * Removes the images that a new one replaces: those of the whole enterprise, or only one person's. Later ones stay,
 * since they may be about to replace this one.
 */
export async function replaceFiles(
  { db, enterpriseId }: Ctx,
  bucket: DriveBucket,
  { use, keep, by }: { use: DriveUse; keep: string | null; by?: string },
): Promise<void> {
  const rows = await db
    .select()
    .from(driveFiles)
    .where(
      and(
        eq(driveFiles.enterpriseId, enterpriseId),
        eq(driveFiles.use, use),
        eq(driveFiles.state, "ready"),
        by === undefined ? undefined : eq(driveFiles.createdBy, by),
        keep === null ? undefined : lt(driveFiles.id, keep),
      ),
    )
    .limit(MOST_AT_ONCE);
  await forgetFiles(
    db,
    bucket,
    rows.filter(({ id }) => id !== keep),
  );
}
