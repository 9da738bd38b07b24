import { Plus, Upload, Users } from "lucide-react";
import { CustomersDrawing } from "#app/components/drawings/customers.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { SampleButton } from "#app/features/first-steps/sample-button.tsx";
import { useCan } from "#app/session/session.ts";
import { customersTexts as texts } from "#texts/customers.ts";

/** There are no customers, or none match: each case has a different next step. */
export function NoCustomers({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <div className="rounded-lg border border-line bg-surface">
      <EmptyState
        icon={<Users aria-hidden />}
        drawing={filtered ? undefined : <CustomersDrawing />}
        title={texts.noRecord}
        action={
          filtered ? (
            <Button onClick={onClear}>{texts.clearFilters}</Button>
          ) : (
            <>
              <NewCustomers />
              <SampleButton size="md" />
            </>
          )
        }
      >
        {filtered ? texts.noMatch : texts.noCustomers}
      </EmptyState>
    </div>
  );
}

/** Where new customers come from, as far as the person may add any. */
export function NewCustomers() {
  const can = useCan();
  return (
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
  );
}
