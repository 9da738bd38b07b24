import { type DraftControl, useDraft } from "#app/kit/use-draft.ts";
import { keepDraft } from "#app/drafts/storage.ts";
import { countryHere } from "#app/lib/countries.ts";
import { useSession } from "#app/session/session.ts";
import type { Customer } from "#workers/contract/endpoints/customers.ts";
import { type CustomerDraft, digestOf, draftOf } from "./customer-draft.ts";

export interface CustomerDraftControl extends DraftControl<Customer, CustomerDraft> {
  setValue: (fieldId: string, value: string) => void;
}

const placeOf = (id: string | undefined): string => `customer:${id ?? "new"}`;

/** The draft of one customer, kept in the tab until it is saved or discarded. */
export function useCustomerDraft(customer: Customer | undefined): CustomerDraftControl {
  const country = useSession().country || countryHere();
  const control = useDraft({
    name: placeOf(customer?.id),
    stored: customer,
    draftOf: (stored: Customer | undefined): CustomerDraft => ({
      ...draftOf(stored),
      ...(!stored && { country }),
    }),
    digestOf,
    restore: (kept) => (Array.isArray(kept.groups) ? { ...draftOf(undefined), ...kept } : undefined),
  });
  return {
    ...control,
    setValue: (fieldId, value) => control.change((now) => ({ values: { ...now.values, [fieldId]: value } })),
  };
}

/** Hands what was typed about a new customer, while it was being saved, to the screen that it has now. */
export const passDraft = ({ id, revision }: Customer, draft: CustomerDraft): void =>
  keepDraft(placeOf(id), { draft, revision });
