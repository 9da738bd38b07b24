import type { DirectoryDb, TenantDatabase } from "#db/client.ts";
import type { BillingDetails, PlanTerms } from "#workers/contract/billing/money.ts";
import { daysOf, monthOf } from "#workers/contract/billing/usage.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { Stops } from "../usage/stops.ts";
import { noteFailure } from "./aside.ts";

export interface Plan {
  id: string;
  name: string;
  currency: string;
  base: number;
  terms: PlanTerms;
}
export interface Subscription {
  enterpriseId: EnterpriseId;
  plan: Plan;
  nextPlanId: string | null;
  begunOn: number;
  closed: number;
  details: BillingDetails;
  revision: number;
  updatedBy: string;
  updatedAt: number;
}

export const SUBSCRIBED = `SELECT s.enterprise_id AS enterpriseId, s.next_plan_id AS nextPlanId, s.begun_on AS begunOn, s.closed, s.details, s.revision,
  s.updated_by AS updatedBy, s.updated_at AS updatedAt, p.id AS planId, p.name AS planName, p.currency, p.base, p.terms
  FROM subscriptions s JOIN plans p ON p.id = s.plan_id`;

export interface SubscribedRow extends Omit<Subscription, "plan" | "details"> {
  details: string;
  planId: string;
  planName: string;
  currency: string;
  base: number;
  terms: string;
}

export function subscriptionIn(row: SubscribedRow): Subscription {
  const { planId, planName, currency, base, terms, details, ...rest } = row;
  const plan = { id: planId, name: planName, currency, base, terms: JSON.parse(terms) as PlanTerms };
  return { ...rest, plan, details: JSON.parse(details) as BillingDetails };
}

/** The subscriptions of a database's enterprises. */
export async function subscriptionsIn(
  { $client }: Pick<DirectoryDb, "$client">,
  database: TenantDatabase,
): Promise<Subscription[]> {
  const { results } = await $client
    .prepare(
      `${SUBSCRIBED} JOIN enterprises e ON e.id = s.enterprise_id WHERE e.database = ?1 AND e.still_since IS NULL ORDER BY s.enterprise_id`,
    )
    .bind(database)
    .all<SubscribedRow>();
  return results.flatMap((row) => {
    try {
      return [subscriptionIn(row)];
    } catch (error) {
      // A plan that an operator wrote wrongly holds up nobody else's bills.
      noteFailure(row.enterpriseId, error);
      return [];
    }
  });
}

/** The first day of a month that counts: before the first plan was chosen nothing is billed, limited or told of. */
export const countedFrom = ({ begunOn }: Pick<Subscription, "begunOn">, month: number): number =>
  Math.max(daysOf(month).from, begunOn);

/** The part of a subscription that its limits are made from. */
export type Limited = Pick<Subscription, "enterpriseId" | "plan" | "begunOn">;

/** The hard limits of a subscription, in this month. */
export const stopsOf = (subscription: Limited, now: number): Stops => ({
  enterpriseId: subscription.enterpriseId,
  terms: subscription.plan.terms,
  from: countedFrom(subscription, monthOf(now)),
  to: daysOf(monthOf(now)).to,
});
