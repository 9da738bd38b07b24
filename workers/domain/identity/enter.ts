import { eq, sql, type SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { DirectoryDb } from "#db/client.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import { loginSessions } from "#db/directory/sessions.ts";
import { users } from "#db/directory/users.ts";
import { enterpriseDataTexts as texts } from "#texts/enterprise-data.ts";
import { isAdministrator } from "#workers/contract/roles.ts";
import { USER_STATE } from "#workers/contract/endpoints/users.ts";
import { auditedInDirectory } from "../audit.ts";
import { DomainError } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import { directoryCtxOf, type DirectoryCtx } from "../ctx.ts";
import { issuingCode } from "./one-time-code.ts";
import { endingSessionsOf, isLive, noteEnded, startingSession, tokenOf, type Visit } from "./session.ts";

export interface Entered {
  authToken: string;
  uId: string;
  expiresAt: number;
}

/**
 * Proof for a sign-in: the condition that must still hold when the session starts, and the statements that consume it.
 */
export interface Proof {
  condition: SQL;
  statements: readonly BatchItem<"sqlite">[];
}

export interface Entry {
  /** For the audit trail. */
  by: "password" | "mail" | "totp" | "recovery" | "sso" | "chatagent";
  removeExistingSession: boolean;
  proof?: Proof;
  /** Error for a proof that no longer holds. */
  refusal: DomainError;
}

type User = Pick<
  typeof users.$inferSelect,
  "id" | "name" | "email" | "enterpriseId" | "mustChangePassword" | "roles"
>;

/** The directory's context of somebody who is not signed in yet, but is known by a password, a code or a link. */
export const ctxOfUser = (
  db: DirectoryDb,
  { id, name, enterpriseId }: Pick<User, "id" | "name" | "enterpriseId">,
  visit: Visit,
): DirectoryCtx => directoryCtxOf(db, enterpriseId, { ...visit, userId: id, name });

/**
 * The only way to a login session: the proof is consumed, other sessions are ended, the session starts and the audit
 * entry is written, all in one transaction. In an enterprise with one session per person, another live one causes
 * signedInElsewhere unless the call ends it. A user who must choose a new password gets the code for that instead
 * (mustChangePassword).
 */
export async function enter(
  db: DirectoryDb,
  user: User,
  visit: Visit,
  tokenSecret: string,
  { by, removeExistingSession, proof, refusal }: Entry,
): Promise<Entered> {
  const directoryCtx = ctxOfUser(db, user, visit);
  const now = directoryCtx.now();
  const active = sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${user.id} AND ${users.state} = ${USER_STATE.active})`;
  const stays = isAdministrator(user.roles) ? sql`1` : sql`NOT ${leaving(user)}`;
  const proven = sql`${active} AND ${stays} AND ${proof?.condition ?? sql`1`}`;
  const used = proof?.statements ?? [];

  if (user.mustChangePassword && by !== "sso" && by !== "chatagent") {
    const { code, statements } = issuingCode(directoryCtx, "reset", user.id);
    await settled(
      db.batch([guard(directoryCtx, proven), ...statements, ...used]),
      async () => (await leavingRefusal(db, user)) ?? refusal,
    );
    throw new DomainError("mustChangePassword", {
      response: { uId: user.id, eId: user.enterpriseId, resetCode: code },
    });
  }
  // A window that another system opens is another view of the session that requested it.
  const alone = removeExistingSession || by === "chatagent" ? sql`1` : sql`NOT ${elsewhere(user, now)}`;
  const session = startingSession(db, user, visit, now);
  const others = removeExistingSession ? [endingSessionsOf(db, user.id, now)] : [];
  const results = await settled(
    db.batch([
      guard(directoryCtx, sql`${proven} AND ${alone}`),
      db
        .select({ database: enterprises.database })
        .from(enterprises)
        .where(eq(enterprises.id, user.enterpriseId)),
      ...others,
      session.statement,
      db.update(users).set({ lastLoginAt: now }).where(eq(users.id, user.id)),
      auditedInDirectory(directoryCtx, {
        action: "signIn",
        kind: "session",
        object: { id: session.id, name: user.name },
        after: { by, userAgent: visit.userAgent.slice(0, 300), othersEnded: removeExistingSession },
      }),
      ...used,
    ]),
    async () =>
      (await leavingRefusal(db, user)) ??
      ((await isElsewhere(db, user, now)) ? new DomainError("signedInElsewhere") : refusal),
  );
  const [, [enterprise], third] = results as [unknown, { database: string }[], unknown];
  if (removeExistingSession) noteEnded(directoryCtx, third as { id: string }[]);
  const claims = {
    sessionId: session.id,
    userId: user.id,
    enterpriseId: user.enterpriseId,
    database: enterprise?.database ?? "",
  };
  return {
    authToken: await tokenOf(claims, tokenSecret, { now, expiresAt: session.expiresAt }),
    uId: user.id,
    expiresAt: session.expiresAt,
  };
}

/** Refuses with signedInElsewhere in an enterprise that wants it: checked before a code is sent to anybody. */
export async function refuseElsewhere(
  db: DirectoryDb,
  user: User,
  { removeExistingSession }: { removeExistingSession: boolean },
  now = Date.now(),
): Promise<void> {
  if (!removeExistingSession && (await isElsewhere(db, user, now))) {
    throw new DomainError("signedInElsewhere");
  }
}

/** Condition that an enterprise will be deleted: only its administrators come in, who may take that back. */
const leaving = ({ enterpriseId }: Pick<User, "enterpriseId">): SQL =>
  sql`EXISTS (SELECT 1 FROM ${enterprises} WHERE ${enterprises.id} = ${enterpriseId} AND ${enterprises.deletesAt} IS NOT NULL)`;

async function leavingRefusal(
  db: DirectoryDb,
  { roles, enterpriseId }: User,
): Promise<DomainError | undefined> {
  if (isAdministrator(roles)) return undefined;
  const [row] = await db
    .select({ deletesAt: enterprises.deletesAt })
    .from(enterprises)
    .where(eq(enterprises.id, enterpriseId));
  if (typeof row?.deletesAt !== "number") return undefined;
  const day = new Date(row.deletesAt).toISOString().slice(0, 10);
  return new DomainError("enterpriseLeaves", { message: texts.refusedSignIn(day) });
}

/** Condition that somebody of an enterprise with one session per person has a live one. */
const elsewhere = ({ id, enterpriseId }: User, now: number): SQL =>
  sql`((SELECT ${enterprises.singleSession} FROM ${enterprises} WHERE ${enterprises.id} = ${enterpriseId})
    AND EXISTS (SELECT 1 FROM ${loginSessions} WHERE ${loginSessions.userId} = ${id} AND ${isLive(now)}))`;

async function isElsewhere(db: DirectoryDb, user: User, now: number): Promise<boolean> {
  const [row] = await db.select({ yes: sql<number>`${elsewhere(user, now)}` }).from(sql`(SELECT 1)`);
  return Boolean(row?.yes);
}

async function settled<T>(batch: Promise<T>, refusal: () => DomainError | Promise<DomainError>): Promise<T> {
  try {
    return await batch;
  } catch (error) {
    throw guardFailed(error) ? await refusal() : error;
  }
}
