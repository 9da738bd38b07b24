import { and, desc, eq, gt, lt } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { loginFailures } from "#db/directory/guards.ts";
import { DomainError } from "../error.ts";
import { digest } from "./digest.ts";

const WINDOW_MS = 10 * 60_000;
const FREE_FAILURES = 5;
const LONGEST_WAIT_MS = 60_000;

/** What is slowed down: the account (existing or not) and the address it is tried from. */
export const subjectsOf = (emailKey: string, address: string): string[] => [
  digest("account", emailKey),
  digest("address", address),
];

/**
 * Refuses with slowDown while too many wrong passwords are fresh: from the fifth within ten minutes on, each
 * makes the wait twice as long, up to a minute. Never a lock: an outsider cannot shut anybody out for good.
 */
export async function refuseWhenTooMany(
  db: DirectoryDb,
  subjects: string[],
  now = Date.now(),
): Promise<void> {
  const lists = await Promise.all(
    subjects.map((subject) =>
      db
        .select({ at: loginFailures.at })
        .from(loginFailures)
        .where(and(eq(loginFailures.subject, subject), gt(loginFailures.at, now - WINDOW_MS)))
        .orderBy(desc(loginFailures.at))
        .limit(FREE_FAILURES + 10),
    ),
  );
  const wait = Math.max(
    ...lists.map((failures) =>
      waitAfter(
        failures.map(({ at }) => at),
        now,
      ),
    ),
  );
  if (wait > 0) throw new DomainError("slowDown", { retryAfterSeconds: Math.ceil(wait / 1_000) });
}

function waitAfter(failures: number[], now: number): number {
  const newest = failures[0];
  if (newest === undefined || failures.length < FREE_FAILURES) return 0;
  const wait = Math.min(1_000 * 2 ** (failures.length - FREE_FAILURES + 1), LONGEST_WAIT_MS);
  return newest + wait - now;
}

/** Notes a wrong password, and forgets what is older than the window. */
export async function noteFailure(db: DirectoryDb, subjects: string[], now = Date.now()): Promise<void> {
  await db.batch([
    db.insert(loginFailures).values(subjects.map((subject) => ({ subject, at: now }))),
    db.delete(loginFailures).where(lt(loginFailures.at, now - WINDOW_MS)),
  ]);
}
