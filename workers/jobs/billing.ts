import { directory, tenantDatabase, tenantDatabases } from "#db/client.ts";
import { seller as sellerShape, type Seller } from "#workers/contract/billing/money.ts";
import { workInvoiceLinks } from "#workers/domain/billing/links.ts";
import { platformGateway, type PlatformSettings } from "#workers/domain/billing/platform.ts";
import { billingRound } from "#workers/domain/billing/round.ts";
import { describe } from "#workers/domain/error.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";

type Settings = PlatformSettings & { BILLING_SELLER?: string };

/** The seller, as JSON in a setting of the deployment. Throws if it is missing or unreadable: no invoice may have a wrong sender. */
export function sellerIn({ BILLING_SELLER }: Pick<Settings, "BILLING_SELLER">): Seller {
  if (!BILLING_SELLER)
    throw new Error("BILLING_SELLER is not set: months that are over are billed once it says who sells.");
  return sellerShape.parse(JSON.parse(BILLING_SELLER));
}

/** Says each minute that the seller can't be read, long before a month is over that would be billed. */
function checkSeller(settings: Settings): void {
  // A deployment that sells nothing has none, and is told when a month is to be billed.
  if (!settings.BILLING_SELLER) return;
  try {
    sellerIn(settings);
  } catch (error) {
    console.log(
      JSON.stringify({
        level: "error",
        source: "billing",
        setting: "BILLING_SELLER",
        failure: describe(error),
      }),
    );
  }
}

/** Runs every minute: carries what was used, tells limits and alerts, bills months that are over, asks about payments. */
export async function billing(env: JobsEnv, now = Date.now()): Promise<void> {
  const settings = env as JobsEnv & Settings;
  checkSeller(settings);
  const deps = {
    directory: directory(env),
    ring: keyRing(env.DATA_KEY),
    seller: () => sellerIn(settings),
    address: (path: string) => new URL(path, env.PUBLIC_URL).href,
    now,
  };
  for (const name of tenantDatabases) {
    try {
      await billingRound(tenantDatabase(env, name), name, deps);
    } catch (error) {
      // One database that can't be reached must not hold up the other's invoices.
      console.log(
        JSON.stringify({ level: "error", source: "billing", database: name, failure: describe(error) }),
      );
    }
  }
  const gateway = platformGateway(settings);
  if (gateway) await workInvoiceLinks(deps.directory, gateway, Date.now);
}
