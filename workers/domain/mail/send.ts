import { and, eq, inArray, lte, sql } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { mails } from "#db/directory/mails.ts";
import { below, type Outcome } from "#workers/contract/message.ts";
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

/** Result of handing a mail over; `outcome` is the provider's id for it, or the reason. */
export interface Handed {
  state: Outcome;
  outcome: string;
}

/** Hands a mail to the provider that delivers it. */
export type Mailer = (mail: OutgoingMail) => Promise<Handed>;

/** Longer than any call: after it, a claim was left open by a crash. */
const LEASE_MS = 60_000;
const MAX_ATTEMPTS = 6;

type MailRow = typeof mails.$inferSelect;
type Again = { laterMs: number };

/**
 * Sends one mail, if it waits, or keeps it for a local system's mail preview. It is claimed as its call begins: a claim
 * left by a crash is `unknown` and never sent again by itself. Answers when to come back, if not at its end.
 */
export async function sendMail(
  db: DirectoryDb,
  ring: KeyRing,
  mailer: Mailer | null,
  id: string,
  now: () => number = Date.now,
): Promise<Again | void> {
  const waits = and(eq(mails.id, id), eq(mails.state, "waiting"));
  if (!mailer) {
    await db.update(mails).set({ state: "kept", updatedAt: now() }).where(waits);
    return;
  }
  const at = now();
  const [row] = await db
    .update(mails)
    .set({
      state: "sending",
      leaseUntil: at + LEASE_MS,
      attempts: sql`${mails.attempts} + 1`,
      updatedAt: at,
    })
    .where(and(waits, lte(mails.leaseUntil, at)))
    .returning();
  if (!row) return whenFree(db, id, at);
  return note(db, row, await attempt(ring, mailer, row), now());
}

/** Somebody else has the mail, or had it: a claim that has run out is `unknown`. */
async function whenFree(db: DirectoryDb, id: string, now: number): Promise<Again | void> {
  await db
    .update(mails)
    .set({ state: "unknown", outcome: "interrupted while it was sent", ...emptied, updatedAt: now })
    .where(and(eq(mails.id, id), eq(mails.state, "sending"), lte(mails.leaseUntil, now)));
  const [row] = await db
    .select({ state: mails.state, leaseUntil: mails.leaseUntil })
    .from(mails)
    .where(eq(mails.id, id))
    .limit(1);
  if (row?.state !== "sending" && row?.state !== "waiting") return;
  return { laterMs: Math.max(row.leaseUntil - now, 0) };
}

/** Its one-time links are not kept, regardless of the outcome. */
const emptied = { sealed: null, keyVersion: null };

/**
 * Writes how the call ended. The highest fact counts, however late it comes: a mail that was taken for interrupted has
 * been sent after all.
 */
async function note(
  db: DirectoryDb,
  { id, attempts }: MailRow,
  { state, outcome }: Handed,
  now: number,
): Promise<Again | void> {
  if (state === "later" && attempts < MAX_ATTEMPTS) {
    const laterMs = 5_000 * 4 ** attempts;
    const rows = await db
      .update(mails)
      .set({ state: "waiting", leaseUntil: now + laterMs, outcome, updatedAt: now })
      .where(and(eq(mails.id, id), eq(mails.state, "sending")))
      .returning({ id: mails.id });
    if (rows.length > 0) return { laterMs };
  }
  const status = state === "later" ? "failed" : state;
  const lower = [
    "sending" as const,
    ...below(status).filter((each) => each === "unknown" || each === "sent"),
  ];
  await db
    .update(mails)
    .set({ state: status, outcome, ...emptied, updatedAt: now })
    .where(and(eq(mails.id, id), inArray(mails.state, lower)));
}

async function attempt(ring: KeyRing, mailer: Mailer, row: MailRow): Promise<Handed> {
  let mail: ComposedMail;
  try {
    mail = await readMail(ring, row);
  } catch (error) {
    return { state: "failed", outcome: describe(error).slice(0, 300) };
  }
  try {
    return await mailer({ id: row.id, to: { address: row.toAddress, name: row.toName }, ...mail });
  } catch (error) {
    // The call may have gone out before whatever broke.
    return { state: "unknown", outcome: describe(error).slice(0, 300) };
  }
}

/** The content of a mail that still has its text. Throws SecretError when it cannot be decrypted. */
export async function readMail(ring: KeyRing, row: MailRow): Promise<ComposedMail> {
  const { sealed, keyVersion, enterpriseId } = row;
  if (sealed === null || keyVersion === null) throw new Error("the mail's text is gone");
  return JSON.parse(
    await open(ring, enterpriseId ?? "", ownerOf(row.id), { sealed, keyVersion }),
  ) as ComposedMail;
}
