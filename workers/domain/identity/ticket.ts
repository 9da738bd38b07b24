import { eq, lt, sql } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { tickets } from "#db/directory/sessions.ts";
import { digest, randomCode } from "./digest.ts";
import { IDLE_MS, readingSession, type Session, sessionIn } from "./session.ts";

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

/**
 * Consumes a ticket and returns its session, or null when the ticket or the session is not valid. Reading and consuming are
 * one transaction, so that of two who bring it at once one finds it.
 */
export async function redeemTicket(
  db: DirectoryDb,
  ticket: string,
  now = Date.now(),
): Promise<Session | null> {
  const hash = digest("ticket", ticket);
  const itsSession = sql`(SELECT ${tickets.sessionId} FROM ${tickets} WHERE ${tickets.hash} = ${hash} AND ${tickets.expiresAt} > ${now})`;
  const [rows] = await db.batch([
    readingSession(db, itsSession, now, now - IDLE_MS),
    db.delete(tickets).where(eq(tickets.hash, hash)),
  ]);
  return sessionIn(rows, now);
}
