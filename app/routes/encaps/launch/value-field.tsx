import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { encapsTexts } from "#texts/encaps.ts";
import type { GraphProperty } from "#workers/contract/automation/properties.ts";

const texts = encapsTexts.form;

/** The value of a property, by its type; empty is not given. */
export function ValueField({
  id,
  property: { name, label, type, choices = [], required, default: byDefault },
  value,
  error,
  onChange,
}: {
  id: string;
  property: GraphProperty;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const options =
    type === "boolean"
      ? [
          { value: "true", label: texts.yes },
          { value: "false", label: texts.no },
        ]
      : choices.map((each) => ({ value: each, label: each }));
  const shownDefault = typeof byDefault === "boolean" ? (byDefault ? texts.yes : texts.no) : byDefault;
  return (
    <Field
      id={id}
      label={label || name}
      required={required && byDefault === undefined}
      hint={shownDefault === undefined ? undefined : texts.byDefault(String(shownDefault))}
      error={error}
    >
      {type === "boolean" || type === "choice" ? (
        <Select
          value={value}
          options={[{ value: "", label: required ? texts.chooseOne : texts.unset }, ...options]}
          onChange={onChange}
        />
      ) : (
        <TextInput
          dir="auto"
          type={type === "date" ? "date" : "text"}
          inputMode={type === "number" ? "decimal" : undefined}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
