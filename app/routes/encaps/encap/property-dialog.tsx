import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { automationPropertiesTexts } from "#texts/automation-properties.ts";
import { encapsTexts } from "#texts/encaps.ts";
import { type GraphProperty, PROPERTY, PROPERTY_TYPES } from "#workers/contract/automation/properties.ts";
import { fieldsOf, propertyErrors, propertyOf } from "./property-fields.ts";

const texts = encapsTexts.properties;
const FORM = "property";
const labels = {
  name: texts.name,
  label: texts.label,
  type: texts.type,
  choices: texts.choices,
  required: texts.required,
  byDefault: texts.byDefault,
};

/** One property of an encap: its name, its type, and what it is where a launch doesn't say. */
export function PropertyDialog({
  property,
  taken,
  save,
  onSaved,
  onClose,
}: {
  /** Undefined for a new one. */
  property: GraphProperty | undefined;
  /** Names of other properties and variables. */
  taken: readonly string[];
  save: (property: GraphProperty) => Promise<unknown>;
  onSaved: () => Promise<void>;
  onClose: () => void;
}) {
  const form = useFields(fieldsOf(property), (values) => propertyErrors(values, taken));
  const sending = useSend({ form });
  const { type, choices, required, byDefault } = form.values;
  const options =
    type === "boolean"
      ? [
          { value: "true", label: encapsTexts.form.yes },
          { value: "false", label: encapsTexts.form.no },
        ]
      : choices
          .split("\n")
          .map((each) => each.trim())
          .filter((each, at, all) => each !== "" && all.indexOf(each) === at)
          .map((each) => ({ value: each, label: each }));
  return (
    <FormDialog
      {...{ onClose, form, sending, labels }}
      open
      id={FORM}
      title={property ? texts.editTitle(property.name) : texts.addTitle}
      onSubmit={() => sending.send(() => save(propertyOf(form.values)), onSaved)}
    >
      <Field id={`${FORM}-name`} label={texts.name} hint={texts.nameHint} required error={form.errors.name}>
        <TextInput autoFocus spellCheck={false} maxLength={64} {...form.text("name")} />
      </Field>
      <Field id={`${FORM}-label`} label={texts.label} hint={texts.labelHint} error={form.errors.label}>
        <TextInput dir="auto" maxLength={PROPERTY.label} {...form.text("label")} />
      </Field>
      <Field id={`${FORM}-type`} label={texts.type}>
        <Select
          value={type}
          options={PROPERTY_TYPES.map((each) => ({
            value: each,
            label: automationPropertiesTexts.types[each],
          }))}
          onChange={(next) => {
            form.set("type", next);
            form.set("byDefault", "");
          }}
        />
      </Field>
      {type === "choice" && (
        <Field
          id={`${FORM}-choices`}
          label={texts.choices}
          hint={texts.choicesHint}
          required
          error={form.errors.choices}
        >
          <Textarea dir="auto" rows={4} {...form.text("choices")} />
        </Field>
      )}
      <Field id={`${FORM}-byDefault`} label={texts.byDefault} error={form.errors.byDefault}>
        {type === "boolean" || type === "choice" ? (
          <Select
            value={byDefault}
            options={[{ value: "", label: texts.noDefault }, ...options]}
            onChange={(next) => form.set("byDefault", next)}
          />
        ) : (
          <TextInput
            dir="auto"
            type={type === "date" ? "date" : "text"}
            maxLength={PROPERTY.value}
            {...form.text("byDefault")}
          />
        )}
      </Field>
      <Checkbox label={texts.required} checked={required} onChange={(next) => form.set("required", next)} />
    </FormDialog>
  );
}
