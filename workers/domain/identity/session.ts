import { and, eq, getTableColumns, gt, isNull, sql, type SQLWrapper } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { AfterCommit, DirectoryCtx } from "../ctx.ts";
import { SignJWT } from "jose";
import { uuidv7 } from "uuidv7";
import type { DirectoryDb } from "#db/client.ts";
import { enterprises, rolePermissions } from "#db/directory/enterprises.ts";
import { loginSessions } from "#db/directory/sessions.ts";
import { users } from "#db/directory/users.ts";
import { permissionsOf, type RoleSets } from "#workers/contract/roles.ts";
import type { Scope } from "#workers/contract/api-keys.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import { USER_STATE } from "#workers/contract/endpoints/users.ts";
import type { Language } from "#workers/contract/language.ts";
import { signingKey, TOKEN_SPELLING, verified } from "../secrets/hmac-key.ts";

/** A session ends after eight idle hours, and after a day in any case. */
export const IDLE_MS = 8 * 3_600_000;
export const ABSOLUTE_MS = 24 * 3_600_000;
/** "Last seen" is written at most this often, to avoid a write per request. */
export const SEEN_EVERY_MS = 60_000;

const ISSUER = "chatbird";

export interface Session {
  id: string;
  expiresAt: number;
  user: Pick<typeof users.$inferSelect, "id" | "name" | "email" | "roles" | "ssoDirect" | "gone">;
  enterprise: typeof enterprises.$inferSelect;
  permissions: Permission[];
  /** "Last seen" is out of date: the caller updates it without delaying the response. */
  unseen: boolean;
  /** Of an API key, which acts as nobody: it is taken only where a call names one of these. */
  scopes?: readonly Scope[];
}

/** Origin of a request whose sender is not signed in, as sessions and the audit trail store it. */
export interface Visit {
  address: string;
  userAgent: string;
  requestId: string;
  /** The language of the page, as their client asks to be answered in. */
  language?: Language;
  after?: AfterCommit;
}

/** The contents of a token: it names the place of the session's data, so that session and data can be asked for side by side. */
export interface Claims {
  sessionId: string;
  userId: string;
  enterpriseId: EnterpriseId;
  /** The binding of the enterprise's tenant database. */
  database: string;
}

/** The signed token of a session, valid until its end. */
export const tokenOf = async (
  { sessionId, userId, enterpriseId, database }: Claims,
  secret: string,
  { now, expiresAt }: { now: number; expiresAt: number },
): Promise<string> =>
  new SignJWT({ sid: sessionId, eid: enterpriseId, db: database })
    .setProtectedHeader({ alg: "HS256" })
    .setIssuer(ISSUER)
    .setSubject(userId)
    .setIssuedAt(Math.floor(now / 1_000))
    .setExpirationTime(Math.floor(expiresAt / 1_000))
    .sign(await signingKey(secret));

/** A new login session, and the statement that starts it. */
export function startingSession(
  db: DirectoryDb,
  user: { id: string; enterpriseId: EnterpriseId },
  from: Pick<Visit, "address" | "userAgent">,
  now = Date.now(),
) {
  const id = uuidv7();
  const expiresAt = now + ABSOLUTE_MS;
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
  return { id, expiresAt, statement };
}

/** Returns what a token says, or null for one that is forged or expired. Whether its session is live is not known. */
export async function claimsOf(token: string, secret: string, now = Date.now()): Promise<Claims | null> {
  if (!TOKEN_SPELLING.test(token)) return null;
  try {
    const { payload } = await verified(token, secret, {
      algorithms: ["HS256"],
      issuer: ISSUER,
      currentDate: new Date(now),
    });
    const { sid, sub, eid, db } = payload;
    if (typeof sid !== "string" || typeof sub !== "string") return null;
    if (typeof eid !== "string" || typeof db !== "string") return null;
    return { sessionId: sid, userId: sub, enterpriseId: eid as EnterpriseId, database: db };
  } catch (error) {
    // jose's errors have a code; anything else is our own fault and must not look like "not signed in".
    if (error instanceof Error && "code" in error && String(error.code).startsWith("ERR_J")) return null;
    throw error;
  }
}

/** Returns the live session that a token names, or null for any token that is forged, expired or ended. */
export async function sessionOfToken(
  db: DirectoryDb,
  token: string,
  secret: string,
): Promise<Session | null> {
  const claims = await claimsOf(token, secret);
  return claims && liveSession(db, claims.sessionId);
}

/** The enterprise's own permissions per role, read in the same statement as the session. */
const roleSetsOfEnterprise = sql<string>`(
  SELECT json_group_array(json_object('role', ${rolePermissions.role}, 'permissions', json(${rolePermissions.permissions})))
  FROM ${rolePermissions} WHERE ${rolePermissions.enterpriseId} = ${enterprises.id})`;

/** Sessions that are valid: not ended, not too old, not idle for too long. */
const liveAt = (now: number | SQLWrapper, seenAfter: number | SQLWrapper) =>
  and(
    isNull(loginSessions.endedAt),
    gt(loginSessions.expiresAt, now),
    gt(loginSessions.lastSeenAt, seenAfter),
  );
export const isLive = (now: number) => liveAt(now, now - IDLE_MS);

/** Columns under names of their own: a batch of D1 answers rows by name, and of two that are called alike it keeps one. */
const apart = <Columns extends Record<string, SQLiteColumn>>(of: string, columns: Columns): Columns =>
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      sql`${column}`.mapWith(column).as(`${of}_${name}`),
    ]),
  ) as unknown as Columns;

/** The statement that reads the session of an id while it, its user and its enterprise are active. */
export const readingSession = (
  db: DirectoryDb,
  id: SQLWrapper,
  now: number | SQLWrapper,
  seenAfter: number | SQLWrapper,
) =>
  db
    .select({
      session: apart("session", {
        id: loginSessions.id,
        expiresAt: loginSessions.expiresAt,
        lastSeenAt: loginSessions.lastSeenAt,
      }),
      user: apart("user", {
        id: users.id,
        name: users.name,
        email: users.email,
        roles: users.roles,
        ssoDirect: users.ssoDirect,
        gone: users.gone,
      }),
      enterprise: apart("enterprise", getTableColumns(enterprises)),
      roleSets: roleSetsOfEnterprise.as("role_sets"),
    })
    .from(loginSessions)
    .innerJoin(users, eq(users.id, loginSessions.userId))
    .innerJoin(enterprises, eq(enterprises.id, loginSessions.enterpriseId))
    .where(and(eq(loginSessions.id, id), liveAt(now, seenAfter), eq(users.state, USER_STATE.active)))
    .limit(1);
type SessionRow = Awaited<ReturnType<typeof readingSession>>[number];

/** The session in what that statement has read; null when it has read nothing. */
export function sessionIn([row]: readonly SessionRow[], now: number): Session | null {
  if (!row) return null;
  return {
    id: row.session.id,
    expiresAt: row.session.expiresAt,
    user: row.user,
    enterprise: row.enterprise,
    permissions: permissionsOf(row.user.roles, JSON.parse(row.roleSets) as RoleSets),
    unseen: row.session.lastSeenAt < now - SEEN_EVERY_MS,
  };
}

const prepared = new WeakMap<DirectoryDb, ReturnType<typeof preparing>>();

/** Every request asks this: it is built once for each database, which takes longer than asking. */
const preparing = (db: DirectoryDb) =>
  readingSession(db, sql.placeholder("id"), sql.placeholder("now"), sql.placeholder("seenAfter")).prepare();

/** Returns a session by its id while it, its user and its enterprise are active. */
export async function liveSession(db: DirectoryDb, id: string, now = Date.now()): Promise<Session | null> {
  const statement = prepared.get(db) ?? preparing(db);
  prepared.set(db, statement);
  return sessionIn(await statement.all({ id, now, seenAfter: now - IDLE_MS }), now);
}

export async function noteSeen(db: DirectoryDb, id: string, now = Date.now()): Promise<void> {
  await db.update(loginSessions).set({ lastSeenAt: now }).where(eq(loginSessions.id, id));
}

/** A statement that ends all sessions of a user; answers which, for `noteEnded`. */
export const endingSessionsOf = (db: DirectoryDb, userId: string, now = Date.now()) =>
  db
    .update(loginSessions)
    .set({ endedAt: now })
    .where(and(eq(loginSessions.userId, userId), isNull(loginSessions.endedAt)))
    .returning({ id: loginSessions.id });

/** The database leaves a task for each session that ends; whoever ended them runs it once the batch is committed. */
export const noteEnded = ({ after }: Pick<DirectoryCtx, "after">, ended: readonly { id: string }[]): void => {
  for (const { id } of ended) after.tasks.add(id);
};
