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

/** A statement that keeps a secret, in place of an earlier one; for the batch of the change that it belongs to. */
export function keepSecret(ctx: Ctx, owner: Owner, sealed: Sealed) {
  return inserting(ctx, owner, sealed).onConflictDoUpdate({
    target: ONE_A_FIELD,
    set: { ...sealed, updatedAt: ctx.now() },
  });
}

/** Keeps a secret unless its owner has one already, and returns the one that is kept, in clear: of two at once, one. */
export async function firstSecret(ctx: Ctx, ring: KeyRing, owner: Owner, text: string): Promise<string> {
  const sealed = await sealSecret(ctx, ring, owner, text);
  const [, [row]] = await ctx.db.batch([
    inserting(ctx, owner, sealed).onConflictDoNothing({ target: ONE_A_FIELD }),
    ctx.db.select().from(secrets).where(thisSecret(ctx, owner)).limit(1),
  ]);
  return row ? open(ring, ctx.enterpriseId, owner, row) : text;
}

const ONE_A_FIELD = [secrets.enterpriseId, secrets.ownerKind, secrets.ownerId, secrets.field];

function inserting({ db, enterpriseId, now, newId }: Ctx, owner: Owner, sealed: Sealed) {
  const at = now();
  return db.insert(secrets).values({
    id: newId(),
    enterpriseId,
    ownerKind: owner.kind,
    ownerId: owner.id,
    field: owner.field,
    ...sealed,
    updatedAt: at,
    createdAt: at,
  });
}

/** A statement that forgets a secret. */
export const dropSecret = (ctx: Ctx, owner: Owner) => ctx.db.delete(secrets).where(thisSecret(ctx, owner));

/** A statement that forgets every secret of an owner. */
export const dropSecretsOf = ({ db, enterpriseId }: Ctx, { kind, id }: Omit<Owner, "field">) =>
  db
    .delete(secrets)
    .where(and(eq(secrets.enterpriseId, enterpriseId), eq(secrets.ownerKind, kind), eq(secrets.ownerId, id)));

/** The secret in clear, for a call to its own system and nothing else; undefined when there is none. Throws SecretError. */
export async function useSecret(ctx: Ctx, ring: KeyRing, owner: Owner): Promise<string | undefined> {
  const [row] = await ctx.db.select().from(secrets).where(thisSecret(ctx, owner)).limit(1);
  return row && open(ring, ctx.enterpriseId, owner, row);
}
