import type { DirectoryDb, TenantDb } from "#db/client.ts";
import { movingTexts as texts } from "#texts/moving.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { ctxOf } from "../ctx.ts";
import { channelsOf, sendingState, setSending } from "../messaging/stop-sending.ts";

export const ACTOR = { userId: "system", name: "", address: "", requestId: "move" };

export const ctxIn = (db: TenantDb, enterpriseId: EnterpriseId, now: () => number) =>
  ctxOf(db, enterpriseId, ACTOR, { now });

/** Stops what leaves; who had stopped it before keeps their reason. */
export async function stopLeaving(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  now: () => number,
): Promise<void> {
  await setSending(ctxIn(db, enterpriseId, now), { reason: texts.stopReason });
}

/** Lets it go on where it was stopped for the move; answers the channels whose senders are to be woken. */
export async function letLeave(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  now: () => number,
): Promise<string[]> {
  const ctx = ctxIn(db, enterpriseId, now);
  if ((await sendingState(ctx)).stopped?.reason === texts.stopReason) await setSending(ctx, null);
  return channelsOf(ctx);
}

/** Messages, calls of journeys and deliveries to other systems that are under way, or claimed for it. */
const CLAIMED = `SELECT EXISTS (SELECT 1 FROM messages INDEXED BY messages_claimed WHERE claimed_by IS NOT NULL AND enterprise_id = ?1 AND status = 'queued')
  OR EXISTS (SELECT 1 FROM broadcast_recipients INDEXED BY broadcast_recipients_claimed WHERE claimed_by IS NOT NULL AND enterprise_id = ?1 AND status = 'queued')
  OR EXISTS (SELECT 1 FROM run_calls WHERE enterprise_id = ?1 AND attempts > 0 AND due_at > ?2)
  OR EXISTS (SELECT 1 FROM hook_deliveries WHERE enterprise_id = ?1 AND state = 'waiting' AND lease_until > ?2) AS busy`;
export const isCalling = async ({ $client }: TenantDb, enterpriseId: string, now: number): Promise<boolean> =>
  (await $client.prepare(CLAIMED).bind(enterpriseId, now).first<number>("busy")) === 1;

const DELETES = "SELECT deletes_at IS NOT NULL AS deletes FROM enterprises WHERE id = ?1";
export const isDeleting = async ({ $client }: DirectoryDb, enterpriseId: string): Promise<boolean> =>
  (await $client.prepare(DELETES).bind(enterpriseId).first<number>("deletes")) !== 0;
