import { and, eq, sql, type SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { users } from "#db/directory/users.ts";
import type { Confirmation, Recovery, TwoFactor } from "#workers/contract/endpoints/two-factor.ts";
import type { Language } from "#workers/contract/language.ts";
import { secondFactorTexts as hindi } from "#texts/hi/second-factor.ts";
import { secondFactorTexts as texts } from "#texts/second-factor.ts";
import type { Translated } from "#texts/translated.ts";
import { auditedInDirectory, type AuditEntry } from "../audit.ts";
import { DomainError } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import { writingMail } from "../mail/write.ts";
import { iso, type DirectoryCtx } from "../ctx.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { open, seal, type Owner } from "../secrets/seal.ts";
import { refuseAbove, type Rights } from "../roles/rights.ts";
import { endingChallengesOf } from "./challenge.ts";
import { confirmed, ownRow, type ConfirmSecrets } from "./confirm.ts";
import type { Proof } from "./enter.ts";
import { totpOwner } from "./factor.ts";
import {
  countRecoveryCodes,
  forgettingRecoveryCodes,
  hasRecoveryCodes,
  makingRecoveryCodes,
} from "./recovery-codes.ts";
import { factorLimit, refuseWhenTooMany, takeAttempt } from "./rate-limit.ts";
import { newTotpSecret, totpStep, totpUri } from "./totp.ts";

/** Time limit for setting up an app; after it one starts again. */
const ENROLMENT_MS = 15 * 60_000;

type Texts = Translated<typeof texts>;
/** Mails about a change are in the language of the person they tell. */
const TEXTS: Record<Language, Texts> = { en: texts, hi: hindi };

type User = typeof users.$inferSelect;
/** The current session and user. */
interface Acting {
  sessionId: string;
  twoFactorRequired: boolean;
}
const pendingOwner = (userId: string): Owner => ({ kind: "totp", id: userId, field: "pending" });

/** Returns the current user's sign-in methods. */
export async function getTwoFactor(
  directoryCtx: DirectoryCtx,
  { twoFactorRequired }: Pick<Acting, "twoFactorRequired">,
): Promise<TwoFactor> {
  const user = await ownRow(directoryCtx);
  const { left, total } = await countRecoveryCodes(directoryCtx, user.id);
  return {
    type: user.twoFactor,
    required: twoFactorRequired,
    hasPassword: user.passwordHash !== null && !user.ssoDirect,
    recoveryLeft: left,
    recoveryTotal: total,
  };
}

/** Switches one's own second factor to codes by e-mail, or off if the enterprise allows that. */
export async function saveTwoFactor(
  directoryCtx: DirectoryCtx,
  acting: Acting,
  { type, ...confirmation }: Confirmation & { type: "off" | "mail" },
  secrets: ConfirmSecrets,
): Promise<TwoFactor> {
  if (type === "off" && acting.twoFactorRequired) throw new DomainError("factorRequired");
  const user = await ownRow(directoryCtx);
  const proof = await confirmed(directoryCtx, user, acting.sessionId, confirmation, secrets);
  await changing(directoryCtx, secrets.ring, user, proof, {
    set: { twoFactor: type, totpSealed: null, totpKeyVersion: null, totpLastStep: null, totpPending: null },
    more: type === "off" ? [forgettingRecoveryCodes(directoryCtx, user.id)] : [],
    after: { twoFactor: type },
    mailText: (said) => (type === "off" ? said.switchedOff : said.mailOn),
  });
  return getTwoFactor(directoryCtx, acting);
}

/** Creates the secret of an authenticator. It has no effect until one of its codes is entered. */
export async function beginTotp(
  directoryCtx: DirectoryCtx,
  { sessionId }: Pick<Acting, "sessionId">,
  confirmation: Confirmation,
  secrets: ConfirmSecrets,
): Promise<{ secret: string; uri: string; expiresAt: string }> {
  const user = await ownRow(directoryCtx);
  const proof = await confirmed(directoryCtx, user, sessionId, confirmation, secrets);
  const secret = newTotpSecret();
  const expiresAt = directoryCtx.now() + ENROLMENT_MS;
  const sealed = await seal(secrets.ring, user.enterpriseId, pendingOwner(user.id), secret);
  await orGuardFailed(
    directoryCtx.db.batch([
      guard(directoryCtx, proof.condition),
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
  acting: Pick<Acting, "twoFactorRequired">,
  code: string,
  ring: KeyRing,
): Promise<TwoFactor> {
  const user = await ownRow(directoryCtx);
  const pending = user.totpPending;
  if (!pending || pending.expiresAt < directoryCtx.now()) throw new DomainError("enrolmentOver");
  const rateLimits = [factorLimit(user.id)];
  await refuseWhenTooMany(directoryCtx.db, rateLimits);
  const secret = await open(ring, user.enterpriseId, pendingOwner(user.id), pending);
  const step = totpStep(secret, code, directoryCtx.now());
  if (step === undefined) {
    await takeAttempt(directoryCtx.db, rateLimits);
    throw new DomainError("wrongCode", { errors: { code: texts.wrongCode } });
  }
  const { sealed, keyVersion } = await seal(ring, user.enterpriseId, totpOwner(user.id), secret);
  const same: SQL = sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${user.id} AND json_extract(${users.totpPending}, '$.sealed') = ${pending.sealed})`;
  await changing(
    directoryCtx,
    ring,
    user,
    { condition: same, statements: [] },
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
  return getTwoFactor(directoryCtx, acting);
}

/** Returns one's recovery codes: created and shown when there are none yet, only counted afterwards. */
export async function getRecoveryCodes(
  directoryCtx: DirectoryCtx,
  { twoFactorRequired }: Pick<Acting, "twoFactorRequired">,
): Promise<Recovery> {
  const user = await ownRow(directoryCtx);
  if (user.twoFactor === "off" && !twoFactorRequired) throw new DomainError("noFactor");
  const counted = await countRecoveryCodes(directoryCtx, user.id);
  if (counted.total > 0) return { codes: [], ...counted };
  const { codes, statements } = makingRecoveryCodes(directoryCtx, user.id);
  try {
    await directoryCtx.db.batch([
      guard(directoryCtx, sql`NOT ${hasRecoveryCodes(user.id)}`),
      ...statements,
      auditedInDirectory(directoryCtx, entryOf("create", user, { recoveryCodes: codes.length })),
    ]);
  } catch (error) {
    // A concurrent request created and showed them; these were never stored.
    if (guardFailed(error)) return { codes: [], ...(await countRecoveryCodes(directoryCtx, user.id)) };
    throw error;
  }
  return { codes, left: codes.length, total: codes.length };
}

/** Replaces the recovery codes by ten new ones. */
export async function makeRecoveryCodes(
  directoryCtx: DirectoryCtx,
  acting: Acting,
  confirmation: Confirmation,
  secrets: ConfirmSecrets,
): Promise<Recovery> {
  const user = await ownRow(directoryCtx);
  if (user.twoFactor === "off" && !acting.twoFactorRequired) throw new DomainError("noFactor");
  const proof = await confirmed(directoryCtx, user, acting.sessionId, confirmation, secrets);
  const { codes, statements } = makingRecoveryCodes(directoryCtx, user.id);
  await orGuardFailed(
    directoryCtx.db.batch([
      guard(directoryCtx, proof.condition),
      // The proof may consume one of the old codes, so it comes first; the others are deleted after it.
      ...proof.statements,
      ...statements,
      auditedInDirectory(directoryCtx, entryOf("create", user, { recoveryCodes: codes.length })),
      (await toldBy(directoryCtx, secrets.ring, user, (said) => said.newCodes)).statement,
    ]),
    new DomainError("wrongCode"),
  );
  return { codes, left: codes.length, total: codes.length };
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
    { condition: sql`1`, statements: [] },
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

async function changing(
  directoryCtx: DirectoryCtx,
  ring: KeyRing,
  user: User,
  { condition, statements }: Proof,
  { set, more = [], after, mailText }: Change,
): Promise<void> {
  await orGuardFailed(
    directoryCtx.db.batch([
      guard(directoryCtx, condition),
      ...statements,
      directoryCtx.db
        .update(users)
        .set({ ...set, updatedAt: directoryCtx.now() })
        .where(eq(users.id, user.id)),
      ...more,
      auditedInDirectory(directoryCtx, {
        ...entryOf("update", user, after),
        before: { twoFactor: user.twoFactor },
      }),
      (await toldBy(directoryCtx, ring, user, mailText)).statement,
    ]),
    new DomainError("wrongCode"),
  );
}

const entryOf = (action: "create" | "update", { id, name }: User, after: unknown): AuditEntry => ({
  action,
  kind: "twoFactor",
  object: { id, name },
  after,
});

const toldBy = (
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

async function orGuardFailed<T>(batch: Promise<T>, refusal: DomainError): Promise<T> {
  try {
    return await batch;
  } catch (error) {
    throw guardFailed(error) ? refusal : error;
  }
}
