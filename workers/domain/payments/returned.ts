import type { TenantDb } from "#db/client.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { openedSecret, type SealedRow } from "./secrets.ts";

const LINK = `SELECT l.enterprise_id AS enterpriseId, l.account_id AS accountId FROM payment_links l WHERE l.id = ?1`;
const SECRET = `SELECT s.field, s.sealed, s.key_version AS keyVersion FROM payment_links l CROSS JOIN secrets s
  ON s.enterprise_id = l.enterprise_id AND s.owner_kind = 'payments' AND s.owner_id = l.account_id AND s.field = 'keySecret' WHERE l.id = ?1`;
/** The truth is the gateway's, which is asked at once. */
const LOOK = `UPDATE payment_links SET due_at = ?2, tries = 0 WHERE id = ?1 AND ended_at IS NULL AND vendor_id = ?3`;

/** The secret by which the account of a link signs where it leads people back to; undefined for a link that is not there. */
export async function secretOfLink(
  { $client }: Pick<TenantDb, "$client">,
  ring: KeyRing,
  reference: string,
): Promise<string | undefined> {
  const [links, secrets] = await $client.batch([
    $client.prepare(LINK).bind(reference),
    $client.prepare(SECRET).bind(reference),
  ]);
  const [link] = (links?.results ?? []) as { enterpriseId: EnterpriseId; accountId: string }[];
  if (!link) return undefined;
  return openedSecret(ring, link, (secrets?.results ?? []) as unknown as SealedRow[], "keySecret");
}

/** Has the gateway asked about a link whose signed page says that it is paid: the page itself settles nothing. */
export async function lookAtLink(
  { $client }: Pick<TenantDb, "$client">,
  { referenceId, linkId }: { referenceId: string; linkId: string },
  now: number,
): Promise<void> {
  await $client.prepare(LOOK).bind(referenceId, now, linkId).run();
}
