import type { Ctx } from "../ctx.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { open, type Owner, SecretError, type Sealed } from "../secrets/seal.ts";

export type SecretField = "secret" | "former";
export const secretOwner = (id: string, field: SecretField): Owner => ({ kind: "hook", id, field });

const SECRETS = `SELECT field, sealed, key_version AS keyVersion FROM secrets
  WHERE enterprise_id = ?1 AND owner_kind = 'hook' AND owner_id = ?2`;

/** The secrets that sign now, the present one first. One that does not open (its key is gone) is left out. */
export async function signingSecrets(
  { db, enterpriseId, now }: Pick<Ctx, "db" | "enterpriseId" | "now">,
  ring: KeyRing,
  { id, bothUntil }: { id: string; bothUntil: number },
): Promise<string[]> {
  const { results } = await db.$client
    .prepare(SECRETS)
    .bind(enterpriseId, id)
    .all<Sealed & { field: SecretField }>();
  const fields: SecretField[] = bothUntil > now() ? ["secret", "former"] : ["secret"];
  const opened = await Promise.all(
    fields.map(async (field) => {
      const row = results.find((each) => each.field === field);
      if (!row) return [];
      try {
        return [await open(ring, enterpriseId, secretOwner(id, field), row)];
      } catch (error) {
        if (error instanceof SecretError) return [];
        throw error;
      }
    }),
  );
  return opened.flat();
}

/** 32 random bytes, as Standard Webhooks spells them. */
export const newSigningSecret = (): string =>
  `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64")}`;
