import * as billingApi from "#workers/contract/endpoints/enterprise-billing.ts";
import type { ApiClient } from "./client.ts";

/** Chooses a plan and enters whom invoices are for, unless somebody has. */
export async function seedBilling(client: ApiClient, log: (line: string) => void): Promise<void> {
  const { subscription } = await client.call(billingApi.getBilling);
  if (subscription) return;
  log("Choosing a plan");
  const { revision } = await client.call(billingApi.choosePlan, { body: { planId: "inr-growth" } });
  await client.call(billingApi.saveBillingDetails, {
    body: {
      legalName: "Demo Bank Limited",
      address: "12 MG Road\nBengaluru 560001",
      country: "IN",
      state: "29",
      email: "accounts@demo-bank.example",
      revision,
    },
  });
}
