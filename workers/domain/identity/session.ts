import type { AfterCommit } from "../ctx.ts";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { jwtVerify, SignJWT } from "jose";
import { uuidv7 } from "uuidv7";
import type { DirectoryDb } from "#db/client.ts";
import { enterprises, rolePermissions } from "#db/directory/enterprises.ts";
import { loginSessions } from "#db/directory/sessions.ts";
import { users } from "#db/directory/users.ts";
import { permissionsOf, type RoleSets } from "#workers/contract/roles.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import { USER_STATE } from "#workers/contract/endpoints/users.ts";

/** A session ends after eight idle hours, and after a day in any case. */
export const IDLE_MS = 8 * 3_600_000;
export const ABSOLUTE_MS = 24 * 3_600_000;
/** "Last seen" is written at most this often, to avoid a write per request. */
export const SEEN_EVERY_MS = 60_000;

const ISSUER = "chatbird";

export interface Session {
  id: string;
  expiresAt: number;
  user: Pick<typeof users.$inferSelect, "id" | "name" | "email" | "roles" | "ssoDirect">;
  enterprise: typeof enterprises.$inferSelect;
  permissions: Permission[];
  /** "Last seen" is out of date: the caller updates it without delaying the response. */
  unseen: boolean;
}

const keyOf = (secret: string): Uint8Array => new TextEncoder().encode(secret);

/** Origin of a request whose sender is not signed in, as sessions and the audit trail store it. */
export interface Visit {
  address: string;
  userAgent: string;
  requestId: string;
  after?: AfterCommit;
}

/** The signed token of a session, valid until its end. */
export const tokenOf = (
  sessionId: string,
  userId: string,
  secret: string,
  { now, expiresAt }: { now: number; expiresAt: number },
): Promise<string> =>
  new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: "HS256" })
    .setIssuer(ISSUER)
    .setSubject(userId)
    .setIssuedAt(Math.floor(now / 1_000))
    .setExpirationTime(Math.floor(expiresAt / 1_000))
    .sign(keyOf(secret));

/** A new login session: the statement that starts it, and its token. */
export async function startingSession(
  db: DirectoryDb,
  user: { id: string; enterpriseId: Session["enterprise"]["id"] },
  from: Pick<Visit, "address" | "userAgent">,
  secret: string,
  now = Date.now(),
) {
  const id = uuidv7();
  const expiresAt = now + ABSOLUTE_MS;
  const token = await tokenOf(id, user.id, secret, { now, expiresAt });
  const statement = db.insert(loginSessions).values({
    id,
    enterpriseId: user.enterpriseId,
    userId: user.id,
    createdAt: now,
    lastSeenAt: now,
    expiresAt,
    address: from.address.slice(0, 64),
    userAgent: from.userAgent.slice(0, 300),
  });
  return { id, token, expiresAt, statement };
}

/** Returns the live session that a token names, or null for any token that is forged, expired or ended. */
export async function sessionOfToken(
  db: DirectoryDb,
  token: string,
  secret: string,
  now = Date.now(),
): Promise<Session | null> {
  try {
    const { payload } = await jwtVerify(token, keyOf(secret), {
      algorithms: ["HS256"],
      issuer: ISSUER,
      currentDate: new Date(now),
    });
    return typeof payload.sid === "string" ? await liveSession(db, payload.sid, now) : null;
  } catch (error) {
    // jose's errors have a code; anything else is our own fault and must not look like "not signed in".
    if (error instanceof Error && "code" in error && String(error.code).startsWith("ERR_J")) return null;
    throw error;
  }
}

/** The enterprise's own permissions per role, read in the same statement as the session. */
const roleSetsOfEnterprise = sql<string>`(
  SELECT json_group_array(json_object('role', ${rolePermissions.role}, 'permissions', json(${rolePermissions.permissions})))
  FROM ${rolePermissions} WHERE ${rolePermissions.enterpriseId} = ${enterprises.id})`;

/** Returns a session by its id while it, its user and its enterprise are active. */
export async function liveSession(db: DirectoryDb, id: string, now = Date.now()): Promise<Session | null> {
  const [row] = await db
    .select({
      session: loginSessions,
      user: {
        id: users.id,
        name: users.name,
        email: users.email,
        roles: users.roles,
        ssoDirect: users.ssoDirect,
      },
      enterprise: enterprises,
      roleSets: roleSetsOfEnterprise,
    })
    .from(loginSessions)
    .innerJoin(users, eq(users.id, loginSessions.userId))
    .innerJoin(enterprises, eq(enterprises.id, loginSessions.enterpriseId))
    .where(and(eq(loginSessions.id, id), isLive(now), eq(users.state, USER_STATE.active)))
    .limit(1);
  if (!row) return null;
  return {
    id,
    expiresAt: row.session.expiresAt,
    user: row.user,
    enterprise: row.enterprise,
    permissions: permissionsOf(row.user.roles, JSON.parse(row.roleSets) as RoleSets),
    unseen: row.session.lastSeenAt < now - SEEN_EVERY_MS,
  };
}

export async function noteSeen(db: DirectoryDb, id: string, now = Date.now()): Promise<void> {
  await db.update(loginSessions).set({ lastSeenAt: now }).where(eq(loginSessions.id, id));
}

/** Sessions that are valid: not ended, not too old, not idle for too long. */
export const isLive = (now: number) =>
  and(
    isNull(loginSessions.endedAt),
    gt(loginSessions.expiresAt, now),
    gt(loginSessions.lastSeenAt, now - IDLE_MS),
  );

/** Ends all sessions of a user; returns which were ended. Awaited by itself, or part of a batch. */
export const endSessionsOf = (db: DirectoryDb, userId: string, now = Date.now()) =>
  db
    .update(loginSessions)
    .set({ endedAt: now })
    .where(and(eq(loginSessions.userId, userId), isNull(loginSessions.endedAt)))
    .returning({ id: loginSessions.id });
