import type { DirectoryDb } from "#db/client.ts";
import { and, asc, desc, eq, inArray, isNull, lte, ne, notExists, sql } from "drizzle-orm";
import { loginSessions } from "#db/directory/sessions.ts";
import { users } from "#db/directory/users.ts";
import type { LoginSession } from "#workers/contract/endpoints/sessions.ts";
import { leavingTask } from "../after-commit/leave.ts";
import { auditedInDirectory } from "../audit.ts";
import { DomainError } from "../error.ts";
import { iso, type DirectoryCtx } from "../ctx.ts";
import { isLive, noteEnded } from "./session.ts";

/** More than anybody has; older sessions of a longer list are not shown, but "all" ends them too. */
const MOST_SHOWN = 100;

interface Which {
  only?: string;
  except?: string;
}

/** Returns the sessions of a person of the enterprise, the newest first. */
export async function listSessions(
  { db, enterpriseId, now }: DirectoryCtx,
  userId: string,
  current: string,
): Promise<LoginSession[]> {
  const rows = await db
    .select()
    .from(loginSessions)
    .where(and(eq(loginSessions.enterpriseId, enterpriseId), eq(loginSessions.userId, userId), isLive(now())))
    .orderBy(desc(loginSessions.createdAt))
    .limit(MOST_SHOWN);
  return rows.map(({ id, userAgent, address, createdAt, lastSeenAt, expiresAt }) => ({
    id,
    current: id === current,
    userAgent,
    address,
    createdAt: iso(createdAt),
    lastSeenAt: iso(lastSeenAt),
    expiresAt: iso(expiresAt),
  }));
}

/** Returns the person that an administrator names; notFound for anybody of another enterprise. */
export async function personOf(
  { db, enterpriseId }: DirectoryCtx,
  userId: string,
): Promise<{ id: string; name: string; roles: number[] }> {
  const [user] = await db
    .select({ id: users.id, name: users.name, roles: users.roles })
    .from(users)
    .where(and(eq(users.enterpriseId, enterpriseId), eq(users.id, userId)))
    .limit(1);
  if (!user) throw new DomainError("notFound");
  return user;
}

/**
 * Ends sessions of a person of the enterprise: one (notFound when it is not theirs or already over), all but one, or
 * all. Returns how many.
 */
export async function endSessions(
  directoryCtx: DirectoryCtx,
  user: { id: string; name: string },
  which: Which,
  action: "endSession" | "signOut" = "endSession",
): Promise<number> {
  const { db, enterpriseId, now } = directoryCtx;
  const theirs = and(
    eq(loginSessions.enterpriseId, enterpriseId),
    eq(loginSessions.userId, user.id),
    isNull(loginSessions.endedAt),
    which.only === undefined ? undefined : eq(loginSessions.id, which.only),
    which.except === undefined ? undefined : ne(loginSessions.id, which.except),
  );
  const live = await db
    .select({ ...shownOf, isOnline: isOnline(user.id) })
    .from(loginSessions)
    .where(and(theirs, isLive(now())));
  if (live.length === 0) {
    if (which.only !== undefined) throw new DomainError("notFound");
    return 0;
  }
  const [ended] = await db.batch([
    db.update(loginSessions).set({ endedAt: now() }).where(theirs).returning({ id: loginSessions.id }),
    auditedInDirectory(directoryCtx, {
      action,
      kind: "session",
      object: { id: which.only ?? user.id, name: user.name },
      before: { sessions: live.slice(0, MOST_SHOWN).map(({ isOnline: _, ...session }) => session) },
    }),
    ...(action === "signOut" && live[0]?.isOnline ? leavingDesk(directoryCtx, user.id) : []),
  ]);
  noteEnded(directoryCtx, ended);
  return ended.length;
}

const shownOf = {
  id: loginSessions.id,
  address: loginSessions.address,
  userAgent: loginSessions.userAgent,
};
const isOnline = (userId: string) =>
  sql<number>`EXISTS (SELECT 1 FROM users WHERE users.id = ${userId} AND users.agent_status = 'online')`;

/** Somebody who signs out is not there any more, unless another session of theirs goes on. */
function leavingDesk(directoryCtx: DirectoryCtx, userId: string) {
  const { db, enterpriseId, now } = directoryCtx;
  const { id, agentStatus } = users;
  const others = db
    .select({ id: loginSessions.id })
    .from(loginSessions)
    .where(and(eq(loginSessions.userId, userId), isLive(now())));
  return [
    db
      .update(users)
      .set({ agentStatus: "offline" })
      .where(
        and(
          eq(users.enterpriseId, enterpriseId),
          eq(id, userId),
          eq(agentStatus, "online"),
          notExists(others),
        ),
      ),
    leavingTask(directoryCtx, { kind: "agentStatusChanged", userId }),
  ] as const;
}

/** One minute's worth. */
const MOST_EXPIRED = 500;

/** Ends sessions whose day is over; the database leaves the tasks that close their sockets. */
export async function endExpiredSessions(db: DirectoryDb, now: number): Promise<void> {
  const { id, endedAt, expiresAt } = loginSessions;
  const expired = and(isNull(endedAt), lte(expiresAt, now));
  const these = db
    .select({ id })
    .from(loginSessions)
    .where(expired)
    .orderBy(asc(expiresAt))
    .limit(MOST_EXPIRED);
  await db.update(loginSessions).set({ endedAt: expiresAt }).where(inArray(id, these));
}
