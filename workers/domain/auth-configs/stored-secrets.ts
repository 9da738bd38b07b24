import type { Secrets } from "#workers/contract/auth-types.ts";
import type { Ctx } from "../ctx.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { useSecret } from "../secrets/secret.ts";
import { type AuthConfigRow, keptOf, secretOwner } from "./auth-config.ts";

/** The secrets of a configuration in clear, for a call to its own system and nothing else. Throws SecretError. */
export async function storedSecrets(ctx: Ctx, ring: KeyRing, row: AuthConfigRow): Promise<Secrets> {
  const fields = Object.keys(keptOf(row).hints);
  const found = await Promise.all(
    fields.map(async (field) => [field, await useSecret(ctx, ring, secretOwner(row.id, field))] as const),
  );
  return Object.fromEntries(found.filter(([, secret]) => secret !== undefined));
}
