import { and, eq, gt, lte, sql, type SQL } from "drizzle-orm";
import { enterprises } from "#db/directory/enterprises.ts";
import { invitations, users } from "#db/directory/users.ts";
import { usersTexts } from "#texts/users.ts";
import type { Invitation } from "#workers/contract/endpoints/invitations.ts";
import { auditedInDirectory } from "../audit.ts";
import { DomainError, mapConflicts } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import type { MailDeps } from "../identity/letters.ts";
import { writingMail } from "../mail/write.ts";
import type { DirectoryCtx } from "../ctx.ts";
import { readingRoleSets, refuseGiving } from "../roles/rights.ts";
import {
  INVITATION_DAYS,
  invitationIn,
  invitationOf,
  type InvitationRow,
  newInvitationCode,
  openInvitation,
  readingInvitation,
} from "./invitation.ts";

/** Mails that an enterprise's invitations may cause in an hour, and the delay before the same one may be sent again. */
export const MOST_AN_HOUR = 100;
const HOUR_MS = 3_600_000;
const RESEND_AFTER_MS = 60_000;

interface Invited {
  emailId: string;
  roles: number[];
  /** Name and password that an administrator sets for a user; other invitees choose both when they accept. */
  given?: { name: string; passwordHash: string };
}

/** Invites an address, as somebody with the roles `givenBy`. */
export const invite = async (
  directoryCtx: DirectoryCtx,
  givenBy: readonly number[],
  whom: Invited,
  mailDeps: MailDeps,
): Promise<Invitation> => {
  const row = await inviting(directoryCtx, givenBy, whom, mailDeps);
  return invitationOf(row, directoryCtx.actor.name, row.createdAt);
};

/**
 * Writes an invitation and its mail. An address with an account in this enterprise is refused; one with an account
 * elsewhere gets the same answer as one without any, so as not to reveal who has an account.
 */
export async function inviting(
  directoryCtx: DirectoryCtx,
  givenBy: readonly number[],
  { emailId, roles, given }: Invited,
  mailDeps: MailDeps,
) {
  const { db, enterpriseId, actor, now, newId } = directoryCtx;
  const emailKey = emailId.toLowerCase();
  const [sets, here, enterprise] = await db.batch([
    readingRoleSets(directoryCtx),
    readingWhoIsHere(directoryCtx, emailKey),
    readingName(directoryCtx),
  ]);
  refuseGiving({ roles: givenBy, sets }, roles);
  refuseWhoIsHere(here);
  const at = now();
  const { code, kept } = newInvitationCode(at);
  const row = {
    id: newId(),
    enterpriseId,
    email: emailId,
    emailKey,
    roles,
    state: "open" as const,
    name: given?.name ?? null,
    passwordHash: given?.passwordHash ?? null,
    invitedBy: actor.userId,
    createdAt: at,
    ...kept,
  };
  const letter = await letterTo(directoryCtx, enterprise, row, code, mailDeps);
  await unlessTooMany(
    directoryCtx,
    mapConflicts(
      db.batch([
        guard(directoryCtx, fewEnough(directoryCtx, at)),
        // An expired one makes room for a new one.
        db
          .update(invitations)
          .set({ state: "revoked", updatedAt: at })
          .where(
            and(
              eq(invitations.enterpriseId, enterpriseId),
              eq(invitations.emailKey, emailKey),
              eq(invitations.state, "open"),
              lte(invitations.expiresAt, at),
            ),
          ),
        db.insert(invitations).values(row),
        auditedInDirectory(directoryCtx, {
          action: "invite",
          kind: "invitation",
          object: { id: row.id, name: emailId },
          after: { emailId, roles, ...(given && { name: given.name }) },
        }),
        letter.statement,
      ]),
      { "invitations.email_key": "invitationTaken" },
    ),
  );
  return row;
}

/** Sends an invitation again: a new code for another week; the previous one stops working. */
export async function resendInvitation(
  directoryCtx: DirectoryCtx,
  givenBy: readonly number[],
  id: string,
  mailDeps: MailDeps,
): Promise<Invitation> {
  const { db, actor, now } = directoryCtx;
  const [sets, rows, enterprise] = await db.batch([
    readingRoleSets(directoryCtx),
    readingInvitation(directoryCtx, id),
    readingName(directoryCtx),
  ]);
  const before = invitationIn(rows);
  refuseGiving({ roles: givenBy, sets }, before.roles);
  const at = now();
  if (before.sentAt > at - RESEND_AFTER_MS) {
    throw new DomainError("slowDown", {
      message: usersTexts.tooSoon,
      retryAfterSeconds: Math.ceil((before.sentAt + RESEND_AFTER_MS - at) / 1_000),
    });
  }
  const { code, kept } = newInvitationCode(at);
  const letter = await letterTo(directoryCtx, enterprise, before, code, mailDeps);
  const same = sql`EXISTS (SELECT 1 FROM ${invitations} WHERE ${openInvitation(directoryCtx, id)} AND ${invitations.codeHash} = ${before.codeHash})`;
  await unlessTooMany(
    directoryCtx,
    db.batch([
      guard(directoryCtx, sql`${fewEnough(directoryCtx, at)} AND ${same}`),
      db
        .update(invitations)
        .set({ ...kept, invitedBy: actor.userId })
        .where(openInvitation(directoryCtx, id)),
      auditedInDirectory(directoryCtx, {
        action: "resend",
        kind: "invitation",
        object: { id, name: before.email },
      }),
      letter.statement,
    ]),
  );
  return invitationOf({ ...before, ...kept }, actor.name, at);
}

const readingWhoIsHere = ({ db, enterpriseId }: DirectoryCtx, emailKey: string) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.enterpriseId, enterpriseId), eq(users.emailKey, emailKey)))
    .limit(1);

function refuseWhoIsHere([here]: readonly { id: string }[]): void {
  if (!here) return;
  const message = usersTexts.alreadyHere;
  throw new DomainError("addressTaken", { message, errors: { emailId: message } });
}

const fewEnough = ({ enterpriseId }: DirectoryCtx, at: number): SQL =>
  sql`(SELECT count(*) FROM ${invitations} WHERE ${and(eq(invitations.enterpriseId, enterpriseId), gt(invitations.sentAt, at - HOUR_MS))}) < ${MOST_AN_HOUR}`;

/** The guard refuses when too many mails were sent, or when somebody else was faster with the same invitation. */
async function unlessTooMany<T>(directoryCtx: DirectoryCtx, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!guardFailed(error)) throw error;
    const [few] = await directoryCtx.db
      .select({ one: sql<number>`${fewEnough(directoryCtx, directoryCtx.now())}` })
      .from(sql`(SELECT 1)`);
    if (few?.one === 1) throw new DomainError("notFound");
    throw new DomainError("tooManyInvitations", { retryAfterSeconds: HOUR_MS / 1_000 });
  }
}

const readingName = ({ db, enterpriseId }: DirectoryCtx) =>
  db.select({ name: enterprises.name }).from(enterprises).where(eq(enterprises.id, enterpriseId));

function letterTo(
  directoryCtx: DirectoryCtx,
  [enterprise]: readonly { name: string }[],
  { email, name, passwordHash }: Pick<InvitationRow, "email" | "name" | "passwordHash">,
  code: string,
  { ring, link }: MailDeps,
) {
  return writingMail(directoryCtx, ring, {
    template: passwordHash === null ? "invitation" : "accountMade",
    to: { address: email, name: name ?? "" },
    facts: [directoryCtx.actor.name, enterprise?.name ?? "", String(INVITATION_DAYS)],
    link: passwordHash === null ? link("/invitation-accept", { code }) : link(`/signup-verify/${code}`),
  });
}
