import { and, asc, count, eq, sql } from "drizzle-orm";
import { tenantDatabases, type DirectoryDb, type TenantDatabase } from "#db/client.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import { users } from "#db/directory/users.ts";
import { enterpriseId as asEnterpriseId } from "#workers/contract/ids.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import type { resend, signUp as contract } from "#workers/contract/endpoints/sign-up.ts";
import { USER_STATE } from "#workers/contract/endpoints/users.ts";
import { auditedInDirectory } from "../audit.ts";
import { describe, DomainError } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import { uuidv7 } from "uuidv7";
import { residencyTexts as texts } from "#texts/residency.ts";
import { databasesIn, offeredRegions, regionOf, type RegionSettings } from "../residency/regions.ts";
import { countAttempt, signUpLimits } from "./attempts.ts";
import { useCaptcha } from "./captcha.ts";
import { ctxOfUser } from "./enter.ts";
import { codeLetter, decoyLetter, knownLetter, type MailDeps } from "./letters.ts";
import type { Visit } from "./session.ts";
import { openNewPassword } from "./new-password.ts";
import { hashPassword } from "./password.ts";

const ADMINISTRATOR = 1;
const ACTIVATE = { purpose: "activate", template: "activate" } as const;

type SignUpInput = InputOf<typeof contract>["body"];
/** The values that somebody has typed, and where their enterprise is put. */
type Placed = SignUpInput & { passwordHash: string; database: TenantDatabase; region: string };

/**
 * Opens an enterprise in the emptiest tenant database, with an administrator who must verify the address. An address
 * with an account gets a mail, the caller the same answer after the same work; an unverified one signs up anew.
 */
export async function signUp(
  db: DirectoryDb,
  input: SignUpInput,
  visit: Visit,
  mailDeps: MailDeps,
  { sealKey, regions }: { sealKey: string; regions: RegionSettings },
): Promise<void> {
  const offered = offeredRegions(regions);
  if (offered.length > 0 && !offered.includes(input.region))
    throw new DomainError("invalid", { message: texts.missing, errors: { region: texts.missing } });
  await useCaptcha(db, { captchaId: input.captchaId, answer: input.captcha, purpose: "signup" });
  const password = await openNewPassword(input, sealKey, input.captchaId, [
    input.enterpriseName,
    input.name,
    input.emailId,
  ]);
  await countAttempt(db, signUpLimits(input.emailId.toLowerCase(), visit.address));
  const passwordHash = await hashPassword(password);
  const [database, known] = await Promise.all([
    emptiestDatabase(db, databasesIn(regions, offered.length > 0 ? input.region : "")),
    userByEmail(db, input.emailId),
  ]);
  const placed = { database, region: regionOf(regions, database) };
  try {
    if (!known) await create(db, { ...input, ...placed, passwordHash }, visit, mailDeps);
    else if (known.state === USER_STATE.unverified)
      await replace(db, known, { ...input, ...placed, passwordHash }, visit, mailDeps);
    else await tellKnown(db, known, visit, mailDeps);
  } catch (error) {
    // Somebody was faster with this address: signed up, or verified.
    const raced = guardFailed(error) || describe(error).includes("UNIQUE constraint failed: users.email_key");
    const faster = raced ? await userByEmail(db, input.emailId) : undefined;
    if (!faster) throw error;
    await tellKnown(db, faster, visit, mailDeps);
  }
}

/** Mails the verification link again if an account waits for it; always does the same work. */
export async function resendActivation(
  db: DirectoryDb,
  { emailId, captcha, captchaId }: InputOf<typeof resend>["body"],
  visit: Visit,
  mailDeps: MailDeps,
): Promise<void> {
  await useCaptcha(db, { captchaId, answer: captcha, purpose: "signup" });
  await countAttempt(db, signUpLimits(emailId.toLowerCase(), visit.address));
  const known = await userByEmail(db, emailId);
  if (known?.state !== USER_STATE.unverified) return decoyLetter(db, mailDeps, visit, ACTIVATE);
  const directoryCtx = ctxOfUser(db, known, visit);
  await db.batch([
    ...(await codeLetter(directoryCtx, mailDeps, known, ACTIVATE)),
    auditedInDirectory(directoryCtx, {
      action: "resend",
      kind: "enterprise",
      object: { id: known.enterpriseId, name: known.email },
    }),
  ]);
}

type Known = typeof users.$inferSelect;

async function userByEmail(db: DirectoryDb, email: string): Promise<Known | undefined> {
  const [user] = await db.select().from(users).where(eq(users.emailKey, email.toLowerCase())).limit(1);
  return user;
}

async function create(db: DirectoryDb, input: Placed, visit: Visit, mailDeps: MailDeps): Promise<void> {
  const { enterpriseName, name, emailId, country, passwordHash, database, region } = input;
  // Somebody who signs up on a page in another language than the specification's has chosen it.
  const language = visit.language === "en" ? "" : (visit.language ?? "");
  const user = { id: uuidv7(), name, email: emailId, language } as const;
  const directoryCtx = ctxOfUser(db, { ...user, enterpriseId: asEnterpriseId.parse(uuidv7()) }, visit);
  const { enterpriseId } = directoryCtx;
  const at = directoryCtx.now();
  const times = { createdAt: at, updatedAt: at };
  await db.batch([
    db.insert(enterprises).values({
      id: enterpriseId,
      name: enterpriseName,
      database,
      region,
      features: {},
      details: { country },
      firstRunDue: true,
      ...times,
    }),
    db.insert(users).values({
      ...user,
      enterpriseId,
      emailKey: emailId.toLowerCase(),
      passwordHash,
      roles: [ADMINISTRATOR],
      state: USER_STATE.unverified,
      ...times,
    }),
    ...(await codeLetter(directoryCtx, mailDeps, user, ACTIVATE)),
    signedUp(directoryCtx, enterpriseName, user),
  ]);
}

async function replace(
  db: DirectoryDb,
  known: Known,
  { enterpriseName, name, emailId, country, passwordHash, database, region }: Placed,
  visit: Visit,
  mailDeps: MailDeps,
): Promise<void> {
  const user = { id: known.id, name, email: emailId, language: known.language };
  const directoryCtx = ctxOfUser(db, { ...known, name }, visit);
  const at = directoryCtx.now();
  const waits = and(eq(users.id, known.id), eq(users.state, USER_STATE.unverified));
  await db.batch([
    guard(directoryCtx, sql`EXISTS (SELECT 1 FROM ${users} WHERE ${waits})`),
    db
      .update(enterprises)
      // Nobody has been in it: nothing of it lies anywhere else.
      .set({ name: enterpriseName, details: { country }, database, region, updatedAt: at })
      .where(eq(enterprises.id, known.enterpriseId)),
    db.update(users).set({ name, email: emailId, passwordHash, updatedAt: at }).where(waits),
    ...(await codeLetter(directoryCtx, mailDeps, user, ACTIVATE)),
    signedUp(directoryCtx, enterpriseName, user),
  ]);
}

const signedUp = (
  directoryCtx: ReturnType<typeof ctxOfUser>,
  enterpriseName: string,
  { email }: { email: string },
) =>
  auditedInDirectory(directoryCtx, {
    action: "signUp",
    kind: "enterprise",
    object: { id: directoryCtx.enterpriseId, name: enterpriseName },
    after: { enterpriseName, emailId: email },
  });

async function tellKnown(db: DirectoryDb, known: Known, visit: Visit, mailDeps: MailDeps): Promise<void> {
  const { statement } = await knownLetter(ctxOfUser(db, known, visit), mailDeps, known);
  await db.batch([statement]);
}

/** Returns the database with the fewest enterprises; the first of them when there are several. */
async function emptiestDatabase(db: DirectoryDb, among: readonly TenantDatabase[]): Promise<TenantDatabase> {
  const rows = await db
    .select({ database: enterprises.database, held: count() })
    .from(enterprises)
    .groupBy(enterprises.database)
    .orderBy(asc(enterprises.database));
  const heldBy = (name: string) => rows.find(({ database }) => database === name)?.held ?? 0;
  const [first = tenantDatabases[0], ...others] = among;
  return others.reduce<TenantDatabase>((best, each) => (heldBy(each) < heldBy(best) ? each : best), first);
}
