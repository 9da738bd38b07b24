import { and, eq } from "drizzle-orm";
import { secrets } from "#db/tenant/secrets.ts";
import type { Scope } from "../scope.ts";
import type { KeyRing } from "./key-ring.ts";
import { open, seal, type Place, type Sealed } from "./seal.ts";

/** Whose secret it is within the scope's enterprise. */
export type Owner = Omit<Place, "enterpriseId">;

const thisSecret = ({ enterpriseId }: Scope, { ownerKind, ownerId, field }: Owner) =>
  and(
    eq(secrets.enterpriseId, enterpriseId),
    eq(secrets.ownerKind, ownerKind),
    eq(secrets.ownerId, ownerId),
    eq(secrets.field, field),
  );

/** The text as `secretWritten` stores it. */
export const sealedFor = (
  { enterpriseId }: Scope,
  ring: KeyRing,
  owner: Owner,
  text: string,
): Promise<Sealed> => seal(ring, { enterpriseId, ...owner }, text);

/** A statement that stores a secret, or replaces it; it belongs into the batch of the change. */
export function secretWritten({ db, enterpriseId, now, newId }: Scope, owner: Owner, sealed: Sealed) {
  const at = now();
  const set = { ...sealed, updatedAt: at };
  return db
    .insert(secrets)
    .values({ id: newId(), enterpriseId, ...owner, ...set, createdAt: at })
    .onConflictDoUpdate({
      target: [secrets.enterpriseId, secrets.ownerKind, secrets.ownerId, secrets.field],
      set,
    });
}

/** A statement that deletes a secret. */
export const secretRemoved = (scope: Scope, owner: Owner) =>
  scope.db.delete(secrets).where(thisSecret(scope, owner));

/** The secret's text for the server's own use; null when none is stored. Throws SecretError when it does not open. */
export async function readSecret(scope: Scope, ring: KeyRing, owner: Owner): Promise<string | null> {
  const [row] = await scope.db.select().from(secrets).where(thisSecret(scope, owner)).limit(1);
  return row ? open(ring, { enterpriseId: scope.enterpriseId, ...owner }, row) : null;
}
