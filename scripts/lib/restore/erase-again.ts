import { drizzle } from "drizzle-orm/d1";
import type { DirectoryDb, TenantDb } from "#db/client.ts";
import { type ErasedNote, erasedNote } from "#workers/domain/backups/erased-notes.ts";
import { type DeletedNote, deletedNote, isDeletedNote } from "#workers/domain/backups/deleted-notes.ts";
import { deleteAllRows } from "#workers/domain/enterprise/delete-rows.ts";
import { notesPrefix } from "#workers/domain/backups/nights.ts";
import { ctxOf } from "#workers/domain/ctx.ts";
import { eraseAgain } from "#workers/domain/customers/erase.ts";
import { forgetInDirectory } from "#workers/domain/erasure/finish.ts";
import { type ExportFiles, keysOf, textOf } from "./files.ts";

/** Reads who was erased since a time. */
export async function notesSince(files: ExportFiles, since: number): Promise<ErasedNote[]> {
  const notes: ErasedNote[] = [];
  for (const key of await keysOf(files, notesPrefix())) {
    if (isDeletedNote(key)) continue;
    const note = erasedNote.parse(JSON.parse(await textOf(files, key)));
    if (note.at >= since) notes.push(note);
  }
  return notes;
}

/** Reads which enterprises were deleted since a time. */
export async function deletionsSince(files: ExportFiles, since: number): Promise<DeletedNote[]> {
  const notes: DeletedNote[] = [];
  for (const key of (await keysOf(files, notesPrefix())).filter(isDeletedNote)) {
    const note = deletedNote.parse(JSON.parse(await textOf(files, key)));
    if (note.at >= since) notes.push(note);
  }
  return notes;
}

/** Deletes enterprises again that were deleted behind the export, from either database. Answers how many rows there were. */
export async function deleteAgain(
  database: D1Database,
  kind: "tenant" | "directory",
  notes: readonly DeletedNote[],
): Promise<number> {
  const db = { $client: database };
  let removed = 0;
  for (const { enterpriseId, at, receipt } of notes) {
    // An invoice is renamed only of an enterprise whose deletion has begun.
    if (kind === "directory")
      await database
        .prepare("UPDATE enterprises SET deletes_at = ?2, deletion_begun_at = ?2 WHERE id = ?1")
        .bind(enterpriseId, at)
        .run();
    removed += await deleteAllRows(db, kind, { enterpriseId, receiptId: receipt.id });
    if (kind === "tenant") continue;
    await database.batch([
      database
        .prepare(
          `INSERT OR IGNORE INTO deletion_receipts (id, hash, user_id, asked_at, begun_at, ended_at, removed)
           VALUES (?1, ?2, ?3, ?4, ?5, ?5, '{}')`,
        )
        .bind(receipt.id, receipt.hash, receipt.userId, receipt.askedAt, receipt.begunAt),
      database.prepare("DELETE FROM enterprises WHERE id = ?1").bind(enterpriseId),
    ]);
  }
  return removed;
}

/**
 * Erases people again who were erased behind the export. Anything beside their database goes by the jobs that this
 * opens, as soon as the restored system runs. Answers how many were there.
 */
export async function eraseInTenant(tenant: D1Database, notes: readonly ErasedNote[]): Promise<number> {
  const db: TenantDb = drizzle(tenant);
  let erased = 0;
  for (const { enterpriseId, customers, receipt } of notes) {
    const actor = { userId: receipt?.userId ?? "system", name: "", address: "", requestId: "restore" };
    const ctx = ctxOf(db, enterpriseId, actor);
    for (const id of customers)
      if (await eraseAgain(ctx, id, receipt ? { ...receipt, enterpriseId } : undefined)) erased++;
  }
  return erased;
}

/** Takes out of a restored directory what it has of the chats of erased people. */
export async function eraseInDirectory(directory: D1Database, notes: readonly ErasedNote[]): Promise<void> {
  const db: DirectoryDb = drizzle(directory);
  for (const { enterpriseId, chats } of notes) await forgetInDirectory({ enterpriseId }, db, chats);
}
