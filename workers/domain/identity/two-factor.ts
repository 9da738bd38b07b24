import { and, eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { users } from "#db/directory/users.ts";
import type { Confirmation, TwoFactor } from "#workers/contract/endpoints/two-factor.ts";
import type { Language } from "#workers/contract/language.ts";
import { secondFactorTexts as hindi } from "#texts/hi/second-factor.ts";
import { secondFactorTexts as texts } from "#texts/second-factor.ts";
import type { Translated } from "#texts/translated.ts";
import { auditedInDirectory, type AuditEntry } from "../audit.ts";
import { DomainError } from "../error.ts";
import { guard } from "../guard.ts";
import { writingMail } from "../mail/write.ts";
import { iso, type DirectoryCtx } from "../ctx.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { open, seal, type Owner } from "../secrets/seal.ts";
import { refuseAbove, type Rights } from "../roles/rights.ts";
import { endingChallengesOf } from "./challenge.ts";
import {
  confirmed,
  type Confirmed,
  type ConfirmSecrets,
  guardRoom,
  ownRowIn,
  readingOwnRow,
  readOwn,
  whileConfirmed,
} from "./confirm.ts";
import { totpOwner } from "./factor.ts";
import { countedIn, countingRecoveryCodes, forgettingRecoveryCodes } from "./recovery-codes.ts";
import { factorLimit, refuseAfter, takeAttempt } from "./rate-limit.ts";
import { newTotpSecret, totpStep, totpUri } from "./totp.ts";

/** Time limit for setting up an app; after it one starts again. */
const ENROLMENT_MS = 15 * 60_000;

type Texts = Translated<typeof texts>;
/** Mails about a change are in the language of the person they tell. */
const TEXTS: Record<Language, Texts> = { en: texts, hi: hindi };

type User = typeof users.$inferSelect;
/** The current session and user. */
export interface Acting {
  sessionId: string;
  twoFactorRequired: boolean;
}
const pendingOwner = (userId: string): Owner => ({ kind: "totp", id: userId, field: "pending" });

/** Returns the current user's sign-in methods. */
export async function getTwoFactor(
  directoryCtx: DirectoryCtx,
  acting: Pick<Acting, "twoFactorRequired">,
): Promise<TwoFactor> {
  const { db, actor } = directoryCtx;
  const [rows, counts] = await db.batch([
    readingOwnRow(directoryCtx),
    countingRecoveryCodes(directoryCtx, actor.userId),
  ]);
  return methodsOf({ user: ownRowIn(rows), ...countedIn(counts) }, acting);
}

interface Methods {
  user: User;
  left: number;
  total: number;
}

const methodsOf = (
  { user, left, total }: Methods,
  { twoFactorRequired }: Pick<Acting, "twoFactorRequired">,
): TwoFactor => ({
  type: user.twoFactor,
  required: twoFactorRequired,
  hasPassword: user.passwordHash !== null && !user.ssoDirect,
  recoveryLeft: left,
  recoveryTotal: total,
});

/** Switches one's own second factor to codes by e-mail, or off if the enterprise allows that. */
export async function saveTwoFactor(
  directoryCtx: DirectoryCtx,
  acting: Acting,
  { type, ...confirmation }: Confirmation & { type: "off" | "mail" },
  secrets: ConfirmSecrets,
): Promise<TwoFactor> {
  if (type === "off" && acting.twoFactorRequired) throw new DomainError("factorRequired");
  const [own] = await readOwn(directoryCtx, acting.sessionId);
  const { user } = own;
  const proof = await confirmed(directoryCtx, own, confirmation, secrets);
  const changed = await changing(directoryCtx, secrets.ring, user, proof, {
    set: { twoFactor: type, totpSealed: null, totpKeyVersion: null, totpLastStep: null, totpPending: null },
    more: type === "off" ? [forgettingRecoveryCodes(directoryCtx, user.id)] : [],
    after: { twoFactor: type },
    mailText: (said) => (type === "off" ? said.switchedOff : said.mailOn),
  });
  return methodsOf(changed, acting);
}

/** Creates the secret of an authenticator. It has no effect until one of its codes is entered. */
export async function beginTotp(
  directoryCtx: DirectoryCtx,
  { sessionId }: Pick<Acting, "sessionId">,
  confirmation: Confirmation,
  secrets: ConfirmSecrets,
): Promise<{ secret: string; uri: string; expiresAt: string }> {
  const [own] = await readOwn(directoryCtx, sessionId);
  const { user } = own;
  const proof = await confirmed(directoryCtx, own, confirmation, secrets);
  const secret = newTotpSecret();
  const expiresAt = directoryCtx.now() + ENROLMENT_MS;
  const sealed = await seal(secrets.ring, user.enterpriseId, pendingOwner(user.id), secret);
  await whileConfirmed(
    directoryCtx,
    proof,
    directoryCtx.db.batch([
      guard(directoryCtx, proof.condition),
      guardRoom(directoryCtx, proof),
      directoryCtx.db
        .update(users)
        .set({ totpPending: { ...sealed, expiresAt } })
        .where(eq(users.id, user.id)),
      ...proof.statements,
    ]),
    new DomainError("wrongCode"),
  );
  return { secret, uri: totpUri(secret, user.email), expiresAt: iso(expiresAt) };
}

/** Switches to the authenticator that was set up. Its first code is consumed by that. */
export async function confirmTotp(
  directoryCtx: DirectoryCtx,
  acting: Acting,
  code: string,
  ring: KeyRing,
): Promise<TwoFactor> {
  const [{ user, failures }] = await readOwn(directoryCtx, acting.sessionId);
  const pending = user.totpPending;
  if (!pending || pending.expiresAt < directoryCtx.now()) throw new DomainError("enrolmentOver");
  const rateLimits = [factorLimit(user.id)];
  refuseAfter(failures, rateLimits, directoryCtx.now());
  const secret = await open(ring, user.enterpriseId, pendingOwner(user.id), pending);
  const step = totpStep(secret, code, directoryCtx.now());
  if (step === undefined) {
    await takeAttempt(directoryCtx.db, rateLimits);
    throw new DomainError("wrongCode", { errors: { code: texts.wrongCode } });
  }
  const { sealed, keyVersion } = await seal(ring, user.enterpriseId, totpOwner(user.id), secret);
  const same = sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${user.id} AND json_extract(${users.totpPending}, '$.sealed') = ${pending.sealed})`;
  const changed = await changing(
    directoryCtx,
    ring,
    user,
    { condition: same, statements: [], room: sql`1`, at: directoryCtx.now() },
    {
      set: {
        twoFactor: "totp",
        totpSealed: sealed,
        totpKeyVersion: keyVersion,
        totpLastStep: step,
        totpPending: null,
      },
      after: { twoFactor: "totp" },
      mailText: (said) => said.appOn,
    },
  );
  return methodsOf(changed, acting);
}

/** Lets an administrator switch off the second factor of somebody who has lost it. Returns that person. */
export async function disableTwoFactor(
  directoryCtx: DirectoryCtx,
  ring: KeyRing,
  by: Rights,
  userId: string,
): Promise<{ name: string }> {
  // People change their own themselves, which requires the password again.
  if (userId === directoryCtx.actor.userId) throw new DomainError("invalid", { message: texts.notYourOwn });
  const [user] = await directoryCtx.db
    .select()
    .from(users)
    .where(and(eq(users.enterpriseId, directoryCtx.enterpriseId), eq(users.id, userId)))
    .limit(1);
  if (!user) throw new DomainError("notFound");
  refuseAbove(by, user.roles);
  await changing(
    directoryCtx,
    ring,
    user,
    { condition: sql`1`, statements: [], room: sql`1`, at: directoryCtx.now() },
    {
      set: {
        twoFactor: "off",
        totpSealed: null,
        totpKeyVersion: null,
        totpLastStep: null,
        totpPending: null,
      },
      more: [
        forgettingRecoveryCodes(directoryCtx, user.id),
        endingChallengesOf(directoryCtx.db, user.id, directoryCtx.now()),
      ],
      after: { twoFactor: "off" },
      mailText: (said) => said.byAdministrator(directoryCtx.actor.name),
    },
  );
  return { name: user.name };
}

interface Change {
  set: Partial<User>;
  more?: readonly BatchItem<"sqlite">[];
  after: { twoFactor: User["twoFactor"] };
  /** The text that the mail to the person reports. */
  mailText: (said: Texts) => string;
}

/** Makes the change and answers what it has left, from the same batch. */
async function changing(
  directoryCtx: DirectoryCtx,
  ring: KeyRing,
  user: User,
  proof: Confirmed,
  { set, more = [], after, mailText }: Change,
): Promise<Methods> {
  const { db, now } = directoryCtx;
  const results: readonly unknown[] = await whileConfirmed(
    directoryCtx,
    proof,
    db.batch([
      guard(directoryCtx, proof.condition),
      guardRoom(directoryCtx, proof),
      ...proof.statements,
      ...more,
      auditedInDirectory(directoryCtx, {
        ...entryOf("update", user, after),
        before: { twoFactor: user.twoFactor },
      }),
      (await toldBy(directoryCtx, ring, user, mailText)).statement,
      db
        .update(users)
        .set({ ...set, updatedAt: now() })
        .where(eq(users.id, user.id))
        .returning(),
      countingRecoveryCodes(directoryCtx, user.id),
    ]),
    new DomainError("wrongCode"),
  );
  const [rows, counts] = results.slice(-2) as [User[], { left: number; total: number }[]];
  return { user: ownRowIn(rows), ...countedIn(counts) };
}

export const entryOf = (action: "create" | "update", { id, name }: User, after: unknown): AuditEntry => ({
  action,
  kind: "twoFactor",
  object: { id, name },
  after,
});

export const toldBy = (
  directoryCtx: DirectoryCtx,
  ring: KeyRing,
  { email, name, language }: User,
  what: Change["mailText"],
) =>
  writingMail(directoryCtx, ring, {
    template: "twoFactorChanged",
    to: { address: email, name, language },
    facts: (inLanguage) => [
      what(TEXTS[inLanguage]),
      `${iso(directoryCtx.now()).slice(0, 16).replace("T", " ")} UTC`,
    ],
  });
