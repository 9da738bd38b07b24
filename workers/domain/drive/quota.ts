import { eq, sql, type SQL } from "drizzle-orm";
import { driveTexts } from "#texts/drive.ts";
import type { DirectoryDb } from "#db/client.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import { driveFiles } from "#db/tenant/drive.ts";
import { formatBytes } from "#workers/contract/bytes.ts";
import { USUAL_DRIVE_QUOTA } from "#workers/contract/endpoints/drive.ts";
import { DomainError } from "../error.ts";
import type { Ctx } from "../ctx.ts";

type Owned = Pick<Ctx, "db" | "enterpriseId">;

/** Quota of an enterprise's files in bytes: from its configuration, else the default. */
export const quotaOf = ({ driveQuota }: { driveQuota: number | null }): number =>
  driveQuota ?? USUAL_DRIVE_QUOTA;

/** The same by an enterprise's id; notFound for one that is gone. */
export async function quotaBy(db: DirectoryDb, enterpriseId: Ctx["enterpriseId"]): Promise<number> {
  const [enterprise] = await db
    .select({ driveQuota: enterprises.driveQuota })
    .from(enterprises)
    .where(eq(enterprises.id, enterpriseId));
  if (!enterprise) throw new DomainError("notFound");
  return quotaOf(enterprise);
}

/** In the words of the index over them. Nobody's files are refused because of what customers sent. */
const COUNTED = sql.raw("state = 'ready' AND use <> 'inbound'");

const sumOf = ({ enterpriseId }: Owned): SQL<number> =>
  sql<number>`(SELECT coalesce(sum(${driveFiles.bytes}), 0) FROM ${driveFiles} WHERE ${driveFiles.enterpriseId} = ${enterpriseId} AND ${COUNTED})`;

/** Total size of an enterprise's files in bytes. */
export async function usedBytes(ctx: Owned): Promise<number> {
  const [row] = await ctx.db.select({ used: sumOf(ctx) }).from(sql`(SELECT 1)`);
  return row?.used ?? 0;
}

/** Condition that there is room at all; for the guard of the row that comes before a file's bytes. */
export const isNotFull = (ctx: Owned, quota: number): SQL => sql`${sumOf(ctx)} < ${quota}`;

/** Condition that this many more bytes fit; for the guard of the write, since several files may arrive at once. */
export const stillFits = (ctx: Owned, bytes: number, quota: number): SQL =>
  sql`${sumOf(ctx)} + ${bytes} <= ${quota}`;

/** Returns the error for a file that no longer fits; it gives the used size. */
export async function driveFull(ctx: Owned, quota: number): Promise<DomainError> {
  const message = driveTexts.full(formatBytes(await usedBytes(ctx)), formatBytes(quota));
  return new DomainError("driveFull", { message, errors: { file: message } });
}
