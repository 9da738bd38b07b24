import { useState } from "react";
import { ApiError, call, request } from "#app/api.ts";
import { useToast } from "#app/components/ui/toast.tsx";
import * as messages from "#app/messages.ts";
import type { CustomerField } from "#workers/contract/endpoints/customer-fields.ts";
import { type Customer, getCustomer, saveCustomer } from "#workers/contract/endpoints/customers.ts";
import { bodyOf } from "./customer-draft.ts";
import type { Phones } from "./phones.ts";
import type { CustomerDraftControl } from "./use-customer-draft.ts";

export interface SavingCustomer {
  busy: boolean;
  /** What the server refused, by the form's places. */
  refused: Record<string, string>;
  failure: string;
  /** Whom the phone number belongs to already: his id. */
  owner: string | undefined;
  /** What somebody else has stored meanwhile, to choose between the two. */
  theirs: Customer | undefined;
  /** Counts the refusals, for the summary. */
  round: number;
  /** With a revision: over what has that revision, knowingly. */
  save: (over?: number) => Promise<void>;
  /** The form found problems of its own. */
  refuse: () => void;
  /** This place was changed: what the server said of it may no longer be so. */
  touch: (place: string) => void;
  reset: () => void;
}

/** Saves a customer; what was typed stays whatever the server says. */
export function useSaveCustomer(
  { draft, revision, forget }: CustomerDraftControl,
  {
    id,
    fields,
    phones,
  }: { id: string | undefined; fields: readonly CustomerField[]; phones: Phones | undefined },
  onSaved: () => Promise<void>,
): SavingCustomer {
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState("");
  const [owner, setOwner] = useState<string>();
  const [theirs, setTheirs] = useState<Customer>();
  const [round, setRound] = useState(0);
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
      const { message } = await request(saveCustomer, { body });
      forget();
      toast.success(message);
      await onSaved();
    } catch (error) {
      const answered = error instanceof ApiError ? error : new ApiError(messages.errors.internal);
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
