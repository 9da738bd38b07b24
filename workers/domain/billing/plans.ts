import type { PlanTerms } from "#workers/contract/billing/money.ts";
import type { SubscriptionOnWire } from "#workers/contract/endpoints/enterprise-billing.ts";
import type { Plan, Subscription } from "./subscriptions.ts";

export const PLANS =
  "SELECT id, name, currency, base, terms, is_offered AS isOffered FROM plans ORDER BY currency, position, id";

export type PlanRow = Omit<Plan, "terms"> & { terms: string; isOffered: number };

export const planIn = ({ isOffered: _, terms, ...rest }: PlanRow): Plan => ({
  ...rest,
  terms: JSON.parse(terms) as PlanTerms,
});

export const wireOf = (
  { plan, nextPlanId, details, revision }: Subscription,
  plans: readonly Pick<Plan, "id" | "name">[],
): SubscriptionOnWire => {
  const next = plans.find(({ id }) => id === nextPlanId);
  return { plan, nextPlan: next ? { id: next.id, name: next.name } : null, details, revision };
};
