import { useCallback, useMemo } from "react";
import { redirect, useNavigation, useSearchParams } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { NotRefreshed } from "#app/kit/not-refreshed.tsx";
import { rowsIn } from "#app/kit/page-size.ts";
import { usePageBefore } from "#app/kit/use-page-before.ts";
import { Page } from "#app/components/page.tsx";
import { customersTexts as texts } from "#texts/customers.ts";
import { useEvent } from "#app/realtime/use-event.ts";
import { listViews } from "#workers/contract/endpoints/customer-views.ts";
import { CUSTOMERS_PAGE, listCustomers } from "#workers/contract/endpoints/customers.ts";
import { SampleButton } from "#app/features/first-steps/sample-button.tsx";
import { customersChanged } from "#app/features/customers/changed.ts";
import type { Route } from "./+types/customers.ts";
import { CustomersList, type Where } from "./customers-list.tsx";
import { addressOf, filterOf, listStateOf } from "./list-state.ts";
import { NewCustomers } from "./no-customers.tsx";

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({
  ...{ title, lead, failed },
  wide: true,
  rows: 10,
});

/** The search and the page are in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const { pathname, searchParams } = new URL(url);
  const listState = listStateOf(searchParams);
  const { view: _, ...query } = listState;
  const perPage = rowsIn(searchParams, CUSTOMERS_PAGE);
  // With the columns of the view that is open, so that they do not come a moment after the list.
  const views = listState.view === "" ? undefined : load(listViews).catch(() => undefined);
  const [list] = await Promise.all([load(listCustomers, { query: { ...query, perPage } }), views]);
  if (list.answer.customers.customers.length === 0 && listState.from > 0) {
    const before = addressOf({ ...listState, from: Math.max(listState.from - perPage, 0) });
    return redirect(`${pathname}?${before.toString()}`);
  }
  return { list, listState };
});

/** The customers of an enterprise. */
export default function Customers({ loaderData: { list: loaded, listState } }: Route.ComponentProps) {
  const list = useLoaded(loaded);
  const { customers } = list.answer;
  const { from, order, view } = listState;
  const [, setAddress] = useSearchParams();
  const busy = useNavigation().state === "loading";
  const filter = useMemo(() => filterOf(listState), [listState]);
  usePageBefore(customers.customers.length, from);
  // A change of filter starts again at the first page, and keeps the order, the view and the rows of a page.
  const go = useCallback(
    (next: Where) =>
      setAddress(
        (now) => {
          const address = addressOf({ order, view, ...next });
          const rows = now.get("rows");
          if (rows) address.set("rows", rows);
          return address;
        },
        { preventScrollReset: true, state: { keepFocus: true } },
      ),
    [setAddress, order, view],
  );
  // An import adds customers while the list is open.
  useEvent(
    "jobProgress",
    ({ kind, state }) => {
      if (kind === "customers.import" && state === "done") void customersChanged();
    },
    () => void customersChanged(),
  );
  return (
    <Page
      {...{ title, lead }}
      wide
      actions={
        <>
          {customers.customers.length > 0 && <SampleButton size="md" />}
          <NewCustomers />
        </>
      }
    >
      <NotRefreshed list={list} />
      <CustomersList list={customers} {...{ from, order, view, filter, busy }} onGo={go} />
    </Page>
  );
}
