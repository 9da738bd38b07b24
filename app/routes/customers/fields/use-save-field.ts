import { call, request } from "#app/data/api.ts";
import { invalidate, patch, put } from "#app/data/query.ts";
import { type Saving, useSave } from "#app/kit/use-save.ts";
import type { StoredForm } from "#app/kit/use-stored-form.ts";
import {
  type CustomerField,
  getField,
  listFields,
  saveField,
} from "#workers/contract/endpoints/customer-fields.ts";
import { listCustomers } from "#workers/contract/endpoints/customers.ts";
import { bodyOf, draftOf, type FieldDraft } from "./field-draft.ts";

interface SavingField extends Pick<Saving<CustomerField, FieldDraft>, "busy" | "failure" | "theirs"> {
  save: () => void;
  loadTheirs: () => void;
  keepMine: () => void;
}

/** Saves a definition; the input is kept if the server rejects it, and what was typed while it answered. */
export function useSaveField(
  { form, base, take }: StoredForm<CustomerField | undefined, FieldDraft>,
  onSaved: (typedSince: boolean) => void,
): SavingField {
  const id = base?._id;
  const theirsOf = id
    ? async () => (await call(getField, { params: { id } })).inputFieldDefinition
    : undefined;
  const saving = useSave({ draft: form.values, theirsOf, onRefused: form.refuse });
  const { theirs } = saving;

  const send = (over: number | undefined) => {
    const sent = form.values;
    if (!form.check()) return;
    void saving.save(
      () => request(saveField, { body: { ...bodyOf(sent), _id: id, revision: over } }),
      ({ payload: { inputFieldDefinition: saved } }, typedSince) => {
        form.saved(sent);
        take(saved);
        show(saved);
        onSaved(typedSince !== undefined);
      },
    );
  };
  return {
    ...saving,
    save: () => send(base?.revision),
    loadTheirs: () => {
      form.reset(draftOf(theirs));
      take(theirs);
      saving.reset();
    },
    keepMine: () => send(theirs?.revision),
  };
}

/** Shows a saved definition in its place, a new one at the end. */
function show(saved: CustomerField): void {
  put(getField, { params: { id: saved._id } }, { inputFieldDefinition: saved });
  patch(listFields, undefined, ({ inputFieldDefinitions: all }) => ({
    inputFieldDefinitions: all.some(({ _id }) => _id === saved._id)
      ? all.map((each) => (each._id === saved._id ? saved : each))
      : [...all, saved],
  }));
  void invalidate(listCustomers);
}
