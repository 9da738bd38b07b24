import { eq, lt } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { tickets } from "#db/directory/sessions.ts";
import { digest, randomCode } from "./digest.ts";

const TICKET_MS = 30_000;

/** Issues a code for a URL, which must not contain a token: valid once, for 30 seconds; only its hash is stored. */
export async function issueTicket(
  db: DirectoryDb,
  sessionId: string,
  now = Date.now(),
): Promise<{ ticket: string; expiresAt: number }> {
  const ticket = randomCode();
  const expiresAt = now + TICKET_MS;
  await db.batch([
    db.insert(tickets).values({ hash: digest("ticket", ticket), sessionId, expiresAt }),
    db.delete(tickets).where(lt(tickets.expiresAt, now)),
  ]);
  return { ticket, expiresAt };
}

/** Consumes a ticket and returns its session, or null when it was not valid. */
export async function redeemTicket(
  db: DirectoryDb,
  ticket: string,
  now = Date.now(),
): Promise<string | null> {
  const [row] = await db
    .delete(tickets)
    .where(eq(tickets.hash, digest("ticket", ticket)))
    .returning();
  return row && row.expiresAt > now ? row.sessionId : null;
}
