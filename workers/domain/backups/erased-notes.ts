import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { messages } from "#db/tenant/messages.ts";
import { enterpriseId } from "#workers/contract/ids.ts";
import type { JobPayload } from "#workers/contract/jobs.ts";
import type { Ctx } from "../ctx.ts";
import { isIdentityOf } from "../customers/identities-of.ts";
import { nightOf, notesPrefix } from "./nights.ts";

/** Erased people, by ids that say nothing by themselves: whoever restores an older export erases them again. */
export const erasedNote = z.object({
  version: z.literal(1),
  enterpriseId,
  at: z.int(),
  customers: z.array(z.string()),
  /** Their chats, of which the directory may have mails. */
  chats: z.array(z.string()),
  /** As it was given, so that it goes on to prove the erasure. */
  receipt: z
    .object({
      id: z.string(),
      at: z.int(),
      userId: z.string(),
      phoneHash: z.string(),
      keyVersion: z.int(),
      removed: z.record(z.string(), z.int()),
    })
    .nullable(),
});
export type ErasedNote = z.infer<typeof erasedNote>;

/** The method of an R2 bucket that a note needs. */
export interface NoteBucket {
  put(
    key: string,
    value: string,
    options: { onlyIf: { etagDoesNotMatch: string }; httpMetadata: { contentType: string } },
  ): Promise<object | null>;
}

const RECEIPT = `SELECT r.id, r.at, r.user_id AS userId, r.phone_hash AS phoneHash, r.key_version AS keyVersion, r.removed
  FROM audit_trail a JOIN erasure_receipts r ON r.id = a.after ->> '$.receiptId' AND r.enterprise_id = a.enterprise_id
  WHERE a.enterprise_id = ?1 AND a.object_id = ?2 AND a.action = 'erase' ORDER BY a.at DESC LIMIT 1`;

/**
 * Notes beside the databases who was erased, before the rest of them goes. The first note stays: a worker that comes later
 * finds fewer chats.
 */
export async function noteErased(
  ctx: Ctx,
  job: { id: string; subject: string; createdAt: number },
  { customers, ids }: Pick<JobPayload<"customers.erase">, "customers" | "ids">,
  bucket: NoteBucket,
): Promise<void> {
  const theirs = sql`SELECT id FROM identities WHERE ${isIdentityOf(ctx, sql`SELECT value FROM json_each(${JSON.stringify(customers)})`)}`;
  const chats = await ctx.db
    .selectDistinct({ id: messages.chatId })
    .from(messages)
    .where(and(eq(messages.enterpriseId, ctx.enterpriseId), sql`${messages.identityId} IN (${theirs})`));
  const receipt = await ctx.db.$client
    .prepare(RECEIPT)
    .bind(ctx.enterpriseId, job.subject)
    .first<{ removed: string }>();
  const note = erasedNote.parse({
    version: 1,
    enterpriseId: ctx.enterpriseId,
    at: job.createdAt,
    customers: ids,
    chats: chats.map(({ id }) => id),
    receipt: receipt && { ...receipt, removed: JSON.parse(receipt.removed) as unknown },
  });
  await bucket.put(`${notesPrefix(nightOf(job.createdAt))}${job.id}.json`, JSON.stringify(note), {
    onlyIf: { etagDoesNotMatch: "*" },
    httpMetadata: { contentType: "application/json" },
  });
}
