import { Pencil } from "lucide-react";
import { useState } from "react";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { Page } from "#app/components/page.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { countryName } from "#app/lib/countries.ts";
import { billingTexts as texts } from "#texts/billing.ts";
import { loadSession } from "#app/session/session.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { gstStates } from "#workers/contract/billing/details.ts";
import { getBilling, type SubscriptionOnWire } from "#workers/contract/endpoints/enterprise-billing.ts";
import type { Route } from "./+types/enterprise-billing.ts";
import { CreditsTable, PaymentsTable } from "./history.tsx";
import { InvoicesTable } from "./invoices-table.tsx";
import { Plans } from "./plans.tsx";

const DetailsDialog = lazily(
  () => import("./details-dialog.tsx"),
  (module) => module.DetailsDialog,
);

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed });

/** The shell says that billing is switched off; there is nothing to ask for. */
const OFF: ReplyOf<typeof getBilling> = {
  subscription: null,
  plans: [],
  balance: 0,
  credits: [],
  invoices: [],
  payments: [],
  takesPayments: false,
};

export const clientLoader = prefetched(async () => {
  const { features } = await loadSession();
  return {
    billing: features.billing ? await load(getBilling) : { endpoint: getBilling, input: {}, answer: OFF },
  };
});

/** The plan, billing details, invoices, payments and credits of an enterprise. */
export default function EnterpriseBilling({ loaderData }: Route.ComponentProps) {
  const { subscription, plans, invoices, payments, credits, balance, takesPayments } = useLoaded(
    loaderData.billing,
  ).answer;
  const [editing, setEditing] = useState(false);
  return (
    <Page title={title} lead={lead} actions={<ButtonLink to="/billing">{texts.toUsage}</ButtonLink>}>
      <div className="grid grid-cols-1 gap-8">
        <Plans subscription={subscription} plans={plans} />
        {subscription && <Details subscription={subscription} onEdit={() => setEditing(true)} />}
        <InvoicesTable invoices={invoices} takesPayments={takesPayments} />
        <PaymentsTable payments={payments} />
        <CreditsTable credits={credits} balance={balance} currency={subscription?.plan.currency ?? "INR"} />
      </div>
      {editing && subscription && (
        <DetailsDialog subscription={subscription} onClose={() => setEditing(false)} />
      )}
    </Page>
  );
}

function Details({
  subscription: { details },
  onEdit,
}: {
  subscription: SubscriptionOnWire;
  onEdit: () => void;
}) {
  const isEmpty = details.legalName === "";
  const facts = [
    [texts.legalName, details.legalName],
    [texts.address, details.address],
    [texts.country, countryName(details.country)],
    ...(details.country === "IN"
      ? [[texts.state, gstStates[details.state] ?? ""] as const, [texts.gstin, details.taxId] as const]
      : [[texts.taxId, details.taxId] as const]),
    [texts.email, details.email],
  ] as const;
  return (
    <section aria-labelledby="billing-details">
      <Card>
        <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
          <h2 id="billing-details" className="text-base font-semibold">
            {texts.details}
          </h2>
          <Button icon={<Pencil aria-hidden />} onClick={onEdit}>
            {isEmpty ? texts.enter : texts.edit}
          </Button>
        </div>
        {isEmpty ? (
          <p className="text-muted">{texts.noDetails}</p>
        ) : (
          <dl className="grid gap-2">
            {facts.map(([term, value]) => (
              <div key={term} className="grid gap-x-6 sm:grid-cols-[10rem_1fr]">
                <dt className="text-muted">{term}</dt>
                <dd className="min-w-0 whitespace-pre-line [overflow-wrap:anywhere]">{value || "-"}</dd>
              </div>
            ))}
          </dl>
        )}
      </Card>
    </section>
  );
}
