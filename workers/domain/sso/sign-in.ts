import { and, eq, gt, lt, or, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { DirectoryDb } from "#db/client.ts";
import { ssoAttempts, type ssoConnections } from "#db/directory/codes.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import { userIdentities, users } from "#db/directory/users.ts";
import type { validateOauth as contract } from "#workers/contract/endpoints/single-sign-on.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { singleSignOnTexts } from "#texts/single-sign-on.ts";
import { USER_STATE } from "#workers/contract/endpoints/users.ts";
import {
  OpenIdError,
  type Client,
  type Identity,
  type OpenIdProvider,
} from "#workers/providers/openid/openid.ts";
import { auditedInDirectory } from "../audit.ts";
import { DomainError } from "../error.ts";
import { digest, randomCode } from "../identity/digest.ts";
import { enter, ctxOfUser, type Entered, type Proof } from "../identity/enter.ts";
import { type Visit } from "../identity/session.ts";
import { ssoLimit, takeAttempt } from "../identity/rate-limit.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { open, seal, type Owner } from "../secrets/seal.ts";
import { clientSecretOf, connectionOf } from "./connection.ts";

const ATTEMPT_MS = 10 * 60_000;
/** An administrator always keeps the password: a provider that is down must not lock an enterprise out. */
const ADMINISTRATOR = 1;

type Connection = typeof ssoConnections.$inferSelect;
type User = typeof users.$inferSelect;

export interface SsoTools {
  ring: KeyRing;
  provider: OpenIdProvider;
  redirectUri: string;
}

const stateHash = (state: string): string => digest("ssoState", state);
/** Follows from the verifier, which nobody but us has: there is nothing more to keep. */
const nonceOf = (verifier: string): string => digest("ssoNonce", verifier);
const verifierOwner = (hash: string): Owner => ({ kind: "ssoAttempt", id: hash, field: "verifier" });

/** Begins a sign-in at an enterprise's provider. The state goes to the browser too, which must bring it back itself. */
export async function startSso(
  db: DirectoryDb,
  { ring, provider, redirectUri }: SsoTools,
  { id, next }: { id: string; next: string },
  visit: Visit,
  now = Date.now(),
): Promise<{ address: string; state: string }> {
  const connection = await connectionOf(db, id);
  if (!connection?.enabled) throw new DomainError("ssoNotSetUp");
  await takeAttempt(db, [ssoLimit(visit.address)]);
  const [state, verifier] = [randomCode(), randomCode()];
  const hash = stateHash(state);
  const nonce = nonceOf(verifier);
  const address = await said(
    provider.authorizationAddress(await clientOf(connection, { ring, redirectUri }), {
      state,
      nonce,
      verifier,
    }),
    singleSignOnTexts.unreachable,
  );
  const { sealed, keyVersion } = await seal(ring, connection.enterpriseId, verifierOwner(hash), verifier);
  await db.batch([
    db.insert(ssoAttempts).values({
      stateHash: hash,
      enterpriseId: connection.enterpriseId,
      nonceHash: digest(nonce),
      verifierSealed: sealed,
      verifierKeyVersion: keyVersion,
      next,
      expiresAt: now + ATTEMPT_MS,
    }),
    db.delete(ssoAttempts).where(lt(ssoAttempts.expiresAt, now)),
  ]);
  return { address, state };
}

/** Ends a sign-in that came back from the provider: each state once, each claim verified. */
export async function finishSso(
  db: DirectoryDb,
  { ring, provider, redirectUri }: SsoTools,
  { code, state, iss }: InputOf<typeof contract>["body"],
  visit: Visit,
  tokenSecret: string,
  now = Date.now(),
): Promise<Entered & { next: string }> {
  const hash = stateHash(state);
  const [attempt] = await db
    .delete(ssoAttempts)
    .where(and(eq(ssoAttempts.stateHash, hash), gt(ssoAttempts.expiresAt, now)))
    .returning();
  const connection = attempt && (await connectionOf(db, attempt.enterpriseId));
  if (!attempt || !connection?.enabled) throw new DomainError("ssoFailed");
  const verifier = await open(ring, attempt.enterpriseId, verifierOwner(hash), {
    sealed: attempt.verifierSealed,
    keyVersion: attempt.verifierKeyVersion,
  });
  const answered = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) });
  const identity = await said(
    provider.identify(
      await clientOf(connection, { ring, redirectUri }),
      { state, nonce: nonceOf(verifier), verifier },
      answered,
    ),
    singleSignOnTexts.failed,
  );
  const { user, proof } = await whoIs(db, connection, identity, visit);
  const direct = connection.direct && !user.roles.includes(ADMINISTRATOR);
  const entered = await enter(db, user, visit, tokenSecret, {
    by: "sso",
    // There is no form here on which to ask: where only one session per person is allowed, the newest replaces the
    // others.
    removeExistingSession: await allowsOne(db, connection.enterpriseId),
    refusal: new DomainError("ssoFailed"),
    proof: {
      condition: proof.condition,
      statements: [
        ...proof.statements,
        db.update(users).set({ ssoDirect: direct }).where(eq(users.id, user.id)),
      ],
    },
  });
  return { ...entered, next: attempt.next };
}

async function allowsOne(db: DirectoryDb, enterpriseId: EnterpriseId): Promise<boolean> {
  const [row] = await db
    .select({ singleSession: enterprises.singleSession })
    .from(enterprises)
    .where(eq(enterprises.id, enterpriseId))
    .limit(1);
  return row?.singleSession ?? false;
}

/**
 * Finds the user by issuer and subject; a new one, once, by an address of this enterprise that the provider has
 * verified.
 */
async function whoIs(
  db: DirectoryDb,
  { enterpriseId }: Connection,
  { issuer, subject, email, emailVerified }: Identity,
  visit: Visit,
): Promise<{ user: User; proof: Proof }> {
  const identity = and(
    eq(userIdentities.enterpriseId, enterpriseId),
    eq(userIdentities.issuer, issuer),
    eq(userIdentities.subject, subject),
  );
  const [known] = await db
    .select({ user: users })
    .from(userIdentities)
    .innerJoin(users, eq(users.id, userIdentities.userId))
    .where(and(identity, eq(users.enterpriseId, enterpriseId), eq(users.state, USER_STATE.active)))
    .limit(1);
  if (known) {
    return {
      user: known.user,
      proof: { condition: sql`EXISTS (SELECT 1 FROM ${userIdentities} WHERE ${identity})`, statements: [] },
    };
  }
  const user = emailVerified && email ? await userOfAddress(db, enterpriseId, email) : undefined;
  if (!user) throw new DomainError("ssoUnknownPerson");
  // One person has one identity at an issuer, and an identity is one person's.
  const taken = or(
    identity,
    and(
      eq(userIdentities.enterpriseId, enterpriseId),
      eq(userIdentities.issuer, issuer),
      eq(userIdentities.userId, user.id),
    ),
  );
  const [other] = await db.select({ id: userIdentities.id }).from(userIdentities).where(taken).limit(1);
  if (other) throw new DomainError("ssoUnknownPerson");
  const directoryCtx = ctxOfUser(db, user, visit);
  return {
    user,
    proof: {
      condition: sql`NOT EXISTS (SELECT 1 FROM ${userIdentities} WHERE ${taken})`,
      statements: [
        db.insert(userIdentities).values({
          id: uuidv7(),
          enterpriseId,
          userId: user.id,
          issuer,
          subject,
          createdAt: directoryCtx.now(),
        }),
        auditedInDirectory(directoryCtx, {
          action: "accept",
          kind: "sso",
          object: { id: user.id, name: user.name },
          after: { issuer, subject },
        }),
      ],
    },
  };
}

async function userOfAddress(
  db: DirectoryDb,
  enterpriseId: EnterpriseId,
  email: string,
): Promise<User | undefined> {
  const [user] = await db
    .select()
    .from(users)
    .where(
      and(
        eq(users.enterpriseId, enterpriseId),
        eq(users.emailKey, email.toLowerCase()),
        eq(users.state, USER_STATE.active),
      ),
    )
    .limit(1);
  return user;
}

const clientOf = async (
  connection: Connection,
  { ring, redirectUri }: Pick<SsoTools, "ring" | "redirectUri">,
): Promise<Client> => ({
  issuer: connection.issuer,
  clientId: connection.clientId,
  clientSecret: await clientSecretOf(ring, connection),
  redirectUri,
});

/** A person cannot fix the provider's mistakes, so they are only told that the sign-in did not work. */
async function said<T>(work: Promise<T>, message: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof OpenIdError) throw new DomainError("ssoFailed", { message });
    throw error;
  }
}
