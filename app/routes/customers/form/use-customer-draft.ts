import { useMemo, useState } from "react";
import { countryHere } from "#app/lib/countries.ts";
import { useSession } from "#app/session/session.ts";
import { keptDraft } from "#app/drafts/storage.ts";
import { useKeptDraft } from "#app/drafts/kept-draft.ts";
import type { Customer } from "#workers/contract/endpoints/customers.ts";
import { type CustomerDraft, digestOf, draftOf } from "./customer-draft.ts";

interface Kept {
  draft: CustomerDraft;
  revision: number | undefined;
}

export interface CustomerDraftControl {
  draft: CustomerDraft;
  edited: boolean;
  /** True when the draft was restored after a reload or the end of a session. */
  restored: boolean;
  /** The revision on which the draft is based; none for a new customer. */
  revision: number | undefined;
  change: (change: Partial<CustomerDraft>) => void;
  setValue: (fieldId: string, value: string) => void;
  /** Resets the draft to the stored version, or to the one that somebody else has just saved. */
  load: (customer: Customer | undefined) => void;
  /** Removes the kept draft: it was saved, or deliberately discarded. */
  forget: () => void;
}

/** The draft of one customer, kept in the tab until it is saved or discarded. */
export function useCustomerDraft(customer: Customer | undefined): CustomerDraftControl {
  const country = useSession().country || countryHere();
  const place = `customer:${customer?.id ?? "new"}`;
  const [left] = useState(() => readKept(place));
  const [source, setSource] = useState(customer);
  const [baseline, setBaseline] = useState(() => begun(customer, country));
  const [draft, setDraft] = useState(left?.draft ?? baseline);
  const [revision, setRevision] = useState(left ? left.revision : customer?.revision);
  const [restored, setRestored] = useState(left !== undefined);
  const edited = useMemo(() => digestOf(draft) !== digestOf(baseline), [draft, baseline]);
  const kept = useMemo<Kept>(() => ({ draft, revision }), [draft, revision]);
  const forget = useKeptDraft(place, edited, kept);

  const show = (stored: Customer | undefined) => {
    const next = begun(stored, country);
    setBaseline(next);
    setDraft(next);
    setRevision(stored?.revision);
    setRestored(false);
  };
  // Reloaded while nothing was edited: show the version stored now.
  if (source !== customer) {
    setSource(customer);
    if (!edited) show(customer);
  }

  return {
    draft,
    edited,
    restored: restored && edited,
    revision,
    change: (change) => setDraft((now) => ({ ...now, ...change })),
    setValue: (fieldId, value) =>
      setDraft((now) => ({ ...now, values: { ...now.values, [fieldId]: value } })),
    load: (stored) => {
      forget();
      show(stored);
    },
    forget,
  };
}

const begun = (customer: Customer | undefined, country: string): CustomerDraft => ({
  ...draftOf(customer),
  ...(!customer && { country }),
});

/** The draft that an earlier page kept, if it still fits the form. */
function readKept(place: string): Kept | undefined {
  const kept = keptDraft<Kept>(place);
  if (!Array.isArray(kept?.draft?.groups)) return undefined;
  return { ...kept, draft: { ...draftOf(undefined), ...kept.draft } };
}
