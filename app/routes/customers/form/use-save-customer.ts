import { useEffect, useRef, useState } from "react";
import { ApiError, call, request } from "#app/data/api.ts";
import { useToast } from "#app/components/ui/toast.tsx";
import { errorsTexts } from "#texts/errors.ts";
import type { CustomerField } from "#workers/contract/endpoints/customer-fields.ts";
import { type Customer, getCustomer, saveCustomer } from "#workers/contract/endpoints/customers.ts";
import { bodyOf, type CustomerDraft } from "./customer-draft.ts";
import type { Phones } from "./phones.ts";
import type { CustomerDraftControl } from "./use-customer-draft.ts";

export interface SavingCustomer {
  busy: boolean;
  /** The server's field errors, by the form's places. */
  refused: Record<string, string>;
  failure: string;
  /** The id of the customer who already has the phone number. */
  owner: string | undefined;
  /** The version that somebody else has saved meanwhile, to choose between the two. */
  theirs: Customer | undefined;
  /** Counts the rejected attempts; the summary takes the focus again at each. */
  round: number;
  /** Saves; with a revision, deliberately overwrites the version that has it. */
  save: (over?: number) => Promise<void>;
  /** Reports that the form itself found problems. */
  refuse: () => void;
  /** Clears the server's error of a place that was changed, since it may no longer hold. */
  touch: (place: string) => void;
  reset: () => void;
}

/** Saves a customer; the input is kept if the server rejects it, and what was typed while it answered. */
export function useSaveCustomer(
  { draft, revision, forget, saved }: CustomerDraftControl,
  {
    id,
    fields,
    phones,
  }: { id: string | undefined; fields: readonly CustomerField[]; phones: Phones | undefined },
  onSaved: (customer: Customer, typedSince: CustomerDraft | undefined) => Promise<void>,
): SavingCustomer {
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState("");
  const [owner, setOwner] = useState<string>();
  const [theirs, setTheirs] = useState<Customer>();
  const [round, setRound] = useState(0);
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  }, [draft]);
  const reset = () => {
    setRefused({});
    setFailure("");
    setOwner(undefined);
    setTheirs(undefined);
  };

  const save = async (over = revision) => {
    if (busy) return;
    setBusy(true);
    reset();
    try {
      const body = { ...bodyOf(draft, fields, phones), id, revision: over };
      const { message, payload } = await request(saveCustomer, { body });
      const typedSince = latest.current === draft ? undefined : latest.current;
      if (typedSince && id) saved(payload.customer);
      else forget();
      toast.success(message);
      await onSaved(payload.customer, typedSince);
    } catch (error) {
      const answered = error instanceof ApiError ? error : new ApiError(errorsTexts.internal);
      const { revision: stale, owner: his, ...places } = answered.errors;
      setFailure(answered.message);
      setOwner(his || undefined);
      setRound((now) => now + 1);
      if (stale !== undefined && id) {
        const stored = await call(getCustomer, { params: { id } }).catch(() => undefined);
        setTheirs(stored?.customer);
      } else setRefused(places);
    } finally {
      setBusy(false);
    }
  };

  return {
    busy,
    refused,
    failure,
    owner,
    theirs,
    round,
    save,
    refuse: () => setRound((now) => now + 1),
    touch: (place) => {
      setRefused(({ [place]: _, ...rest }) => rest);
      if (place === "phoneNumber") setOwner(undefined);
    },
    reset,
  };
}
