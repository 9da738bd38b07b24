import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { mails } from "#db/directory/mails.ts";
import { describe } from "../error.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { open } from "../secrets/seal.ts";
import type { ComposedMail } from "./compose.ts";
import { ownerOf } from "./write.ts";

export interface OutgoingMail extends ComposedMail {
  /** The row's id: the idempotency key for a provider that supports one. */
  id: string;
  to: { address: string; name: string };
}

/** Outcome of handing a mail to a provider. `later` is worth another try; `unknown`: it may have gone out. */
export type Handed =
  | { state: "sent"; outcome: string }
  | { state: "failed"; outcome: string }
  | { state: "later"; outcome: string }
  | { state: "unknown"; outcome: string };

/** Hands a mail to the provider that delivers it. */
export type Mailer = (mail: OutgoingMail) => Promise<Handed>;

const LEASE_MS = 60_000;
export const MOST_AT_ONCE = 20;
const MAX_ATTEMPTS = 6;

/**
 * Sends waiting mail; without a mailer it is kept for the outbox of a local system. A mail is claimed before it is
 * handed over: a claim left open by a crash is `unknown` and never retried automatically, since the mail may have
 * arrived.
 */
export async function sendMails(
  db: DirectoryDb,
  ring: KeyRing,
  mailer: Mailer | null,
  now = Date.now(),
): Promise<number> {
  await db
    .update(mails)
    .set({
      state: "unknown",
      outcome: "interrupted while it was sent",
      sealed: null,
      keyVersion: null,
      updatedAt: now,
    })
    .where(and(eq(mails.state, "sending"), lt(mails.leaseUntil, now)));
  if (!mailer) {
    const kept = await db
      .update(mails)
      .set({ state: "kept", updatedAt: now })
      .where(eq(mails.state, "waiting"))
      .returning({ id: mails.id });
    return kept.length;
  }
  const claimed = await db
    .update(mails)
    .set({
      state: "sending",
      leaseUntil: now + LEASE_MS,
      attempts: sql`${mails.attempts} + 1`,
      updatedAt: now,
    })
    .where(
      inArray(
        mails.id,
        db
          .select({ id: mails.id })
          .from(mails)
          .where(and(eq(mails.state, "waiting"), lt(mails.leaseUntil, now)))
          .orderBy(mails.createdAt)
          .limit(MOST_AT_ONCE),
      ),
    )
    .returning();
  await Promise.all(claimed.map((row) => handOver(db, ring, mailer, row, now)));
  return claimed.length;
}

async function handOver(
  db: DirectoryDb,
  ring: KeyRing,
  mailer: Mailer,
  row: typeof mails.$inferSelect,
  now: number,
): Promise<void> {
  const { state, outcome } = await attempt(ring, mailer, row);
  const again = state === "later" && row.attempts < MAX_ATTEMPTS;
  await db
    .update(mails)
    .set(
      again
        ? { state: "waiting", leaseUntil: now + 5_000 * 4 ** row.attempts, outcome, updatedAt: now }
        : {
            state: state === "later" ? "failed" : state,
            outcome,
            // Its one-time links are not kept, regardless of the outcome.
            sealed: null,
            keyVersion: null,
            updatedAt: now,
          },
    )
    .where(and(eq(mails.id, row.id), eq(mails.state, "sending")));
}

async function attempt(ring: KeyRing, mailer: Mailer, row: typeof mails.$inferSelect): Promise<Handed> {
  try {
    return await mailer({
      id: row.id,
      to: { address: row.toAddress, name: row.toName },
      ...(await readMail(ring, row)),
    });
  } catch (error) {
    return { state: "failed", outcome: describe(error).slice(0, 300) };
  }
}

/** The content of a mail that still has its text. Throws SecretError when it cannot be decrypted. */
export async function readMail(ring: KeyRing, row: typeof mails.$inferSelect): Promise<ComposedMail> {
  const { sealed, keyVersion, enterpriseId } = row;
  if (sealed === null || keyVersion === null) throw new Error("the mail's text is gone");
  return JSON.parse(
    await open(ring, enterpriseId ?? "", ownerOf(row.id), { sealed, keyVersion }),
  ) as ComposedMail;
}
