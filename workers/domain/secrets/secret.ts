import { and, eq, lt } from "drizzle-orm";
import type { TenantDb } from "#db/client.ts";
import { secrets } from "#db/tenant/secrets.ts";
import type { Scope } from "../scope.ts";
import type { KeyRing } from "./key-ring.ts";

/** What a secret belongs to: it opens for this only. */
export interface Owner {
  kind: "integration" | "agent";
  id: string;
  field: string;
}

const NONCE_BYTES = 12;

/** Tenant, owner, field and key version are signed with the ciphertext: a row put elsewhere does not open. */
const boundTo = (enterpriseId: string, { kind, id, field }: Owner, version: number) =>
  new TextEncoder().encode(JSON.stringify([enterpriseId, kind, id, field, version]));

async function seal(ring: KeyRing, enterpriseId: string, owner: Owner, text: string): Promise<Sealed> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const additionalData = boundTo(enterpriseId, owner, ring.newest);
  const sealed = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv: nonce, additionalData },
    await ring.key(ring.newest),
    new TextEncoder().encode(text),
  );
  return { sealed: toBase64(new Uint8Array([...nonce, ...new Uint8Array(sealed)])), keyVersion: ring.newest };
}

async function open(
  ring: KeyRing,
  enterpriseId: string,
  owner: Owner,
  { sealed, keyVersion }: { sealed: string; keyVersion: number },
): Promise<string> {
  const bytes = fromBase64(sealed);
  const additionalData = boundTo(enterpriseId, owner, keyVersion);
  const opened = await crypto.subtle.decrypt(
    { name: "AES-GCM", iv: bytes.subarray(0, NONCE_BYTES), additionalData },
    await ring.key(keyVersion),
    bytes.subarray(NONCE_BYTES),
  );
  return new TextDecoder().decode(opened);
}

const thisSecret = ({ enterpriseId }: Scope, { kind, id, field }: Owner) =>
  and(
    eq(secrets.enterpriseId, enterpriseId),
    eq(secrets.ownerKind, kind),
    eq(secrets.ownerId, id),
    eq(secrets.field, field),
  );

export interface Sealed {
  sealed: string;
  keyVersion: number;
}

/** Encrypts a secret for its owner; `keepSecret` writes it. */
export const sealSecret = (scope: Scope, ring: KeyRing, owner: Owner, text: string): Promise<Sealed> =>
  seal(ring, scope.enterpriseId, owner, text);

/** A statement that keeps a secret, in place of an earlier one; for the batch of the change that it belongs to. */
export function keepSecret({ db, enterpriseId, now, newId }: Scope, owner: Owner, sealed: Sealed) {
  const set = { ...sealed, updatedAt: now() };
  return db
    .insert(secrets)
    .values({
      id: newId(),
      enterpriseId,
      ownerKind: owner.kind,
      ownerId: owner.id,
      field: owner.field,
      ...set,
      createdAt: set.updatedAt,
    })
    .onConflictDoUpdate({
      target: [secrets.enterpriseId, secrets.ownerKind, secrets.ownerId, secrets.field],
      set,
    });
}

/** A statement that forgets a secret. */
export const dropSecret = (scope: Scope, owner: Owner) =>
  scope.db.delete(secrets).where(thisSecret(scope, owner));

/** The secret in clear, for a call to its own system and nothing else; undefined when there is none. */
export async function useSecret(scope: Scope, ring: KeyRing, owner: Owner): Promise<string | undefined> {
  const [row] = await scope.db.select().from(secrets).where(thisSecret(scope, owner)).limit(1);
  return row && open(ring, scope.enterpriseId, owner, row);
}

const MOST_AT_ONCE = 100;

/** Encrypts with the newest key what an older one has encrypted; answers how many. Called until there is none. */
export async function resealSecrets(db: TenantDb, ring: KeyRing, now = Date.now()): Promise<number> {
  const rows = await db.select().from(secrets).where(lt(secrets.keyVersion, ring.newest)).limit(MOST_AT_ONCE);
  for (const row of rows) {
    const owner = { kind: row.ownerKind, id: row.ownerId, field: row.field } as Owner;
    const text = await open(ring, row.enterpriseId, owner, row);
    await db
      .update(secrets)
      .set({ ...(await seal(ring, row.enterpriseId, owner, text)), updatedAt: now })
      // Unless somebody has replaced it meanwhile.
      .where(and(eq(secrets.id, row.id), eq(secrets.sealed, row.sealed)));
  }
  return rows.length;
}

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
