import { Combobox } from "#app/components/ui/combobox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { customersTexts as texts } from "#texts/customers.ts";
import { countryChoices, PhoneNumberField, type PhoneProps } from "./phone-number-field.tsx";

export const PHONE_ID = "customer-phone";

/** A country, found by name or code, and the number in it. */
export function PhoneFields(props: PhoneProps) {
  const { phones, country, onChange } = props;
  return (
    <>
      <Field label={texts.country} hint={texts.countryHint}>
        <Combobox
          value={country || null}
          choices={countryChoices(phones)}
          onChange={(next) => onChange({ country: next })}
        />
      </Field>
      <PhoneNumberField id={PHONE_ID} {...props} />
    </>
  );
}
