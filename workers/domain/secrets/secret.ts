import { and, eq } from "drizzle-orm";
import { secrets } from "#db/tenant/secrets.ts";
import type { Ctx } from "../ctx.ts";
import type { KeyRing } from "./key-ring.ts";
import { open, seal, type Owner, type Sealed } from "./seal.ts";

const thisSecret = ({ enterpriseId }: Ctx, { kind, id, field }: Owner) =>
  and(
    eq(secrets.enterpriseId, enterpriseId),
    eq(secrets.ownerKind, kind),
    eq(secrets.ownerId, id),
    eq(secrets.field, field),
  );

/** Encrypts a secret for its owner; `keepSecret` writes it. */
export const sealSecret = (ctx: Ctx, ring: KeyRing, owner: Owner, text: string): Promise<Sealed> =>
  seal(ring, ctx.enterpriseId, owner, text);

/**
 * A statement that keeps a secret, for the batch of the change that it belongs to: in place of an earlier one, or only
 * if it is the first.
 */
export function keepSecret(
  { db, enterpriseId, now, newId }: Ctx,
  owner: Owner,
  sealed: Sealed,
  only?: "first",
) {
  const set = { ...sealed, updatedAt: now() };
  const target = [secrets.enterpriseId, secrets.ownerKind, secrets.ownerId, secrets.field];
  const insert = db.insert(secrets).values({
    id: newId(),
    enterpriseId,
    ownerKind: owner.kind,
    ownerId: owner.id,
    field: owner.field,
    ...set,
    createdAt: set.updatedAt,
  });
  return only ? insert.onConflictDoNothing({ target }) : insert.onConflictDoUpdate({ target, set });
}

/** A statement that forgets a secret. */
export const dropSecret = (ctx: Ctx, owner: Owner) => ctx.db.delete(secrets).where(thisSecret(ctx, owner));

/** The secret in clear, for a call to its own system and nothing else; undefined when there is none. Throws SecretError. */
export async function useSecret(ctx: Ctx, ring: KeyRing, owner: Owner): Promise<string | undefined> {
  const [row] = await ctx.db.select().from(secrets).where(thisSecret(ctx, owner)).limit(1);
  return row && open(ring, ctx.enterpriseId, owner, row);
}
