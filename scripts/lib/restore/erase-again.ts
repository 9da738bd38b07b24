import { drizzle } from "drizzle-orm/d1";
import type { DirectoryDb, TenantDb } from "#db/client.ts";
import { type ErasedNote, erasedNote } from "#workers/domain/backups/erased-notes.ts";
import { notesPrefix } from "#workers/domain/backups/nights.ts";
import { ctxOf } from "#workers/domain/ctx.ts";
import { eraseAgain } from "#workers/domain/customers/erase.ts";
import { forgetInDirectory } from "#workers/domain/erasure/finish.ts";
import { type ExportFiles, keysOf, textOf } from "./files.ts";

/** Reads who was erased since a time. */
export async function notesSince(files: ExportFiles, since: number): Promise<ErasedNote[]> {
  const notes: ErasedNote[] = [];
  for (const key of await keysOf(files, notesPrefix())) {
    const note = erasedNote.parse(JSON.parse(await textOf(files, key)));
    if (note.at >= since) notes.push(note);
  }
  return notes;
}

/**
 * Erases people again who were erased behind the export. What lies beside their database goes by the jobs that this opens,
 * as soon as the restored system runs. Answers how many were there.
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
