import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { customersTexts as texts } from "#texts/customers.ts";
import type { Phones } from "./phones.ts";

export interface PhoneProps {
  phones: Phones | undefined;
  country: string;
  number: string;
  error: string | undefined;
  onChange: (change: { country?: string; number?: string }) => void;
  onLeave: () => void;
}

/** Countries with their dialling codes, once the rules are there. */
export const countryChoices = (phones: Phones | undefined) =>
  (phones?.countries ?? []).map(({ code, name, calling }) => ({ value: code, label: `${name} ${calling}` }));

/** A number in its country. One with its own dialling code selects its country. */
export function PhoneNumberField({
  id,
  phones,
  country,
  number,
  error,
  onChange,
  onLeave,
}: PhoneProps & { id: string }) {
  const shown = number.trim() === "" ? undefined : phones?.read(number, country).shown;
  const type = (next: string) => {
    const own = /^\s*(?:\+|00)/.test(next) ? phones?.read(next, country).country : undefined;
    onChange({ number: next, ...(own && { country: own }) });
  };
  return (
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
  );
}
