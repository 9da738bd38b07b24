import { useState } from "react";
import { call } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { billingTexts as texts } from "#texts/billing.ts";
import { moneyText } from "#workers/contract/billing/money.ts";
import {
  choosePlan,
  getBilling,
  getUsage,
  type PlanOnWire,
  type SubscriptionOnWire,
} from "#workers/contract/endpoints/enterprise-billing.ts";
import { PlanTermsList } from "./plan-terms.tsx";

/** The plans that are offered, the present one among them. */
export function Plans({
  subscription,
  plans,
}: {
  subscription: SubscriptionOnWire | null;
  plans: readonly PlanOnWire[];
}) {
  const currencies = (["INR", "USD"] as const).filter((each) =>
    plans.some(({ currency }) => currency === each),
  );
  const [chosen, setCurrency] = useState<"INR" | "USD">("INR");
  const currency = currencies.find((each) => each === chosen) ?? currencies[0];
  const current = subscription?.plan;
  // One that is not offered any more is still theirs.
  const shown = [
    ...(current && !plans.some(({ id }) => id === current.id) ? [current] : []),
    ...plans.filter((each) => each.currency === currency),
  ];
  return (
    <section aria-labelledby="billing-plans" className="grid grid-cols-1 gap-3">
      <h2 id="billing-plans" className="text-base font-semibold">
        {current ? texts.subscription : texts.choosePlan}
      </h2>
      {!current && <p className="max-w-prose text-muted">{texts.noPlanText}</p>}
      {!current && currencies.length > 1 && currency && (
        <Field label={texts.currency} className="w-56 max-w-full">
          <Select
            value={currency}
            options={currencies.map((value) => ({ value, label: texts.currencies[value] }))}
            onChange={setCurrency}
          />
        </Field>
      )}
      <ul className="grid gap-3 lg:grid-cols-3">
        {shown.map((plan) => (
          <li key={plan.id} className="min-w-0">
            <PlanCard plan={plan} subscription={subscription} />
          </li>
        ))}
      </ul>
      <p className="text-[0.8125rem] text-muted">{texts.months}</p>
    </section>
  );
}

function PlanCard({ plan, subscription }: { plan: PlanOnWire; subscription: SubscriptionOnWire | null }) {
  const confirm = useConfirm();
  const toast = useToast();
  const isCurrent = subscription?.plan.id === plan.id;
  const isNext = subscription?.nextPlan?.id === plan.id;
  const choose = async () => {
    const isCheaper = subscription !== null && plan.base < subscription.plan.base;
    const yes = await confirm({
      title: texts.chooseTitle(plan.name),
      text: !subscription ? texts.chooseFirst : isCheaper ? texts.chooseDown : texts.chooseUp,
      confirmLabel: texts.choose(plan.name),
      tone: "primary",
      run: () => call(choosePlan, { body: { planId: plan.id, revision: subscription?.revision } }),
    });
    if (!yes) return;
    toast.success(isCheaper ? texts.chosenNext : texts.chosen);
    void invalidate(getBilling);
    void invalidate(getUsage);
  };
  return (
    <Card className="flex h-full flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{plan.name}</h3>
        {isCurrent && <Badge tone="success">{texts.current}</Badge>}
      </div>
      <p className="text-lg font-semibold tabular-nums">
        {plan.base === 0 ? texts.free : texts.base(moneyText(plan.base, plan.currency))}
      </p>
      <PlanTermsList plan={plan} stacked />
      <div className="mt-auto grid justify-items-start gap-2 pt-2">
        {isCurrent && subscription.nextPlan && (
          <>
            <p className="text-[0.8125rem] text-muted">{texts.next(subscription.nextPlan.name)}</p>
            <Button onClick={() => void choose()}>{texts.stay}</Button>
          </>
        )}
        {!isCurrent && !isNext && <Button onClick={() => void choose()}>{texts.choose(plan.name)}</Button>}
      </div>
    </Card>
  );
}
