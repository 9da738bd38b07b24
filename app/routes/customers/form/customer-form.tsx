import { ArrowLeft } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { Link, useLocation, type Location } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { isGone, load, type Loaded, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { Page } from "#app/components/page.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { customersTexts as texts } from "#texts/customers.ts";
import { titleOf } from "#app/lib/title.ts";
import { UnsavedProvider, useUnsavedGuard } from "#app/drafts/unsaved.ts";
import { listFields, SOCIAL_CATEGORY } from "#workers/contract/endpoints/customer-fields.ts";
import { can, type Session, sessionIfKnown } from "#app/session/session.ts";
import {
  customerDuplicates,
  customerHistory,
  type DeletedCustomer as Deleted,
  getCustomer,
  getDeletedCustomer,
} from "#workers/contract/endpoints/customers.ts";
import type { Route } from "./+types/customer-form.ts";
import { CustomerScreen } from "./customer-screen.tsx";
import { DeletedCustomer } from "./deleted-customer.tsx";
import { HISTORY_BESIDE, historyFrom } from "./history-beside.ts";
import { type ErasureReceipt, Receipt } from "./receipt.tsx";

const LIST = "/customer-master/customers";

export const meta = ({ params, loaderData }: Route.MetaArgs) => {
  const customer = loaderData?.stored?.answer.customer ?? loaderData?.deleted;
  return titleOf(customer?.name || customer?.phoneNumber || ("id" in params ? texts.update : texts.create));
};

export const { HydrateFallback } = frameOf({ title: texts.view, within: true, rows: 8 });

/** A new customer, or the one in the address, who may be in the trash. */
export const clientLoader = prefetched(async ({ params }: Route.ClientLoaderArgs) => {
  const id = "id" in params ? params.id : undefined;
  const [definitions, found] = await Promise.all([load(listFields), id ? find(id) : ({} as Found)]);
  return { definitions, ...found };
});

interface Found {
  stored?: Loaded<typeof getCustomer>;
  deleted?: Deleted;
}

async function find(id: string): Promise<Found> {
  const params = { id };
  // They stand above the tabs: coming later, they would move them from under a press. Who sees the customer may ask for
  // them, so a first visit need not wait to learn whether they are shown.
  const duplicates = mayMerge(sessionIfKnown())
    ? load(customerDuplicates, { params }).catch(() => undefined)
    : undefined;
  if (matchMedia(HISTORY_BESIDE).matches) load(customerHistory, historyFrom(id)).catch(() => undefined);
  try {
    const [stored] = await Promise.all([load(getCustomer, { params }), duplicates]);
    return { stored };
  } catch (error) {
    if (!isGone(error)) throw error;
    return { deleted: (await load(getDeletedCustomer, { params })).answer.customer };
  }
}

const mayMerge = (session: Session | undefined): boolean =>
  session === undefined ||
  (can(session.profile, ["CUSTOMER.EDIT"]) && can(session.profile, ["CUSTOMER.DELETE"]));

export default function CustomerForm({ loaderData, params }: Route.ComponentProps) {
  const { definitions, stored, deleted } = loaderData;
  const fields = useLoaded(definitions).answer.inputFieldDefinitions;
  const own = useMemo(
    () => fields.filter(({ fixed, category }) => !fixed && category !== SOCIAL_CATEGORY),
    [fields],
  );
  const unsaved = useUnsavedGuard(guarding);
  const [erased, setErased] = useState<ErasureReceipt>();
  const back = useBack();
  useRestored(deleted !== undefined);
  return (
    <UnsavedProvider value={unsaved}>
      <div className="mx-auto w-full max-w-4xl px-4 xl:max-w-6xl pt-4 pb-8 sm:px-6">
        <BackLink to={back} />
        {erased ? (
          <Receipt receipt={erased} back={back} />
        ) : deleted ? (
          <DeletedCustomer customer={deleted} onErased={setErased} />
        ) : (
          <CustomerScreen
            key={"id" in params ? params.id : "new"}
            stored={stored}
            fields={own}
            back={back}
            onErased={setErased}
          />
        )}
      </div>
    </UnsavedProvider>
  );
}

/** After a customer is restored, the focus moves to the heading of the screen that replaces the trash view. */
function useRestored(inTrash: boolean): void {
  const before = useRef(inTrash);
  useEffect(() => {
    if (before.current && !inTrash) document.querySelector<HTMLElement>("main h1")?.focus();
    before.current = inTrash;
  }, [inTrash]);
}

const guarding = {
  leaves: (from: Location, to: Location) => from.pathname !== to.pathname,
  why: () => texts.saveOrDiscard,
};

/** The address of the list as it was left: its links pass on their search and page. */
function useBack(): string {
  const state = useLocation().state as { list?: unknown } | null;
  return typeof state?.list === "string" ? `${LIST}${state.list}` : LIST;
}

function BackLink({ to }: { to: string }) {
  return (
    <Link
      to={to}
      className="finger mb-2 flex min-h-6 w-fit items-center gap-1 rounded text-muted hover:text-ink"
    >
      <ArrowLeft aria-hidden className="size-4" />
      {texts.back}
    </Link>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Page title={texts.view}>
      {isGone(error) ? (
        <EmptyState title={texts.gone} action={<ButtonLink to={LIST}>{texts.back}</ButtonLink>} />
      ) : (
        <LoadFailure error={error} title={texts.failed} />
      )}
    </Page>
  );
}
