import { sql } from "drizzle-orm";
import type { z } from "zod";
import { billingTexts as texts } from "#texts/billing.ts";
import type { detailFields } from "#workers/contract/billing/details.ts";
import { fullAt } from "#workers/contract/billing/forecast.ts";
import { noDetails } from "#workers/contract/billing/money.ts";
import { dayOf, monthOf, usageKindNames } from "#workers/contract/billing/usage.ts";
import type { SubscriptionOnWire } from "#workers/contract/endpoints/enterprise-billing.ts";
import { auditedInDirectory } from "../audit.ts";
import type { DirectoryCtx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { bindable, guard } from "../guard.ts";
import { refuseStale, unlessStale } from "../revision.ts";
import { planIn, type PlanRow, PLANS, wireOf } from "./plans.ts";
import { SUBSCRIBED, type SubscribedRow, type Subscription, subscriptionIn } from "./subscriptions.ts";

async function subscribed({
  db: { $client },
  enterpriseId,
}: DirectoryCtx): Promise<[Subscription | undefined, PlanRow[]]> {
  const [rows, plans] = await $client.batch([
    $client.prepare(`${SUBSCRIBED} WHERE s.enterprise_id = ?1`).bind(enterpriseId),
    $client.prepare(PLANS),
  ]);
  const [row] = (rows?.results ?? []) as unknown as SubscribedRow[];
  return [row && subscriptionIn(row), (plans?.results ?? []) as unknown as PlanRow[]];
}

const SAVE = `INSERT INTO subscriptions (enterprise_id, plan_id, next_plan_id, begun_on, closed, details, revision, updated_by, created_at, updated_at)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9) ON CONFLICT DO UPDATE SET plan_id = excluded.plan_id, next_plan_id = excluded.next_plan_id,
  details = excluded.details, revision = excluded.revision, updated_by = excluded.updated_by, updated_at = excluded.updated_at`;

const FORGET_ALERTS =
  "DELETE FROM billing_alerts WHERE enterprise_id = ?1 AND month = ?2 AND kind IN (SELECT value FROM json_each(?3))";
/** Meters that are full at something else from now on: what was told of them was about the plan before. */
const refilled = (before: Subscription | undefined, { plan }: Pick<Subscription, "plan">): string[] =>
  usageKindNames.filter((kind) => fullAt(before?.plan.terms[kind]) !== fullAt(plan.terms[kind]));

async function save(
  ctx: DirectoryCtx,
  before: Subscription | undefined,
  after: Pick<Subscription, "plan" | "nextPlanId" | "details">,
  trail: { before: unknown; after: unknown },
): Promise<Subscription> {
  const {
    db: { $client },
    enterpriseId,
    now,
    actor,
  } = ctx;
  const at = now();
  const saved: Subscription = {
    enterpriseId,
    begunOn: before?.begunOn ?? dayOf(at),
    closed: before?.closed ?? monthOf(at) - 1,
    ...after,
    revision: (before?.revision ?? 0) + 1,
    updatedBy: actor.name,
    updatedAt: at,
  };
  const audit = auditedInDirectory(ctx, {
    action: before ? "update" : "create",
    kind: "subscription",
    object: { id: enterpriseId, name: after.plan.name },
    ...trail,
  });
  await unlessStale(
    $client.batch([
      bindable(
        ctx,
        guard(
          ctx,
          sql`coalesce((SELECT revision FROM subscriptions WHERE enterprise_id = ${enterpriseId}), 0) = ${before?.revision ?? 0}`,
        ),
      ),
      $client
        .prepare(SAVE)
        .bind(
          enterpriseId,
          after.plan.id,
          after.nextPlanId,
          saved.begunOn,
          saved.closed,
          JSON.stringify(after.details),
          saved.revision,
          actor.name,
          at,
        ),
      $client.prepare(FORGET_ALERTS).bind(enterpriseId, monthOf(at), JSON.stringify(refilled(before, after))),
      bindable(ctx, audit),
    ]),
    async () => (await subscribed(ctx))[0] ?? saved,
  );
  return saved;
}

/**
 * Chooses a plan: the first one and a dearer one hold at once and for the whole month, a cheaper one from the next month. The
 * present one takes back what was chosen for the next month. Its hard limits are for the caller to tell.
 */
export async function choosePlan(
  ctx: DirectoryCtx,
  { planId, revision }: { planId: string; revision?: number | undefined },
): Promise<{ subscription: SubscriptionOnWire; saved: Subscription; isNext: boolean }> {
  const [before, plans] = await subscribed(ctx);
  if (before) refuseStale(before, revision);
  const refuse = (message: string) => new DomainError("invalid", { message, errors: { planId: message } });
  const row = plans.find(({ id }) => id === planId);
  if (!row || (row.isOffered !== 1 && before?.plan.id !== planId)) throw refuse(texts.planUnknown);
  const plan = planIn(row);
  if (before && before.plan.currency !== plan.currency) throw refuse(texts.planCurrency);
  if (before && before.plan.id === plan.id && before.nextPlanId === null) throw refuse(texts.planSame);
  // Otherwise it would count for the month that is being billed.
  if (before && before.closed + 1 < monthOf(ctx.now())) throw refuse(texts.monthClosing);
  const isNext = before !== undefined && plan.base < before.plan.base;
  const saved = await save(
    ctx,
    before,
    {
      plan: isNext ? before.plan : plan,
      nextPlanId: isNext ? plan.id : null,
      details: before?.details ?? noDetails,
    },
    { before: before ? { plan: before.plan.name } : null, after: { plan: plan.name, nextMonth: isNext } },
  );
  return { subscription: wireOf(saved, plans), saved, isNext };
}

type Details = Omit<z.infer<typeof detailFields>, "revision">;

/** Keeps whom invoices are for. Needs a plan, which decides what is on them. */
export async function saveDetails(
  ctx: DirectoryCtx,
  { revision, ...details }: Details & { revision?: number | undefined },
): Promise<SubscriptionOnWire> {
  const [before, plans] = await subscribed(ctx);
  if (!before) throw new DomainError("invalid", { message: texts.noPlan });
  refuseStale(before, revision);
  const { plan, nextPlanId } = before;
  // Of a tax id only that it has changed: the trail is read by more people.
  const shown = ({ legalName, address, country, state }: Omit<Details, "email">) => ({
    legalName,
    address,
    country,
    state,
  });
  const saved = await save(
    ctx,
    before,
    { plan, nextPlanId, details },
    { before: shown(before.details), after: shown(details) },
  );
  return wireOf(saved, plans);
}
