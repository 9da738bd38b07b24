import type { TenantDb } from "#db/client.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { GatewayNews } from "#workers/providers/payment-gateway.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { openedSecret, type SealedRow } from "./secrets.ts";
import { settling } from "./settle.ts";
import { liesHere } from "../bare/fenced.ts";

const ACCOUNT = `SELECT id, enterprise_id AS enterpriseId, both_until AS bothUntil FROM payment_accounts WHERE id = ?1 AND ${liesHere("enterprise_id")}`;
const SECRETS = `SELECT s.field, s.sealed, s.key_version AS keyVersion FROM payment_accounts a CROSS JOIN secrets s
  ON s.enterprise_id = a.enterprise_id AND s.owner_kind = 'payments' AND s.owner_id = a.id WHERE a.id = ?1 AND s.field <> 'keySecret'`;
const HEARD = `UPDATE payment_accounts SET last_event_at = ?2 WHERE id = ?1`;

/** An account as its gateway's calls find it: whose it is, and by which secrets it knows them. */
export interface CalledAccount {
  id: string;
  enterpriseId: EnterpriseId;
  secrets: string[];
}

/** The account at an address; undefined where this database has none. */
export async function calledAccount(
  { $client }: Pick<TenantDb, "$client">,
  ring: KeyRing,
  id: string,
  now: number,
): Promise<CalledAccount | undefined> {
  const [accounts, sealed] = await $client.batch([
    $client.prepare(ACCOUNT).bind(id),
    $client.prepare(SECRETS).bind(id),
  ]);
  const [account] = (accounts?.results ?? []) as (Omit<CalledAccount, "secrets"> & { bothUntil: number })[];
  if (!account) return undefined;
  const { enterpriseId, bothUntil } = account;
  const rows = (sealed?.results ?? []) as unknown as SealedRow[];
  const fields =
    bothUntil > now ? (["webhookSecret", "formerSecret"] as const) : (["webhookSecret"] as const);
  const opened = await Promise.all(
    fields.map((field) => openedSecret(ring, { enterpriseId, accountId: id }, rows, field)),
  );
  return { id, enterpriseId, secrets: opened.filter((each) => each !== undefined) };
}

/** Takes what a signed call has told, in one transaction. News of links that are not ours is none. */
export async function takeNews(
  db: Pick<TenantDb, "$client">,
  { id: accountId, enterpriseId }: CalledAccount,
  news: GatewayNews | undefined,
  now: number,
): Promise<void> {
  await db.$client.batch([
    db.$client.prepare(HEARD).bind(accountId, now),
    ...(news ? settling(db, { enterpriseId, accountId, ...news, now }) : []),
  ]);
}
