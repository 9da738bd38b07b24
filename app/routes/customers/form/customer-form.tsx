import { ArrowLeft } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link, useLocation, useRevalidator, type Location } from "react-router";
import { ApiError, call } from "#app/data/api.ts";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { Page } from "#app/components/page.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { customersTexts as texts } from "#texts/customers.ts";
import { titleOf } from "#app/lib/title.ts";
import { UnsavedProvider, useUnsavedGuard } from "#app/drafts/unsaved.ts";
import { listFields, SOCIAL_CATEGORY } from "#workers/contract/endpoints/customer-fields.ts";
import {
  type Customer,
  type DeletedCustomer as Deleted,
  getCustomer,
  getDeletedCustomer,
} from "#workers/contract/endpoints/customers.ts";
import type { Route } from "./+types/customer-form.ts";
import { CustomerScreen } from "./customer-screen.tsx";
import { DeletedCustomer } from "./deleted-customer.tsx";
import { type ErasureReceipt, Receipt } from "./receipt.tsx";

const LIST = "/customer-master/customers";

export const meta = ({ params }: Route.MetaArgs) => titleOf("id" in params ? texts.update : texts.create);

/** A new customer, or the one in the address, who may be in the trash. */
export async function clientLoader({ params, request: { signal } }: Route.ClientLoaderArgs) {
  const id = "id" in params ? params.id : undefined;
  const [{ inputFieldDefinitions }, stored] = await Promise.all([
    call(listFields, { signal }),
    id ? named(id, signal) : undefined,
  ]);
  const fields = inputFieldDefinitions.filter(
    ({ fixed, category }) => !fixed && category !== SOCIAL_CATEGORY,
  );
  return { fields, ...stored };
}

interface Named {
  customer?: Customer;
  deleted?: Deleted;
}

async function named(id: string, signal: AbortSignal): Promise<Named> {
  try {
    return await call(getCustomer, { params: { id }, signal });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
    const { customer: deleted } = await call(getDeletedCustomer, { params: { id }, signal });
    return { deleted };
  }
}

export function HydrateFallback() {
  return (
    <div className="p-6">
      <SkeletonRows rows={8} />
    </div>
  );
}

export default function CustomerForm({ loaderData: { fields, customer, deleted } }: Route.ComponentProps) {
  const unsaved = useUnsavedGuard(guarding);
  const [erased, setErased] = useState<ErasureReceipt>();
  const back = useBack();
  const restored = useRestored(deleted !== undefined);
  return (
    <UnsavedProvider value={unsaved}>
      <div className="mx-auto w-full max-w-4xl px-4 pt-4 sm:px-6">
        <BackLink to={back} />
      </div>
      {erased ? (
        <Receipt receipt={erased} back={back} />
      ) : deleted ? (
        <DeletedCustomer customer={deleted} onRestored={restored} onErased={setErased} />
      ) : (
        <CustomerScreen
          key={customer?.id ?? "new"}
          customer={customer}
          fields={fields}
          back={back}
          onErased={setErased}
        />
      )}
    </UnsavedProvider>
  );
}

/** After a customer is restored, the focus moves to the heading of the screen that replaces the trash view. */
function useRestored(inTrash: boolean): () => Promise<void> {
  const { revalidate } = useRevalidator();
  const asked = useRef(false);
  useEffect(() => {
    if (!asked.current || inTrash) return;
    asked.current = false;
    document.querySelector<HTMLElement>("main h1")?.focus();
  }, [inTrash]);
  return async () => {
    asked.current = true;
    await revalidate();
  };
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
    <Link to={to} className="inline-flex min-h-6 items-center gap-1 rounded text-muted hover:text-ink">
      <ArrowLeft aria-hidden className="size-4" />
      {texts.back}
    </Link>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!(error instanceof ApiError && error.status === 404)) {
    return (
      <Page title={texts.view}>
        <LoadFailure error={error} title={texts.failed} />
      </Page>
    );
  }
  return (
    <Page title={texts.view}>
      <EmptyState title={texts.gone} action={<ButtonLink to={LIST}>{texts.back}</ButtonLink>} />
    </Page>
  );
}
