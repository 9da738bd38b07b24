import type { ReactNode } from "react";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { RadioGroup } from "#app/components/ui/radio-group.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import type { Fields } from "#app/components/ui/use-fields.ts";
import { customerFieldsTexts as texts } from "#texts/customer-fields.ts";
import { uiTexts } from "#texts/ui.ts";
import { fieldTypes } from "#workers/contract/endpoints/customer-fields.ts";
import { asks, type FieldDraft } from "./field-draft.ts";

const { labels } = texts;

/** The element id of a field's control, for links to it. */
export const inputId = (name: string): string => `field-${name}`;

const YES_NO = [
  { value: "yes", label: texts.yes },
  { value: "no", label: texts.no },
] as const;
const choose = { value: "", label: uiTexts.choose } as const;
type Typed = "fieldName" | "fieldLabel" | "fieldHelptext" | "minValue" | "maxValue" | "allowedChars";

/** All inputs of a definition; those that do not apply to the chosen type are left out. */
export function FieldInputs({ form, nameFixed }: { form: Fields<FieldDraft>; nameFixed: boolean }) {
  const { values, errors, set, leave } = form;
  const asked = asks(values);
  const field = (name: keyof typeof labels, control: ReactNode, hint?: string, required = true) => (
    <Field
      id={inputId(name)}
      label={labels[name]}
      required={required}
      error={errors[name]}
      {...(hint !== undefined && { hint })}
    >
      {control}
    </Field>
  );
  const typed = (name: Typed) => ({
    value: values[name],
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
    onBlur: () => values[name] !== "" && leave(name),
  });
  return (
    <>
      {field(
        "fieldName",
        <TextInput {...typed("fieldName")} autoFocus={!nameFixed} readOnly={nameFixed} maxLength={100} />,
        nameFixed ? texts.fieldNameFixed : texts.fieldNameHint,
      )}
      {field("fieldLabel", <TextInput {...typed("fieldLabel")} maxLength={100} />)}
      {field("fieldHelptext", <Textarea {...typed("fieldHelptext")} rows={2} maxLength={500} />)}
      <RadioGroup
        inline
        legend={labels.mandatory}
        value={values.mandatory ? "yes" : "no"}
        choices={YES_NO}
        onChange={(value) => set("mandatory", value === "yes")}
      />
      {field(
        "fieldType",
        <Select
          value={values.fieldType}
          options={[choose, ...fieldTypes.map((value) => ({ value, label: texts.types[value] }))]}
          onChange={(fieldType) => {
            set("fieldType", fieldType);
            // An input type that the new field type does not support is reset.
            const { inputs } = asks({ ...values, fieldType });
            if (values.inputType !== "" && !inputs.includes(values.inputType)) set("inputType", "");
          }}
        />,
      )}
      {asked.inputs.length > 0 &&
        field(
          "inputType",
          <Select
            value={values.inputType}
            options={[choose, ...asked.inputs.map((value) => ({ value, label: texts.inputs[value] }))]}
            onChange={(inputType) => set("inputType", inputType)}
          />,
        )}
      {asked.values &&
        field(
          "defaultValue",
          <Textarea
            value={values.defaultValue}
            onChange={(event) => set("defaultValue", event.target.value)}
            onBlur={() => values.defaultValue !== "" && leave("defaultValue")}
          />,
          texts.dropdownHint,
        )}
      {asked.length && (
        <div className="grid grid-cols-2 gap-3">
          {field(
            "minValue",
            <TextInput {...typed("minValue")} inputMode="numeric" />,
            texts.anyLength,
            false,
          )}
          {field(
            "maxValue",
            <TextInput {...typed("maxValue")} inputMode="numeric" />,
            texts.anyLength,
            false,
          )}
        </div>
      )}
      {asked.special && (
        <RadioGroup
          inline
          legend={labels.allowSpecialChars}
          value={values.allowSpecialChars ? "yes" : "no"}
          choices={YES_NO}
          onChange={(value) => set("allowSpecialChars", value === "yes")}
        />
      )}
      {asked.signs && (
        <>
          {field("allowedChars", <TextInput {...typed("allowedChars")} />, texts.allowedHint, false)}
          <Checkbox
            label={texts.comma}
            checked={values.commaIncluded}
            onChange={(checked) => set("commaIncluded", checked)}
          />
        </>
      )}
      <Checkbox label={texts.search} checked={values.search} onChange={(checked) => set("search", checked)} />
    </>
  );
}
