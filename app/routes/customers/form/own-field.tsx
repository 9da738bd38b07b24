import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { customersTexts as texts } from "#texts/customers.ts";
import { uiTexts } from "#texts/ui.ts";
import {
  type CustomerField,
  type InputType,
  optionsOf,
} from "#workers/contract/endpoints/customer-fields.ts";

export const ownFieldId = (id: string): string => `customer-data-${id}`;

/** One of the enterprise's own fields, with the input that its definition asks for. */
export function OwnField({
  field,
  value,
  error,
  onChange,
  onLeave,
}: {
  field: CustomerField;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  onLeave: () => void;
}) {
  const limits = texts.limits(field.minValue, field.maxValue);
  return (
    <Field
      id={ownFieldId(field._id)}
      label={<bdi>{field.fieldLabel}</bdi>}
      required={field.mandatory}
      error={error}
      hint={
        <>
          <bdi className="[overflow-wrap:anywhere]">{field.fieldHelptext}</bdi>
          {limits && field.fieldType !== "selectbox-singlevalue" && ` (${limits})`}
        </>
      }
      className={field.fieldType === "textarea" ? "sm:col-span-2" : ""}
    >
      {field.fieldType === "selectbox-singlevalue" ? (
        <Select value={value} options={choicesOf(field, value)} onChange={onChange} onBlur={onLeave} />
      ) : field.fieldType === "textarea" ? (
        <Textarea
          dir="auto"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onLeave}
        />
      ) : (
        <TextInput
          dir="auto"
          autoComplete="off"
          title={value}
          inputMode={field.inputType === "" ? "text" : KEYBOARDS[field.inputType]}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onLeave}
        />
      )}
    </Field>
  );
}

const KEYBOARDS: Record<InputType, "text" | "numeric" | "decimal" | "email"> = {
  alphabets: "text",
  alphanumeric: "text",
  number: "numeric",
  decimal: "decimal",
  email: "email",
};

/** A value that is no longer a choice is still listed, so that opening the form does not lose it. */
function choicesOf({ defaultValue }: CustomerField, value: string) {
  const options = optionsOf(defaultValue);
  const all = value === "" || options.includes(value) ? options : [...options, value];
  return [{ value: "", label: uiTexts.choose }, ...all.map((each) => ({ value: each, label: each }))];
}
