import { useEffect, useRef, useState } from "react";
import { ApiError, call, request } from "#app/data/api.ts";
import { useToast } from "#app/components/ui/toast.tsx";
import type { Fields } from "#app/components/ui/use-fields.ts";
import { errorsTexts } from "#texts/errors.ts";
import { type CustomerField, getField, saveField } from "#workers/contract/endpoints/customer-fields.ts";
import { bodyOf, draftOf, type FieldDraft } from "./field-draft.ts";

export interface SavingField {
  busy: boolean;
  /** The server's error that belongs to no single field. */
  failure: string;
  /** The version that somebody else has saved meanwhile. */
  theirs: CustomerField | undefined;
  save: () => Promise<void>;
  loadTheirs: () => void;
  keepMine: () => Promise<void>;
}

/** Saves a definition; the input is kept if the server rejects it, and what was typed while it answered. */
export function useSaveField(
  form: Fields<FieldDraft>,
  field: CustomerField | undefined,
  onSaved: (typedSince: boolean) => Promise<void>,
): SavingField {
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const [theirs, setTheirs] = useState<CustomerField>();
  /** The version that the input is based on. */
  const [base, setBase] = useState(field);
  const latest = useRef(form.values);
  useEffect(() => {
    latest.current = form.values;
  }, [form.values]);

  const send = async (over: number | undefined) => {
    if (busy || !form.check()) return;
    setBusy(true);
    setFailure("");
    setTheirs(undefined);
    try {
      const sent = form.values;
      const body = { ...bodyOf(sent), _id: base?._id, revision: over };
      const { message, payload } = await request(saveField, { body });
      toast.success(message);
      form.saved(sent);
      setBase(payload.inputFieldDefinition);
      await onSaved(latest.current !== sent);
    } catch (error) {
      const answered = error instanceof ApiError ? error : new ApiError(errorsTexts.internal);
      const { revision: stale, ...errors } = answered.errors;
      form.refuse(errors);
      if (Object.keys(errors).length === 0) setFailure(answered.message);
      if (stale !== undefined && base) {
        const now = await call(getField, { params: { id: base._id } }).catch(() => undefined);
        setTheirs(now?.inputFieldDefinition);
      }
    } finally {
      setBusy(false);
    }
  };

  return {
    busy,
    failure,
    theirs,
    save: () => send(base?.revision),
    loadTheirs: () => {
      form.reset(draftOf(theirs));
      setBase(theirs);
      setTheirs(undefined);
      setFailure("");
    },
    keepMine: () => send(theirs?.revision),
  };
}
