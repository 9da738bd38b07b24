import type { DirectoryDb, TenantDb, TenantDatabase } from "#db/client.ts";
import type { Seller } from "#workers/contract/billing/money.ts";
import { dayOf } from "#workers/contract/billing/usage.ts";
import { directoryCtxOf } from "../ctx.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { tellAlerts } from "./alerts.ts";
import { carryUsage, noteStored } from "./carry.ts";
import { issueInvoice, monthDue } from "./issue.ts";
import { syncLimits } from "./limits.ts";
import { subscriptionsIn } from "./subscriptions.ts";

const actor = { userId: "system", name: "", address: "", requestId: "billing" };
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

export interface RoundDeps {
  directory: DirectoryDb;
  ring: KeyRing;
  seller: Seller;
  /** An address of the console. */
  address: (path: string) => string;
  now: number;
}

/**
 * A minute's work for one database: its use is carried, its limits are told, alerts are told, and months that are over are
 * billed. Nothing is billed where carrying has failed.
 */
export async function billingRound(
  db: TenantDb,
  database: TenantDatabase,
  { directory, ring, seller, address, now }: RoundDeps,
): Promise<void> {
  if (now % HOUR_MS < MINUTE_MS) await noteStored(db, dayOf(now));
  await carryUsage(db, directory);
  const subscriptions = await subscriptionsIn(directory, database);
  if (subscriptions.length === 0) return;
  await syncLimits(db, subscriptions, now);
  await tellAlerts({ db, directory, ring, link: address("/billing"), actor, now }, subscriptions);
  for (const subscription of subscriptions) {
    const month = monthDue(subscription, now);
    if (month === null) continue;
    const ctx = directoryCtxOf(directory, subscription.enterpriseId, actor, { now: () => now });
    await issueInvoice(ctx, subscription, month, { seller, ring, link: address("/admin/enterpriseBilling") });
  }
}
