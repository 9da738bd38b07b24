import { Combobox } from "#app/components/ui/combobox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { customersTexts as texts } from "#texts/customers.ts";
import type { Phones } from "./phones.ts";

export const PHONE_ID = "customer-phone";

/** A country, found by name or code, and the number in it. A number with its own dialling code selects its country. */
export function PhoneFields({
  id = PHONE_ID,
  phones,
  country,
  number,
  error,
  onChange,
  onLeave,
}: {
  id?: string;
  phones: Phones | undefined;
  country: string;
  number: string;
  error: string | undefined;
  onChange: (change: { country?: string; number?: string }) => void;
  onLeave: () => void;
}) {
  const choices = (phones?.countries ?? []).map(({ code, name, calling }) => ({
    value: code,
    label: `${name} ${calling}`,
  }));
  const shown = number.trim() === "" ? undefined : phones?.read(number, country).shown;
  const type = (next: string) => {
    const own = /^\s*(?:\+|00)/.test(next) ? phones?.read(next, country).country : undefined;
    onChange({ number: next, ...(own && { country: own }) });
  };
  return (
    <>
      <Field label={texts.country} hint={texts.countryHint}>
        <Combobox
          value={country || null}
          choices={choices}
          onChange={(next) => onChange({ country: next })}
        />
      </Field>
      <Field
        id={id}
        label={texts.phoneNumber}
        required
        error={error}
        hint={shown ? texts.phoneShown(shown) : texts.phoneHint}
      >
        <TextInput
          type="tel"
          autoComplete="off"
          value={number}
          maxLength={60}
          onChange={(event) => type(event.target.value)}
          onBlur={onLeave}
        />
      </Field>
    </>
  );
}
