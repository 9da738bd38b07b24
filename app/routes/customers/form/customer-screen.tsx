import { Pencil } from "lucide-react";
import { useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { useCan } from "#app/session/session.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import type { CustomerField } from "#workers/contract/endpoints/customer-fields.ts";
import type { Customer } from "#workers/contract/endpoints/customers.ts";
import { CustomerEditor } from "./customer-editor.tsx";
import { Duplicates } from "./duplicates.tsx";
import { History } from "./history.tsx";
import { PersonalData } from "./personal-data.tsx";
import type { ErasureReceipt } from "./receipt.tsx";
import { passDraft, useCustomerDraft } from "./use-customer-draft.ts";
import { usePhones } from "./use-phones.ts";

/** An existing customer opens read-only; the pencil button starts editing. */
export function CustomerScreen({
  customer,
  fields,
  back,
  onErased,
}: {
  customer: Customer | undefined;
  fields: readonly CustomerField[];
  back: string;
  onErased: (receipt: ErasureReceipt) => void;
}) {
  const can = useCan();
  const control = useCustomerDraft(customer);
  const phones = usePhones();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [editing, setEditing] = useState(customer === undefined || control.edited);
  const shown = customer && (phones?.read(customer.phoneNumber, "").shown ?? customer.phoneNumber);
  const personal = customer &&
    can("CUSTOMER.EXPORT", "CUSTOMER.ERASE") && {
      id: "data",
      label: texts.personalData,
      content: (
        <PersonalData
          customer={customer}
          onErased={(receipt) => {
            control.forget();
            onErased(receipt);
          }}
        />
      ),
    };
  const editor = (
    <CustomerEditor
      control={control}
      customer={customer}
      fields={fields}
      phones={phones}
      editing={editing}
      onSaved={async (saved, typedSince) => {
        if (!typedSince) await navigate(back);
        else if (!customer) {
          control.forget();
          passDraft(saved, typedSince);
          await navigate(`/customer-master/customers/view/${saved.id}`);
        }
      }}
      onCancel={() => {
        control.forget();
        void navigate(back);
      }}
    />
  );
  return (
    <div className="mx-auto w-full max-w-4xl px-4 pt-2 pb-8 sm:px-6">
      <div className="mb-4 flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight">
            {customer ? texts.update : texts.create}
          </h1>
          {customer && (
            <p className="mt-1 text-muted [overflow-wrap:anywhere]">
              <bdi className="font-medium text-ink">{customer.name}</bdi>
              {" · "}
              <a href={`tel:${customer.phoneNumber}`} className="rounded tabular-nums hover:underline">
                {shown}
              </a>
              {customer.phoneTyped !== customer.phoneNumber &&
                customer.phoneTyped !== shown &&
                ` (${texts.typed(customer.phoneTyped)})`}
            </p>
          )}
        </div>
        {customer && can("CUSTOMER.EDIT") && (
          <IconButton
            label={texts.edit}
            icon={<Pencil aria-hidden />}
            aria-pressed={editing}
            className={editing ? "bg-accent-soft text-accent-ink" : "border border-edge"}
            // With unsaved changes, the form is left by Save or Cancel.
            aria-disabled={editing && control.edited}
            onClick={() => !(editing && control.edited) && setEditing(!editing)}
          />
        )}
      </div>
      {customer ? (
        <>
          {can("CUSTOMER.EDIT") && can("CUSTOMER.DELETE") && (
            <Duplicates customer={customer} blocked={control.edited} onMerged={revalidate} />
          )}
          <Tabs
            label={texts.parts}
            items={[
              { id: "details", label: texts.details, content: editor },
              { id: "history", label: texts.history, content: <History customer={customer} /> },
              ...(personal ? [personal] : []),
            ]}
          />
        </>
      ) : (
        editor
      )}
    </div>
  );
}
