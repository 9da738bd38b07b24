import { Plus, ReceiptText, RefreshCw } from "lucide-react";
import { useState } from "react";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { invalidate, load, useLoaded } from "#app/data/query.ts";
import { ExportButton } from "#app/kit/export-button.tsx";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListEntries } from "#app/kit/list-screen.tsx";
import { OlderPager } from "#app/kit/older-pager.tsx";
import { useListState } from "#app/kit/use-list-state.ts";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { formatCount } from "#app/lib/format.ts";
import { listsTexts } from "#texts/lists.ts";
import { paymentsTexts as texts } from "#texts/payments.ts";
import { can, useSession } from "#app/session/session.ts";
import { getPaymentAccount, listPayments, paymentsCsv } from "#workers/contract/endpoints/payments.ts";
import { linkStates } from "#workers/contract/payments/states.ts";
import { IntegrationPage } from "../integration/integration-page.tsx";
import type { Route } from "./+types/payments.ts";
import { AccountCard } from "./account-card.tsx";
import { PaymentsTable } from "./payments-table.tsx";

const AccountDialog = lazily(
  () => import("./account-dialog.tsx"),
  (module) => module.AccountDialog,
);

const { tab: title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({
  ...{ title, lead, failed },
  Around: IntegrationPage,
});

/** The filter and the page are in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const { searchParams } = new URL(url);
  const state = linkStates.find((each) => each === searchParams.get("state"));
  const before = searchParams.get("before") ?? undefined;
  const [account, list] = await Promise.all([
    load(getPaymentAccount),
    load(listPayments, { query: { state, before } }),
  ]);
  return { account, list, state, before };
});

/** The account to which customers pay, and what they were asked to pay. */
export default function Payments({ loaderData }: Route.ComponentProps) {
  const { profile } = useSession();
  const { account, webhook } = useLoaded(loaderData.account).answer;
  const [editing, setEditing] = useState(false);
  const mayEdit = can(profile, ["INTEGRATIONS.EDIT"]);
  return (
    <IntegrationPage>
      <p className="mb-4 max-w-prose text-muted">{texts.lead}</p>
      {account ? (
        <AccountCard
          account={account}
          webhook={webhook ?? ""}
          mayEdit={mayEdit}
          mayDelete={can(profile, ["INTEGRATIONS.DELETE"])}
          onEdit={() => setEditing(true)}
        />
      ) : (
        <EmptyState
          icon={<ReceiptText />}
          title={texts.noAccount}
          action={
            mayEdit && (
              <Button tone="primary" icon={<Plus aria-hidden />} onClick={() => setEditing(true)}>
                {texts.add}
              </Button>
            )
          }
        >
          {texts.noAccountText}
        </EmptyState>
      )}
      <List {...loaderData} />
      {editing && <AccountDialog account={account} onClose={() => setEditing(false)} />}
    </IntegrationPage>
  );
}

function List({ list, state, before }: Route.ComponentProps["loaderData"]) {
  const listState = useListState();
  const loaded = useLoaded(list);
  const { payments, next } = loaded.answer;
  return (
    <section aria-labelledby="payments-list" className="mt-8">
      <h2 id="payments-list" className="mb-3 text-base font-semibold">
        {texts.list}
      </h2>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <Field label={texts.state} className="w-44">
          <Select
            value={state ?? ""}
            options={[
              { value: "", label: texts.anyState },
              ...linkStates.map((value) => ({ value, label: texts.states[value] })),
            ]}
            onChange={(chosen) => listState.change({ state: chosen, before: "" })}
          />
        </Field>
        <Button icon={<RefreshCw aria-hidden />} onClick={() => void invalidate(listPayments)}>
          {texts.refresh}
        </Button>
        {payments.length > 0 && (
          <ExportButton
            endpoint={paymentsCsv}
            input={{ query: { state } }}
            fileName={texts.fileName}
            label={texts.export}
          />
        )}
      </div>
      <ListEntries
        list={loaded}
        count={payments.length}
        empty={{
          icon: <ReceiptText />,
          title: state ? texts.noneFound : texts.none,
          text: state ? texts.noneFoundText : texts.noneText,
        }}
      >
        <PaymentsTable payments={payments} />
      </ListEntries>
      <OlderPager
        label={texts.pages}
        status={payments.length > 0 ? listsTexts.shown(formatCount(payments.length)) : ""}
        before={before}
        next={next}
        onGo={(mark) => listState.change({ before: mark })}
      />
    </section>
  );
}
