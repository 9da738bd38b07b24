import { Plus } from "lucide-react";
import { useNavigate, useRevalidator, useSearchParams } from "react-router";
import { call } from "#app/data/api.ts";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { Page } from "#app/components/page.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { customerFieldsTexts as texts } from "#texts/customer-fields.ts";
import { titleOf } from "#app/lib/title.ts";
import { listFields } from "#workers/contract/endpoints/customer-fields.ts";
import type { Route } from "./+types/definitions.ts";
import { ADD, DEFINITIONS } from "./addresses.ts";
import { FieldPanel } from "./field-panel.tsx";
import { FieldsTable } from "./fields-table.tsx";
import { useOrder } from "./use-order.ts";

export const meta = () => titleOf(texts.title);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return (await call(listFields, { signal: request.signal })).inputFieldDefinitions;
}

export function HydrateFallback() {
  return (
    <Page title={texts.title} wide>
      <SkeletonRows rows={6} />
    </Page>
  );
}

/** The customer fields of an enterprise, in its order. The address holds the field that the panel shows. */
export default function Definitions({ loaderData: fields, matches }: Route.ComponentProps) {
  const [searchParams] = useSearchParams();
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const order = useOrder(fields);
  const adding = matches.at(-1)?.id === "routes/customers/fields/add";
  const edited = fields.find(({ _id, fixed }) => _id === searchParams.get("edit") && !fixed);
  const close = () => navigate(DEFINITIONS, { state: { keepFocus: true }, preventScrollReset: true });
  const fixed = fields.filter((field) => field.fixed);
  return (
    <Page
      wide
      title={texts.title}
      lead={texts.lead}
      actions={
        <ButtonLink tone="primary" icon={<Plus aria-hidden />} to={ADD} state={{ keepFocus: true }}>
          {texts.add}
        </ButtonLink>
      }
    >
      {order.failure && (
        <Banner kind="error" live className="mb-3">
          {order.failure}
        </Banner>
      )}
      <FieldsTable
        fixed={fixed}
        fields={order.fields}
        onMove={order.move}
        onDeleted={() => revalidator.revalidate()}
      />
      <p role="status" className="min-h-9 py-2 text-muted">
        {order.said}
      </p>
      {order.fields.length === 0 && (
        <EmptyState
          title={texts.empty}
          action={
            <ButtonLink icon={<Plus aria-hidden />} to={ADD} state={{ keepFocus: true }}>
              {texts.add}
            </ButtonLink>
          }
        />
      )}
      <FieldPanel
        key={adding ? "new" : (edited?._id ?? "none")}
        open={adding || edited !== undefined}
        field={edited}
        onClose={() => void close()}
      />
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
