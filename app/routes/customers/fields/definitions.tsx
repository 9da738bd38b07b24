import { Plus } from "lucide-react";
import { useMemo } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { NotRefreshed } from "#app/kit/not-refreshed.tsx";
import { Page } from "#app/components/page.tsx";
import { Failure } from "#app/components/ui/banner.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { customerFieldsTexts as texts } from "#texts/customer-fields.ts";
import { listFields } from "#workers/contract/endpoints/customer-fields.ts";
import type { Route } from "./+types/definitions.ts";
import { ADD, DEFINITIONS } from "./addresses.ts";
import { FieldPanel } from "./field-panel.tsx";
import { FieldsTable } from "./fields-table.tsx";
import { useOrder } from "./use-order.ts";

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed, wide: true });

export const clientLoader = prefetched(() => load(listFields));

/** The customer fields of an enterprise, in its order. The address holds the field that the panel shows. */
export default function Definitions({ loaderData, matches }: Route.ComponentProps) {
  const list = useLoaded(loaderData);
  const fields = list.answer.inputFieldDefinitions;
  const [searchParams] = useSearchParams();
  const navigate = useNavigate();
  const adding = matches.at(-1)?.id === "routes/customers/fields/add";
  const edited = fields.find(({ _id, fixed }) => _id === searchParams.get("edit") && !fixed);
  const close = () => navigate(DEFINITIONS, { state: { keepFocus: true }, preventScrollReset: true });
  const own = useMemo(() => fields.filter(({ fixed }) => !fixed), [fields]);
  const order = useOrder(own);
  return (
    <Page
      wide
      {...{ title, lead }}
      actions={
        <ButtonLink tone="primary" icon={<Plus aria-hidden />} to={ADD} state={{ keepFocus: true }}>
          {texts.add}
        </ButtonLink>
      }
    >
      <Failure text={order.failure} className="mb-3" />
      <NotRefreshed list={list} />
      <FieldsTable fixed={fields.filter(({ fixed }) => fixed)} fields={own} onMove={order.move} />
      <p role="status" className="min-h-9 py-2 text-muted">
        {order.said}
      </p>
      {own.length === 0 && (
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
