import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { call, request } from "#app/data/api.ts";
import { invalidate, put } from "#app/data/query.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { showCustomer } from "#app/features/customers/changed.ts";
import { OwnField } from "#app/features/customers/own-field.tsx";
import { taggingKinds } from "#app/features/customers/tagging-kinds.ts";
import { type ChosenTagging, TaggingPicker } from "#app/features/customers/tagging-picker.tsx";
import { ChangedMeanwhile } from "#app/kit/changed-meanwhile.tsx";
import { useSave } from "#app/kit/use-save.ts";
import { chatDetailsTexts as texts } from "#texts/chat-details.ts";
import { customersTexts } from "#texts/customers.ts";
import { uiTexts } from "#texts/ui.ts";
import { problemOfValue } from "#workers/contract/customer-values.ts";
import { chatSummary, getChat } from "#workers/contract/endpoints/chats.ts";
import type { CustomerField } from "#workers/contract/endpoints/customer-fields.ts";
import { saveCustomerProfile } from "#workers/contract/endpoints/customer-profile.ts";
import { type Customer, getCustomer, NAME_LENGTH } from "#workers/contract/endpoints/customers.ts";
import { collapse } from "#workers/contract/fields.ts";

/** Which part of a customer is being changed. */
export type Place = "name" | `data.${string}` | "groups" | "tags";
type Value = string | ChosenTagging[];

/** Changes one part of a customer: Enter saves, Escape leaves. A newer change of a colleague is shown first. */
export function EditCustomerWindow({
  customer,
  fields,
  place,
  onClose,
}: {
  customer: Customer;
  fields: readonly CustomerField[];
  place: Place;
  onClose: () => void;
}) {
  const [value, setValue] = useState<Value>(() => valueAt(place, customer));
  const { id } = customer;
  const { busy, refused, failure, theirs, save } = useSave({
    draft: value,
    theirsOf: async () => (await call(getCustomer, { params: { id } })).customer,
  });
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("input, select, textarea")?.focus(), []);
  const saveOver = (stored: Customer) =>
    save(
      () =>
        request(saveCustomerProfile, {
          body: { ...bodyOf(stored, place, value), id, revision: stored.revision },
        }),
      ({ payload }) => {
        showCustomer(payload.customer);
        if (place === "name") {
          void invalidate(getChat);
          void invalidate(chatSummary);
        }
        onClose();
      },
    );
  const [isChecked, setChecked] = useState(false);
  const problem = problemAt(place, fields, value);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (problem === undefined) void saveOver(customer);
  };
  const onKey = (event: KeyboardEvent) => {
    // Escape closes a list of choices first.
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  const error = (isChecked ? problem : undefined) ?? refused[place];
  const other = Object.values(refused)[0];
  return (
    // Escape leaves from any of its controls.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form ref={form} noValidate onSubmit={send} onKeyDown={onKey} className="grid gap-2 py-1">
      <Control place={place} fields={fields} value={value} error={error} onChange={setValue} />
      {theirs ? (
        <ChangedMeanwhile
          text={failure}
          differences={differencesOf(place, fields, theirs, value)}
          onLoad={() => {
            put(getCustomer, { params: { id } }, { customer: theirs });
            onClose();
          }}
          onKeep={() => void saveOver(theirs)}
        />
      ) : (
        (failure || (!error && other)) && <Failure text={failure || other} />
      )}
      <div className="flex gap-2">
        <Button size="sm" tone="primary" type="submit" busy={busy}>
          {uiTexts.save}
        </Button>
        <Button size="sm" onClick={onClose}>
          {uiTexts.cancel}
        </Button>
      </div>
    </form>
  );
}

function Control({
  place,
  fields,
  value,
  error,
  onChange,
}: {
  place: Place;
  fields: readonly CustomerField[];
  value: Value;
  error: string | undefined;
  onChange: (value: Value) => void;
}) {
  if (typeof value !== "string") {
    const kind = taggingKinds[place === "groups" ? "group" : "label"];
    return (
      <Field label={labelOf(place, fields)} error={error}>
        <TaggingPicker kind={kind} chosen={value} onChange={onChange} />
      </Field>
    );
  }
  const field = fields.find(({ _id }) => place === `data.${_id}`);
  if (field) {
    return (
      <OwnField field={field} value={value} error={error} onChange={onChange} onLeave={() => undefined} />
    );
  }
  return (
    <Field label={texts.name} required error={error}>
      <TextInput
        dir="auto"
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}

const labelOf = (place: Place, fields: readonly CustomerField[]): string =>
  place === "name" || place === "groups"
    ? texts[place]
    : place === "tags"
      ? texts.labels
      : (fields.find(({ _id }) => place === `data.${_id}`)?.fieldLabel ?? "");

function valueAt(place: Place, { name, data, groups, tags }: Customer): Value {
  if (place === "name") return name;
  if (place === "groups") return groups;
  if (place === "tags") return tags;
  return data.find(({ id }) => place === `data.${id}`)?.value ?? "";
}

/** By the rules of the master's own form; undefined where it is fine. */
function problemAt(place: Place, fields: readonly CustomerField[], value: Value): string | undefined {
  if (typeof value !== "string") return undefined;
  const field = fields.find(({ _id }) => place === `data.${_id}`);
  if (field) return problemOfValue(field, value) || undefined;
  const { length } = [...collapse(value)];
  if (length < NAME_LENGTH.min) return customersTexts.minimum(NAME_LENGTH.min);
  return length > NAME_LENGTH.max ? customersTexts.maximum(NAME_LENGTH.max) : undefined;
}

const said = (value: Value): string =>
  typeof value === "string" ? value : value.map(({ name }) => name).join(", ");

/** Where the colleague's version of this part is another, with its value. */
function differencesOf(
  place: Place,
  fields: readonly CustomerField[],
  theirs: Customer,
  mine: Value,
): string[] {
  const value = said(valueAt(place, theirs));
  return value === said(mine) ? [] : [`${labelOf(place, fields)}: ${value || texts.none}`];
}

/** The customer as they are, with one part changed. */
function bodyOf(customer: Customer, place: Place, value: Value) {
  const { name, phoneNumber, whatsAppNumber, facebookId, instaId, twitterId, data, groups, tags } = customer;
  const ids = (taggings: readonly { id: string }[]) => taggings.map(({ id }) => id);
  const body = {
    ...{ name, phoneNumber, whatsAppNumber, facebookId, instaId, twitterId, data },
    groups: ids(groups),
    tags: ids(tags),
  };
  if (typeof value !== "string") return { ...body, [place]: ids(value) };
  if (place === "name") return { ...body, name: value };
  const fieldId = place.slice("data.".length);
  return { ...body, data: [...data.filter(({ id }) => id !== fieldId), { id: fieldId, value }] };
}
