import { useState } from "react";
import { DateTimePicker } from "#app/components/date-time-picker.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import type { Fields } from "#app/components/ui/use-fields.ts";
import { localMoment } from "#app/lib/zone.ts";
import { campaignDialogTexts as texts } from "#texts/campaign-dialog.ts";
import { LONGEST_REASON } from "#workers/contract/campaign.ts";
import type { Values } from "./values.ts";

const LONGEST_DESCRIPTION = 1_000;
const DAY_MS = 24 * 3_600_000;
/** So many days ahead a time can be picked; it can be typed beyond. */
const DAYS_AHEAD = 365;

/** The fields that a mode asks for, in their order. */
export function DialogFields({
  id,
  fields,
  form,
}: {
  id: string;
  fields: readonly (keyof Values)[];
  form: Fields<Values>;
}) {
  const idOf = (name: keyof Values) => `${id}-${name}`;
  const has = (name: keyof Values) => fields.includes(name);
  return (
    <>
      {has("name") && (
        <Field id={idOf("name")} label={texts.fields.name} required error={form.errors["name"]}>
          <TextInput autoFocus maxLength={100} {...form.text("name")} />
        </Field>
      )}
      {has("description") && (
        <Field id={idOf("description")} label={texts.fields.description} error={form.errors["description"]}>
          <Textarea rows={3} maxLength={LONGEST_DESCRIPTION} {...form.text("description")} />
        </Field>
      )}
      {has("startAt") && <Times id={id} form={form} />}
      {has("reason") && (
        <Field
          id={idOf("reason")}
          label={texts.fields.reason}
          hint={texts.reasonHint(LONGEST_REASON)}
          required
          error={form.errors["reason"]}
        >
          <Textarea autoFocus rows={4} maxLength={LONGEST_REASON} {...form.text("reason")} />
        </Field>
      )}
    </>
  );
}

function Times({ id, form }: { id: string; form: Fields<Values> }) {
  const [begin] = useState(() => localMoment(new Date()));
  const [last] = useState(() => localMoment(new Date(Date.now() + DAYS_AHEAD * DAY_MS)));
  return (
    <div className="relative grid gap-2">
      <p className="text-[0.8125rem] text-muted">{texts.startHint}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {(["startAt", "endAt"] as const).map((name) => (
          <DateTimePicker
            key={name}
            id={`${id}-${name}`}
            label={texts.fields[name]}
            value={form.values[name]}
            error={form.errors[name]}
            max={last}
            begin={begin}
            onChange={(text) => form.set(name, text)}
          />
        ))}
      </div>
    </div>
  );
}
