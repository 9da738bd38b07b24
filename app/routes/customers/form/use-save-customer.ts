import { call, request } from "#app/data/api.ts";
import { type Saving, useSave } from "#app/kit/use-save.ts";
import type { CustomerField } from "#workers/contract/endpoints/customer-fields.ts";
import { type Customer, getCustomer, saveCustomer } from "#workers/contract/endpoints/customers.ts";
import { showCustomer } from "#app/features/customers/changed.ts";
import { bodyOf, type CustomerDraft } from "./customer-draft.ts";
import type { Phones } from "#app/features/customers/phones.ts";
import type { CustomerDraftControl } from "./use-customer-draft.ts";

interface SavingCustomer extends Omit<Saving<Customer, CustomerDraft>, "save"> {
  /** Saves; with a revision, deliberately overwrites the version that has it. */
  save: (over?: number) => Promise<boolean>;
}

export function useSaveCustomer(
  { draft, revision, forget, saved }: CustomerDraftControl,
  {
    id,
    fields,
    phones,
  }: { id: string | undefined; fields: readonly CustomerField[]; phones: Phones | undefined },
  onSaved: (customer: Customer, typedSince: CustomerDraft | undefined) => Promise<void>,
): SavingCustomer {
  const theirsOf = id ? async () => (await call(getCustomer, { params: { id } })).customer : undefined;
  const saving = useSave({ draft, theirsOf });
  const save = (over = revision) =>
    saving.save(
      () => request(saveCustomer, { body: { ...bodyOf(draft, fields, phones), id, revision: over } }),
      ({ payload: { customer } }, typedSince) => {
        if (typedSince && id) saved(customer);
        else forget();
        showCustomer(customer);
        return onSaved(customer, typedSince);
      },
    );
  return { ...saving, save };
}
