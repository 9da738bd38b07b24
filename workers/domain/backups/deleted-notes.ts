import { createHash } from "node:crypto";
import { z } from "zod";
import { enterpriseId } from "#workers/contract/ids.ts";
import type { NoteBucket } from "./erased-notes.ts";
import { nightOf, notesPrefix } from "./nights.ts";

/** Begins the names of notes about enterprises, among those about people. */
const NAME = "enterprise-";
export const isDeletedNote = (key: string): boolean => key.slice(key.lastIndexOf("/") + 1).startsWith(NAME);

/** Proves a deletion; it is also in the directory. */
const receipt = z.object({
  id: z.string(),
  hash: z.string(),
  userId: z.string(),
  askedAt: z.int(),
  begunAt: z.int(),
});
export type DeletionReceipt = z.infer<typeof receipt>;

/** An enterprise that was deleted, by an id that says nothing by itself: whoever restores an older export deletes it again. */
export const deletedNote = z.object({ version: z.literal(1), enterpriseId, at: z.int(), receipt });
export type DeletedNote = z.infer<typeof deletedNote>;

export const hashOfEnterprise = (id: string): string => createHash("sha256").update(id).digest("hex");

/** Notes beside the databases that an enterprise goes, before anything of it does. The first note stays. */
export async function noteDeleted(bucket: NoteBucket, note: DeletedNote): Promise<void> {
  await bucket.put(
    `${notesPrefix(nightOf(note.at))}${NAME}${note.receipt.id}.json`,
    JSON.stringify(deletedNote.parse(note)),
    { onlyIf: { etagDoesNotMatch: "*" }, httpMetadata: { contentType: "application/json" } },
  );
}
