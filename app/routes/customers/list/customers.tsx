import { Plus, Upload } from "lucide-react";
import { useCallback, useMemo } from "react";
import { redirect, useNavigation, useRevalidator, useSearchParams } from "react-router";
import { call } from "#app/data/api.ts";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { Page } from "#app/components/page.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { customersTexts as texts } from "#texts/customers.ts";
import { useEvent } from "#app/realtime/use-event.ts";
import { useCan } from "#app/session/session.ts";
import { titleOf } from "#app/lib/title.ts";
import { CUSTOMERS_PAGE, listCustomers } from "#workers/contract/endpoints/customers.ts";
import type { Route } from "./+types/customers.ts";
import { CustomersList } from "./customers-list.tsx";
import { addressOf, type Filter, filterOf, listStateOf } from "./list-state.ts";

export const meta = () => titleOf(texts.title);

/** The search and the page are in the address. */
export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const { pathname, searchParams } = new URL(url);
  const listState = listStateOf(searchParams);
  const { customers: list } = await call(listCustomers, { query: { ...listState }, signal });
  // The last customer of the page was deleted: the page before it is now the last.
  if (list.customers.length === 0 && listState.from > 0) {
    const before = addressOf({ ...listState, from: Math.max(listState.from - CUSTOMERS_PAGE, 0) });
    return redirect(`${pathname}?${before.toString()}`);
  }
  return { ...list, listState };
}

export function HydrateFallback() {
  return (
    <Page title={texts.title} wide>
      <SkeletonRows rows={10} />
    </Page>
  );
}

/** The customers of an enterprise. */
export default function Customers({ loaderData }: Route.ComponentProps) {
  const { listState } = loaderData;
  const can = useCan();
  const [, setAddress] = useSearchParams();
  const { revalidate } = useRevalidator();
  const busy = useNavigation().state === "loading";
  const filter = useMemo(() => filterOf(listState), [listState]);
  // A change of filter starts again at the first page.
  const go = useCallback(
    (next: Filter & { from?: number }) =>
      setAddress(addressOf(next), { preventScrollReset: true, state: { keepFocus: true } }),
    [setAddress],
  );
  // An import adds customers while the list is open.
  useEvent(
    "jobProgress",
    ({ kind, state }) => {
      if (kind === "customers.import" && state === "done") void revalidate();
    },
    () => void revalidate(),
  );
  return (
    <Page
      wide
      title={texts.title}
      lead={texts.lead}
      actions={
        <>
          {can("CUSTOMER.IMPORT") && (
            <ButtonLink icon={<Upload aria-hidden />} to="/customer-master/uploadfile">
              {texts.upload}
            </ButtonLink>
          )}
          {can("CUSTOMER.EDIT") && (
            <ButtonLink tone="primary" icon={<Plus aria-hidden />} to="/customer-master/customers/create">
              {texts.create}
            </ButtonLink>
          )}
        </>
      }
    >
      <CustomersList list={loaderData} filter={filter} busy={busy} onGo={go} onChanged={revalidate} />
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Page wide title={texts.title}>
      <LoadFailure error={error} title={texts.failed} />
    </Page>
  );
}
