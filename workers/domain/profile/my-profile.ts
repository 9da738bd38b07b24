import { and, eq, sql } from "drizzle-orm";
import { profileTexts } from "#texts/profile.ts";
import { users } from "#db/directory/users.ts";
import { usualAudio, type MyProfile } from "#workers/contract/endpoints/my-profile.ts";
import type { AudioSettings } from "#workers/contract/endpoints/profile.ts";
import { auditedInDirectory } from "../audit.ts";
import { fileRow, pathOfFile } from "../drive/file.ts";
import { replaceFiles } from "../drive/remove.ts";
import type { DriveBucket } from "../drive/store.ts";
import { DomainError } from "../error.ts";
import { guard } from "../guard.ts";
import { refuseStale, unlessStale } from "../revision.ts";
import type { DirectoryCtx, Ctx } from "../ctx.ts";

type UserRow = typeof users.$inferSelect;

/** The acting user, as the directory knows them now. */
export async function myRow({ db, enterpriseId, actor }: DirectoryCtx): Promise<UserRow> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.enterpriseId, enterpriseId), eq(users.id, actor.userId)));
  if (!row) throw new DomainError("notFound");
  return row;
}

export const pictureOf = ({ pictureId }: Pick<UserRow, "pictureId">): string | null =>
  pictureId === null ? null : pathOfFile(pictureId);

export const profileOf = (row: UserRow): MyProfile => ({
  uId: row.id,
  name: row.name,
  userName: row.name,
  emailId: row.email,
  phone: row.phone,
  timezone: row.timezone,
  language: row.language,
  pictureId: row.pictureId,
  profilePic: pictureOf(row),
  iconUrl: pictureOf(row),
  ssoDirect: row.ssoDirect,
  enableChatNotification: row.enableChatNotification,
  audioSettings: row.audioSettings ?? usualAudio,
  revision: row.revision,
});

/** The fields of a person that are recorded in the audit trail. */
type Change = Partial<
  Pick<UserRow, "name" | "phone" | "timezone" | "language" | "pictureId" | "enableChatNotification"> & {
    audioSettings: AudioSettings;
  }
>;

/**
 * Changes the fields that people may change of themselves, and nothing else of the row. A given revision must still be
 * current, which the write itself checks.
 */
export async function changeMyself(
  directoryCtx: DirectoryCtx,
  change: Change,
  revision: number | undefined,
): Promise<MyProfile> {
  const { db, enterpriseId, actor, now } = directoryCtx;
  const before = await myRow(directoryCtx);
  refuseStale(before, revision);
  const mine = and(eq(users.enterpriseId, enterpriseId), eq(users.id, actor.userId));
  const names = (Object.keys(change) as (keyof Change)[]).filter((name) => change[name] !== undefined);
  const pick = (of: Change) => Object.fromEntries(names.map((name) => [name, of[name]]));
  const write = db.batch([
    guard(
      directoryCtx,
      sql`EXISTS (SELECT 1 FROM ${users} WHERE ${mine} AND ${users.revision} = ${before.revision})`,
    ),
    db
      .update(users)
      .set({
        ...pick(change),
        revision: before.revision + 1,
        updatedBy: change.name ?? actor.name,
        updatedAt: now(),
      })
      .where(mine),
    auditedInDirectory(directoryCtx, {
      action: "update",
      kind: "user",
      object: { id: before.id, name: change.name ?? before.name },
      before: pick(before as Change),
      after: pick(change),
    }),
  ]);
  await unlessStale(write, () => myRow(directoryCtx));
  return profileOf(await myRow(directoryCtx));
}

/** A picture must be one's own and made for it; the one before goes with its bytes. */
export async function changeMyPicture(
  directoryCtx: DirectoryCtx,
  ctx: Ctx,
  bucket: DriveBucket,
  change: Change & { pictureId: string | null },
  revision: number | undefined,
): Promise<MyProfile> {
  const { pictureId } = change;
  if (pictureId !== null) {
    const file = await fileRow(ctx, pictureId).catch(() => undefined);
    if (file?.use !== "profile" || file.createdBy !== directoryCtx.actor.userId) {
      const message = profileTexts.pictureUnknown;
      throw new DomainError("invalid", { message, errors: { pictureId: message } });
    }
  }
  const profile = await changeMyself(directoryCtx, change, revision);
  await replaceFiles(ctx, bucket, { use: "profile", keep: pictureId, by: directoryCtx.actor.userId });
  return profile;
}
