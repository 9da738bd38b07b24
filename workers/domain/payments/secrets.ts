import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { open, type Owner, SecretError, type Sealed } from "../secrets/seal.ts";

export type SecretField = "keySecret" | "webhookSecret" | "formerSecret";
export const secretOwner = (id: string, field: SecretField): Owner => ({ kind: "payments", id, field });

/** The secrets of an enterprise's account (?1), to be read in the batch that reads what they are for. */
export const SECRETS_OF = `SELECT s.field, s.sealed, s.key_version AS keyVersion FROM payment_accounts a CROSS JOIN secrets s
  ON s.enterprise_id = a.enterprise_id AND s.owner_kind = 'payments' AND s.owner_id = a.id WHERE a.enterprise_id = ?1`;
export type SealedRow = Sealed & { field: SecretField };

/** Opens one of them; undefined for one that is not there or does not open, whose account is then as good as without it. */
export async function openedSecret(
  ring: KeyRing,
  { enterpriseId, accountId }: { enterpriseId: EnterpriseId; accountId: string },
  rows: readonly SealedRow[],
  field: SecretField,
): Promise<string | undefined> {
  const row = rows.find((each) => each.field === field);
  if (!row) return undefined;
  try {
    return await open(ring, enterpriseId, secretOwner(accountId, field), row);
  } catch (error) {
    if (error instanceof SecretError) return undefined;
    throw error;
  }
}
