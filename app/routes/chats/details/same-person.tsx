import { useState } from "react";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { type Duplicate, reasonOf, useDuplicates } from "#app/features/customers/use-duplicates.ts";
import { useSend } from "#app/kit/use-send.ts";
import { useCan } from "#app/session/session.ts";
import { chatDetailsTexts as texts } from "#texts/chat-details.ts";
import { customersTexts } from "#texts/customers.ts";
import type { CustomerField } from "#workers/contract/endpoints/customer-fields.ts";
import type { Customer } from "#workers/contract/endpoints/customers.ts";

const CompareDialog = lazily(
  () => import("./compare-window.tsx"),
  (module) => module.CompareWindow,
);

/** Suggests one customer at a time who may be the same person. Renders nothing while there is none. */
export function SamePerson({ customer, fields }: { customer: Customer; fields: readonly CustomerField[] }) {
  const can = useCan();
  const { duplicates, mergeNow, tellApart } = useDuplicates(customer);
  const { busy, failure, send } = useSend();
  const [compared, setCompared] = useState<Duplicate>();
  const [other] = duplicates;
  if (!other) return null;
  return (
    <div className="mt-3 grid gap-2 rounded-md bg-warning-soft p-3 text-warning-ink">
      <p className="[overflow-wrap:anywhere]">
        {texts.mayBe} <bdi className="font-medium">{other.name}</bdi> (
        {other.because.map(reasonOf).join(", ")})
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" aria-label={texts.compareWith(other.name)} onClick={() => setCompared(other)}>
          {texts.compare}
        </Button>
        {can("CUSTOMER.EDIT") && (
          <Button
            size="sm"
            busy={busy}
            aria-label={customersTexts.notTheSameAs(other.name)}
            onClick={() => void send(() => tellApart(other))}
          >
            {customersTexts.notTheSame}
          </Button>
        )}
      </div>
      <Failure text={failure} />
      {compared && (
        <CompareDialog
          customer={customer}
          other={compared}
          fields={fields}
          onMerge={can("CUSTOMER.EDIT") && can("CUSTOMER.DELETE") ? () => mergeNow(compared) : undefined}
          onClose={() => setCompared(undefined)}
        />
      )}
    </div>
  );
}
