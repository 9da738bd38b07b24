import { and, eq } from "drizzle-orm";
import { driveFiles } from "#db/tenant/drive.ts";
import {
  getDriveFile,
  type INBOUND,
  readersOf,
  type DriveFile,
  type DriveUse,
} from "#workers/contract/endpoints/drive.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import { DomainError } from "../error.ts";
import { iso, type Ctx } from "../ctx.ts";
import type { DriveBucket } from "./store.ts";

export type DriveRow = typeof driveFiles.$inferSelect;

/** Download path of a file for users of the enterprise, below /api. */
export const pathOfFile = (id: string): string => getDriveFile.path.replace(":id", encodeURIComponent(id));

export const driveFileOf = ({ createdAt, use, ...row }: DriveRow): DriveFile => ({
  id: row.id,
  use: use as DriveUse,
  name: row.name,
  mediaType: row.mediaType,
  bytes: row.bytes,
  width: row.width,
  height: row.height,
  createdAt: iso(createdAt),
  path: pathOfFile(row.id),
});

/** Returns a completely stored file; notFound for any other id, also another enterprise's. */
export async function fileRow(
  { db, enterpriseId }: Pick<Ctx, "db" | "enterpriseId">,
  id: string,
): Promise<DriveRow> {
  const [row] = await db
    .select()
    .from(driveFiles)
    .where(
      and(eq(driveFiles.enterpriseId, enterpriseId), eq(driveFiles.id, id), eq(driveFiles.state, "ready")),
    );
  if (!row) throw new DomainError("notFound");
  return row;
}

/**
 * The same for a reader with these permissions; forbidden for a use that none of them opens. They are asked for once the
 * row is there: it may need none.
 */
export async function readableFile(
  ctx: Pick<Ctx, "db" | "enterpriseId" | "actor">,
  id: string,
  held: () => readonly Permission[],
): Promise<DriveRow> {
  const row = await fileRow(ctx, id);
  const readers = readersOf[row.use as DriveUse | typeof INBOUND];
  if (readers === "anybody" || row.createdBy === ctx.actor.userId) return row;
  const permissions = held();
  if (!readers.some((each) => permissions.includes(each))) throw new DomainError("forbidden");
  return row;
}

export interface OpenedFile {
  body: ReadableStream<Uint8Array>;
  name: string;
  mediaType: string;
}

/** Opens the bytes of a file as a stream. */
export async function openFile(bucket: DriveBucket, { key, name, mediaType }: DriveRow): Promise<OpenedFile> {
  const object = await bucket.get(key);
  if (!object) throw new DomainError("notFound");
  return { body: object.body, name, mediaType };
}
