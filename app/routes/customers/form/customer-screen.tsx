import { Pencil } from "lucide-react";
import { useEffect, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { isGone, type Loaded, useQueryOf } from "#app/data/query.ts";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { useCan } from "#app/session/session.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import type { CustomerField } from "#workers/contract/endpoints/customer-fields.ts";
import { type Customer, getCustomer } from "#workers/contract/endpoints/customers.ts";
import { Channels } from "./channels.tsx";
import { Consents } from "./consents.tsx";
import { CustomerEditor } from "./customer-editor.tsx";
import { Duplicates } from "#app/features/customers/duplicates.tsx";
import { History } from "./history.tsx";
import { PersonalData } from "./personal-data.tsx";
import type { ErasureReceipt } from "./receipt.tsx";
import { passDraft, useCustomerDraft } from "./use-customer-draft.ts";
import { usePhones } from "./use-phones.ts";

/** An existing customer opens read-only; the pencil button starts editing. */
export function CustomerScreen({
  stored,
  fields,
  back,
  onErased,
}: {
  stored: Loaded<typeof getCustomer> | undefined;
  fields: readonly CustomerField[];
  back: string;
  onErased: (receipt: ErasureReceipt) => void;
}) {
  const can = useCan();
  const customer = useStored(stored);
  const control = useCustomerDraft(customer);
  const phones = usePhones();
  const navigate = useNavigate();
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
    <>
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
            <Duplicates customer={customer} blocked={control.edited} />
          )}
          <Tabs
            label={texts.parts}
            items={[
              { id: "details", label: texts.details, content: editor },
              {
                id: "channels",
                label: texts.channels,
                content: <Channels customer={customer} mayEdit={can("CUSTOMER.EDIT")} />,
              },
              { id: "consent", label: texts.consents, content: <Consents customer={customer} /> },
              { id: "history", label: texts.history, content: <History customer={customer} /> },
              ...(personal ? [personal] : []),
            ]}
          />
        </>
      ) : (
        editor
      )}
    </>
  );
}

/** The newest version of what the loader has found; undefined for a new customer. */
function useStored(stored: Loaded<typeof getCustomer> | undefined): Customer | undefined {
  const { revalidate } = useRevalidator();
  const enabled = stored !== undefined;
  const { answer, failure } = useQueryOf(getCustomer, stored?.input, { enabled });
  // Deleted meanwhile: the loader finds the trash, or nobody.
  const gone = isGone(failure);
  useEffect(() => {
    if (gone) void revalidate();
  }, [gone, revalidate]);
  return (enabled ? (answer ?? stored.answer) : undefined)?.customer;
}
