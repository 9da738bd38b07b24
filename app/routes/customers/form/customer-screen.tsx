import { Pencil } from "lucide-react";
import { useEffect, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { isGone, type Loaded, useQueryOf } from "#app/data/query.ts";
import { useMedia } from "#app/components/use-media.ts";
import { Avatar } from "#app/components/ui/avatar.tsx";
import { Card } from "#app/components/ui/card.tsx";
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
import { Facts } from "./facts.tsx";
import { History } from "./history.tsx";
import { HISTORY_BESIDE } from "./history-beside.ts";
import { PersonalData } from "./personal-data.tsx";
import type { ErasureReceipt } from "./receipt.tsx";
import { passDraft, useCustomerDraft } from "./use-customer-draft.ts";
import { usePhones } from "#app/features/customers/use-phones.ts";

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
  const isWide = useMedia(HISTORY_BESIDE);
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
        <div className="flex min-w-0 items-center gap-3">
          {customer && <Avatar name={customer.name} size="lg" />}
          <div className="min-w-0">
            <h1
              tabIndex={-1}
              className="text-xl font-semibold tracking-tight sm:text-2xl [overflow-wrap:anywhere]"
            >
              {customer ? (
                <>
                  <span className="block text-[0.8125rem] leading-4 font-medium tracking-normal text-muted">
                    {texts.update}{" "}
                  </span>
                  <bdi>{customer.name}</bdi>
                </>
              ) : (
                texts.create
              )}
            </h1>
            {customer && (
              <p className="text-muted [overflow-wrap:anywhere]">
                <a href={`tel:${customer.phoneNumber}`} className="rounded tabular-nums hover:underline">
                  {shown}
                </a>
                {customer.phoneTyped !== customer.phoneNumber &&
                  customer.phoneTyped !== shown &&
                  ` (${texts.typed(customer.phoneTyped)})`}
              </p>
            )}
          </div>
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
          {!editing && <Facts customer={customer} fields={fields} />}
          <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
            <div className="min-w-0">
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
                  ...(isWide
                    ? []
                    : [{ id: "history", label: texts.history, content: <History customer={customer} /> }]),
                  ...(personal ? [personal] : []),
                ]}
              />
            </div>
            {isWide && (
              <aside aria-labelledby="customer-history" className="min-w-0">
                <Card>
                  <h2 id="customer-history" className="mb-3 font-semibold">
                    {texts.history}
                  </h2>
                  <History customer={customer} />
                </Card>
              </aside>
            )}
          </div>
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
