import { randomUUID } from "node:crypto";
import { directory } from "#db/client.ts";
import * as billingApi from "#workers/contract/endpoints/enterprise-billing.ts";
import { daysOf, monthOf, type UsageKind } from "#workers/contract/billing/usage.ts";
import { directoryCtxOf } from "#workers/domain/ctx.ts";
import { issueInvoice } from "#workers/domain/billing/issue.ts";
import { SUBSCRIBED, type SubscribedRow, subscriptionIn } from "#workers/domain/billing/subscriptions.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { type Harness, SETTINGS } from "./harness.ts";
import { makePerson, type Person } from "./people.ts";
import { playRazorpay } from "./razorpay.ts";

export const theSeller = {
  name: "Chatbird Ltd",
  address: "Pune",
  taxId: "27AAPFU0939F1ZV",
  state: "27",
  taxRate: 1_800,
};
export const PLATFORM_HOOK = "/api/webhooks/payments/razorpay/platform";

/** The platform's own account at a played gateway. */
export const playPlatform = () =>
  playRazorpay({
    keyId: SETTINGS.PAYMENT_KEY_ID,
    keySecret: SETTINGS.PAYMENT_SECRET,
    webhookSecret: SETTINGS.PAYMENT_WEBHOOK_SECRET,
  });

export const switchBillingOn = (
  { env }: Pick<Harness, "env">,
  { enterpriseId }: Pick<Person, "enterpriseId">,
) =>
  env.DIRECTORY.prepare(
    `UPDATE enterprises SET features = json_patch(features, '{"billing":true}') WHERE id = ?`,
  )
    .bind(enterpriseId)
    .run();

/** An enterprise with billing, a plan, and its billing details. */
export async function makePayer(harness: Harness, planId = "inr-growth"): Promise<Person> {
  const owner = await makePerson(harness);
  await switchBillingOn(harness, owner);
  const { revision } = await owner.call(billingApi.choosePlan, { body: { planId } });
  await owner.call(billingApi.saveBillingDetails, {
    body: {
      legalName: "Asha & Sons",
      address: "1 MG Road\nBengaluru",
      country: "IN",
      state: "29",
      taxId: "29AAGCB7383J1Z4",
      revision,
    },
  });
  return owner;
}

export const present = () => monthOf(Date.now());
/** The first day of the month that is so many before this one. */
export const dayBefore = (months: number): number => daysOf(present() - months).from;

/** Has the subscription begun so many months ago, with nothing billed since. */
export const begunBefore = ({ env }: Pick<Harness, "env">, { enterpriseId }: Person, months: number) =>
  env.DIRECTORY.prepare("UPDATE subscriptions SET begun_on = ?2, closed = ?3 WHERE enterprise_id = ?1")
    .bind(enterpriseId, dayBefore(months), present() - months - 1)
    .run();

export const use = (
  { env }: Pick<Harness, "env">,
  { enterpriseId }: Person,
  kind: UsageKind,
  day: number,
  count: number,
) =>
  env.DIRECTORY.prepare(
    "INSERT INTO usage_daily (enterprise_id, kind, day, count) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO UPDATE SET count = count + excluded.count",
  )
    .bind(enterpriseId, kind, day, count)
    .run();

const actor = { userId: "system", name: "", address: "", requestId: "test" };
export const directoryCtx = ({ env }: Pick<Harness, "env">, { enterpriseId }: Person, now = Date.now) =>
  directoryCtxOf(directory(env), enterpriseId as EnterpriseId, actor, { now });

export async function subscriptionOf({ env }: Pick<Harness, "env">, { enterpriseId }: Person) {
  const row = await env.DIRECTORY.prepare(`${SUBSCRIBED} WHERE s.enterprise_id = ?1`)
    .bind(enterpriseId)
    .first<SubscribedRow>();
  if (!row) throw new Error("no subscription");
  return subscriptionIn(row);
}

/** Bills the next month of an enterprise's, as the clock does. */
export async function bill(harness: Harness, owner: Person): Promise<boolean> {
  const subscription = await subscriptionOf(harness, owner);
  const deps = {
    seller: theSeller,
    ring: keyRing(harness.secrets.DATA_KEY),
    link: "https://console.example.com/",
  };
  return issueInvoice(directoryCtx(harness, owner), subscription, subscription.closed + 1, deps);
}

/** A plan of the test's own. */
export async function makePlan({ env }: Pick<Harness, "env">, terms: object, base = 100_00): Promise<string> {
  const id = `plan-${randomUUID()}`;
  await env.DIRECTORY.prepare(
    "INSERT INTO plans (id, name, currency, base, terms, is_offered) VALUES (?, ?, 'INR', ?, ?, 0)",
  )
    .bind(id, id, base, JSON.stringify(terms))
    .run();
  return id;
}
/** Has an enterprise use it, as the operators' script does. */
export const givePlan = ({ env }: Pick<Harness, "env">, { enterpriseId }: Person, planId: string) =>
  env.DIRECTORY.prepare(
    "UPDATE subscriptions SET plan_id = ?2, revision = revision + 1 WHERE enterprise_id = ?1",
  )
    .bind(enterpriseId, planId)
    .run();
