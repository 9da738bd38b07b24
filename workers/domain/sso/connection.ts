import { and, eq, sql } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { ssoConnections } from "#db/directory/codes.ts";
import { users } from "#db/directory/users.ts";
import type { saveSso as contract, Sso } from "#workers/contract/endpoints/single-sign-on.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { genAiTexts } from "#texts/gen-ai.ts";
import { singleSignOnTexts as texts } from "#texts/single-sign-on.ts";
import { publicAddress, RefusedAddress } from "#workers/outbound/address.ts";
import { OpenIdError, type OpenIdProvider } from "#workers/providers/openid/openid.ts";
import { auditedInDirectory } from "../audit.ts";
import { describe, DomainError } from "../error.ts";
import { guard } from "../guard.ts";
import { confirmed, type ConfirmSecrets, guardRoom, readOwn, whileConfirmed } from "../identity/confirm.ts";
import type { DirectoryCtx } from "../ctx.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { open, seal, type Owner } from "../secrets/seal.ts";

type Row = typeof ssoConnections.$inferSelect;

export const ssoOwner = (connectionId: string): Owner => ({
  kind: "sso",
  id: connectionId,
  field: "clientSecret",
});

/** The address the provider sends browsers back to, and the one where people begin. */
export interface SsoAddresses {
  redirectUri: string;
  startAddress: string;
}

/** The connection of an enterprise: there is at most one, and it has the enterprise's id. */
export async function connectionOf(db: DirectoryDb, enterpriseId: string): Promise<Row | undefined> {
  const [row] = await readingConnection(db, enterpriseId);
  return row;
}

const readingConnection = (db: DirectoryDb, enterpriseId: string) =>
  db.select().from(ssoConnections).where(eq(ssoConnections.id, enterpriseId)).limit(1);

export async function getSso(
  { db, enterpriseId }: DirectoryCtx,
  { redirectUri, startAddress }: SsoAddresses,
): Promise<Sso> {
  const row = await connectionOf(db, enterpriseId);
  return {
    issuer: row?.issuer ?? "",
    clientId: row?.clientId ?? "",
    hasSecret: Boolean(row?.secretSealed),
    enabled: row?.enabled ?? false,
    direct: row?.direct ?? false,
    redirectUri,
    startAddress,
    revision: row?.revision ?? 0,
  };
}

/**
 * Sets up or changes the connection. Without a secret the stored one stays, but not for another issuer: anybody who may
 * change the address could otherwise have it sent to a server of their own.
 */
export async function saveSso(
  directoryCtx: DirectoryCtx,
  sessionId: string,
  { password, code, revision, clientSecret, ...fields }: InputOf<typeof contract>["body"],
  secrets: ConfirmSecrets,
  { allowPrivate }: { allowPrivate: boolean },
): Promise<void> {
  const { db, enterpriseId, actor, now } = directoryCtx;
  if (!allowPrivate) refusePrivateIssuer(fields.issuer);
  const [own, [before]] = await readOwn(directoryCtx, sessionId, readingConnection(db, enterpriseId));
  // The row that was read is the one to change; before the confirmation, so that it tells no guess from another.
  if ((before?.revision ?? 0) !== revision) throw new DomainError("changedMeanwhile");
  if (before?.secretSealed && !clientSecret && before.issuer !== fields.issuer) {
    const text = texts.secretForNewIssuer;
    throw new DomainError("invalid", { message: text, errors: { clientSecret: text } });
  }
  const proof = await confirmed(directoryCtx, own, { password, code }, secrets);
  const sealed = clientSecret
    ? await seal(secrets.ring, enterpriseId, ssoOwner(enterpriseId), clientSecret)
    : undefined;
  const set = {
    ...fields,
    ...(sealed && { secretSealed: sealed.sealed, secretKeyVersion: sealed.keyVersion }),
    updatedBy: actor.name,
    updatedAt: now(),
  };
  const known = sql`coalesce((SELECT ${ssoConnections.revision} FROM ${ssoConnections} WHERE ${ssoConnections.id} = ${enterpriseId}), 0)`;
  await whileConfirmed(
    directoryCtx,
    proof,
    db.batch([
      guard(directoryCtx, sql`${proof.condition} AND ${known} = ${revision}`),
      guardRoom(directoryCtx, proof),
      ...proof.statements,
      before
        ? db
            .update(ssoConnections)
            .set({ ...set, revision: revision + 1 })
            .where(eq(ssoConnections.id, enterpriseId))
        : db
            .insert(ssoConnections)
            .values({ ...set, id: enterpriseId, enterpriseId, createdAt: set.updatedAt }),
      // Nobody may be left without a way in.
      ...(fields.enabled && fields.direct
        ? []
        : [
            db
              .update(users)
              .set({ ssoDirect: false })
              .where(and(eq(users.enterpriseId, enterpriseId), eq(users.ssoDirect, true))),
          ]),
      auditedInDirectory(directoryCtx, {
        action: before ? "update" : "create",
        kind: "sso",
        object: { id: enterpriseId, name: fields.issuer },
        before: before && shown(before),
        after: { ...fields, secretChanged: sealed !== undefined },
      }),
    ]),
    new DomainError("changedMeanwhile"),
  );
}

/** Reads an issuer's discovery document, as a sign-in would. */
export async function testSso(
  provider: OpenIdProvider,
  issuer: string,
): Promise<{ ok: boolean; message: string }> {
  try {
    const { issuer: named, supportsPkce } = await provider.discover(issuer);
    return {
      ok: true,
      message: supportsPkce ? texts.tested(named) : `${texts.tested(named)} ${texts.noPkce}`,
    };
  } catch (error) {
    if (!(error instanceof OpenIdError)) throw error;
    return {
      ok: false,
      message: describe(error).includes('"issuer"') ? texts.otherIssuer : texts.testFailed,
    };
  }
}

/** The client's secret in clear, for the exchange with its own issuer and nothing else. */
export async function clientSecretOf(ring: KeyRing, row: Row): Promise<string | undefined> {
  if (row.secretSealed === null || row.secretKeyVersion === null) return undefined;
  const sealed = { sealed: row.secretSealed, keyVersion: row.secretKeyVersion };
  return open(ring, row.enterpriseId, ssoOwner(row.id), sealed);
}

const shown = ({ issuer, clientId, enabled, direct }: Row) => ({ issuer, clientId, enabled, direct });

function refusePrivateIssuer(issuer: string): void {
  try {
    if (publicAddress(issuer).protocol === "https:") return;
  } catch (error) {
    if (!(error instanceof RefusedAddress)) throw error;
  }
  throw new DomainError("addressRefused", { errors: { issuer: genAiTexts.addressRefused } });
}
