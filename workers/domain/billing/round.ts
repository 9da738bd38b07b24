import type { DirectoryDb, TenantDb, TenantDatabase } from "#db/client.ts";
import type { Seller } from "#workers/contract/billing/money.ts";
import { dayOf } from "#workers/contract/billing/usage.ts";
import { directoryCtxOf } from "../ctx.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { tellAlerts } from "./alerts.ts";
import { aside } from "./aside.ts";
import { carryUsage, noteStored } from "./carry.ts";
import { issueInvoice, monthDue } from "./issue.ts";
import { reissueInvoice, reissuesDue } from "./reissue.ts";
import { syncLimits } from "./limits.ts";
import { type Subscription, subscriptionsIn } from "./subscriptions.ts";

const actor = { userId: "system", name: "", address: "", requestId: "billing" };
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

export interface RoundDeps {
  directory: DirectoryDb;
  ring: KeyRing;
  /** The seller; throws where it can't be read: no invoice may have a wrong sender. */
  seller: () => Seller;
  /** An address of the console. */
  address: (path: string) => string;
  now: number;
}

/**
 * A minute's work for one database: its use is carried, its limits are told, alerts are told, and months that are over are
 * billed. Nothing is billed where carrying has failed; one enterprise's trouble is not the others'.
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
  await billDue(subscriptions, { directory, ring, seller, address, now });
}

async function billDue(
  subscriptions: readonly Subscription[],
  { directory, ring, seller, address, now }: RoundDeps,
): Promise<void> {
  const due = subscriptions.flatMap((subscription) => {
    const month = monthDue(subscription, now);
    return month === null ? [] : [{ subscription, month }];
  });
  const again = (await reissuesDue(directory)).flatMap((reissue) => {
    const subscription = subscriptions.find(({ enterpriseId }) => enterpriseId === reissue.enterpriseId);
    return subscription ? [{ subscription, reissue }] : [];
  });
  if (due.length === 0 && again.length === 0) return;
  const deps = { seller: seller(), ring, link: address("/admin/enterpriseBilling") };
  const ctxOf = ({ enterpriseId }: Subscription) =>
    directoryCtxOf(directory, enterpriseId, actor, { now: () => now });
  for (const { subscription, reissue } of again)
    await aside(subscription.enterpriseId, () =>
      reissueInvoice(ctxOf(subscription), subscription, reissue, deps),
    );
  for (const { subscription, month } of due) {
    const ctx = ctxOf(subscription);
    await aside(subscription.enterpriseId, () => issueInvoice(ctx, subscription, month, deps));
  }
}
