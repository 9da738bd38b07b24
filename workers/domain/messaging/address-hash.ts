import type { Address } from "#workers/contract/inbound.ts";
import type { Ctx } from "../ctx.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { firstSecret } from "../secrets/secret.ts";

export type AddressHash = (address: Address) => Promise<string>;

const kept = new Map<string, Promise<AddressHash>>();

/** The same, made once for this isolate: the secret never changes. */
export function keptAddressHash(ctx: Ctx, ring: KeyRing): Promise<AddressHash> {
  const before = kept.get(ctx.enterpriseId);
  if (before) return before;
  const made = addressHash(ctx, ring);
  kept.set(ctx.enterpriseId, made);
  made.catch(() => kept.delete(ctx.enterpriseId));
  return made;
}

/** The enterprise's key of address hashes; a hash names the version in front. */
const VERSION = 1;

/**
 * Hashes addresses under a secret of the enterprise, made once and sealed like any other: a rotation of DATA_KEY seals it
 * anew, and what was refused before a person was erased is still known by the same hash after it.
 */
export async function addressHash(ctx: Ctx, ring: KeyRing): Promise<AddressHash> {
  const { enterpriseId } = ctx;
  const owner = { kind: "suppression", id: enterpriseId, field: `address-key-${VERSION}` } as const;
  const made = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64");
  const secret = Buffer.from(await firstSecret(ctx, ring, owner, made), "base64");
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", secret, algorithm, false, ["sign"]);
  return async ({ kind, scope, value }) => {
    const text = new TextEncoder().encode(JSON.stringify([kind, scope, value]));
    return `${VERSION}:${Buffer.from(await crypto.subtle.sign("HMAC", key, text)).toString("base64url")}`;
  };
}
