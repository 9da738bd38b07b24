import { and, eq, isNull, ne, or, sql, type SQL } from "drizzle-orm";
import { accountTexts } from "#texts/account.ts";
import type { DirectoryDb } from "#db/client.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import { loginSessions } from "#db/directory/sessions.ts";
import { users } from "#db/directory/users.ts";
import { USER_STATE } from "#workers/contract/endpoints/users.ts";
import { auditedInDirectory } from "../audit.ts";
import { DomainError } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import { writingMail } from "../mail/write.ts";
import { iso, type DirectoryCtx } from "../ctx.ts";
import { endingChallengesOf } from "./challenge.ts";
import { changeLimits, codeLimits, countAttempt } from "./attempts.ts";
import { endingCodes, provenByCode } from "./code-proof.ts";
import { ctxOfUser } from "./enter.ts";
import type { MailDeps } from "./letters.ts";
import { noteEnded, type Visit } from "./session.ts";
import { openNewPassword, refused, type SealedPair } from "./new-password.ts";
import { hashPassword, verifyPassword } from "./password.ts";
import { openSealed } from "./seal.ts";

type User = typeof users.$inferSelect;
interface Secrets {
  seal: string;
}

/** Tells whether a user may set a password here: not when deactivated, nor with sign-in through another provider. */
export const hasPassword = ({ state, ssoDirect }: User): boolean =>
  !ssoDirect && (state === USER_STATE.active || state === USER_STATE.unverified);

/**
 * Sets a new password by the code of a mail or sign-in, once; ends the person's sessions and other codes, and verifies
 * their address. `uId` and `eId` must be the code's own where named. Throws linkOver, and invalid by field.
 */
export async function setPasswordByCode(
  db: DirectoryDb,
  { resetCode, uId, eId, ...pair }: SealedPair & { resetCode: string; uId?: string; eId?: string },
  visit: Visit,
  mailDeps: MailDeps,
  secrets: Secrets,
): Promise<void> {
  await countAttempt(db, codeLimits(visit.address));
  const proof = await provenByCode(db, "reset", resetCode);
  const { user, about } = await personOf(db, proof.userId);
  const theirs = (uId ?? user.id) === user.id && (eId ?? user.enterpriseId) === user.enterpriseId;
  if (!theirs || !hasPassword(user)) throw new DomainError("linkOver");
  const password = await openNewPassword(pair, secrets.seal, resetCode, about);
  if (user.mustChangePassword) await refuseSame(user, password);
  const directoryCtx = ctxOfUser(db, user, visit);
  const able = and(
    eq(users.id, user.id),
    or(eq(users.state, USER_STATE.active), eq(users.state, USER_STATE.unverified)),
  );
  const condition = sql`${proof.condition} AND EXISTS (SELECT 1 FROM ${users} WHERE ${able})`;
  return write(directoryCtx, user, password, mailDeps, { condition, refusal: new DomainError("linkOver") });
}

/** Changes one's own password, after checking the current one; one's other sessions end. */
export async function changeOwnPassword(
  directoryCtx: DirectoryCtx,
  sessionId: string,
  { currentPassword, ...pair }: SealedPair & { currentPassword: string },
  mailDeps: MailDeps,
  secrets: Secrets,
): Promise<void> {
  const { db, actor } = directoryCtx;
  const { user, about } = await personOf(db, actor.userId);
  if (!hasPassword(user) || user.passwordHash === null) throw new DomainError("passwordNotHere");
  await countAttempt(db, changeLimits(user.id, actor.address));
  const current = await openSealed(currentPassword, secrets.seal, user.id);
  if (!(await verifyPassword(current, user.passwordHash))) {
    throw refused("currentPassword", accountTexts.currentPasswordWrong);
  }
  const password = await openNewPassword(pair, secrets.seal, user.id, about);
  if (password === current) throw refused("password", accountTexts.passwordSame);
  // Also of state: the change makes its owner active, who may have been deactivated a moment ago.
  const unchanged = and(
    eq(users.id, user.id),
    eq(users.passwordHash, user.passwordHash),
    eq(users.state, user.state),
  );
  return write(directoryCtx, user, password, mailDeps, {
    condition: sql`EXISTS (SELECT 1 FROM ${users} WHERE ${unchanged})`,
    refusal: refused("currentPassword", accountTexts.currentPasswordWrong),
    keep: sessionId,
  });
}

interface Proven {
  condition: SQL;
  refusal: DomainError;
  /** The session to keep. */
  keep?: string;
}

async function write(
  directoryCtx: DirectoryCtx,
  user: User,
  password: string,
  { ring, link }: MailDeps,
  { condition, refusal, keep }: Proven,
): Promise<void> {
  const { db, now } = directoryCtx;
  const passwordHash = await hashPassword(password);
  const at = now();
  const letter = await writingMail(directoryCtx, ring, {
    template: "passwordChanged",
    to: { address: user.email, name: user.name, language: user.language || undefined },
    facts: [`${iso(at).slice(0, 16).replace("T", " ")} UTC`],
    link: link("/login"),
  });
  try {
    const [, , ended] = await db.batch([
      guard(directoryCtx, condition),
      db
        .update(users)
        .set({ passwordHash, mustChangePassword: false, state: USER_STATE.active, updatedAt: at })
        .where(eq(users.id, user.id)),
      db
        .update(loginSessions)
        .set({ endedAt: at })
        .where(
          and(
            eq(loginSessions.userId, user.id),
            isNull(loginSessions.endedAt),
            ne(loginSessions.id, keep ?? ""),
          ),
        )
        .returning({ id: loginSessions.id }),
      endingCodes(db, user.id, "reset", at),
      endingChallengesOf(db, user.id, at),
      auditedInDirectory(directoryCtx, {
        action: "changePassword",
        kind: "user",
        object: { id: user.id, name: user.name },
        after: {
          by: keep ? "the current password" : "a code",
          ...(user.state !== USER_STATE.active && { verified: true }),
        },
      }),
      letter.statement,
    ]);
    noteEnded(directoryCtx, ended);
  } catch (error) {
    throw guardFailed(error) ? refusal : error;
  }
}

/** Returns a person with the names that their password must not contain. Throws linkOver when they are gone. */
async function personOf(db: DirectoryDb, userId: string): Promise<{ user: User; about: string[] }> {
  const [row] = await db
    .select({ user: users, enterpriseName: enterprises.name })
    .from(users)
    .innerJoin(enterprises, eq(enterprises.id, users.enterpriseId))
    .where(eq(users.id, userId))
    .limit(1);
  if (!row) throw new DomainError("linkOver");
  return { user: row.user, about: [row.enterpriseName, row.user.name, row.user.email] };
}

async function refuseSame({ passwordHash }: User, password: string): Promise<void> {
  if (await verifyPassword(password, passwordHash)) {
    throw refused("password", accountTexts.passwordSame);
  }
}
