import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { customersTexts as texts } from "#texts/customers.ts";
import { uiTexts } from "#texts/ui.ts";
import {
  type CustomerField,
  hasOptions,
  type InputType,
  optionsOf,
} from "#workers/contract/endpoints/customer-fields.ts";

interface OwnFieldProps {
  field: CustomerField;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  onLeave: () => void;
}

export const ownFieldId = (id: string): string => `customer-data.${id}`;

/** One of the enterprise's own fields, with the input that its definition asks for. */
export function OwnField({ field, value, error, onChange, onLeave }: OwnFieldProps) {
  const limits = texts.limits(field.minValue, field.maxValue);
  if (field.fieldType === "multiple-select") {
    return <Choices {...{ field, value, error, onChange, onLeave }} />;
  }
  return (
    <Field
      id={ownFieldId(field._id)}
      label={<bdi>{field.fieldLabel}</bdi>}
      required={field.mandatory}
      error={error}
      hint={
        <>
          <bdi className="[overflow-wrap:anywhere]">{field.fieldHelptext}</bdi>
          {limits && !hasOptions(field.fieldType) && ` (${limits})`}
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

/** Several choices of a list; what was chosen and is no choice any more stays until it is taken off. */
function Choices({ field, value, error, onChange, onLeave }: OwnFieldProps) {
  const chosen = optionsOf(value);
  const options = optionsOf(`${field.defaultValue},${value}`);
  const hintId = `${ownFieldId(field._id)}-hint`;
  const choose = (option: string, on: boolean) => {
    onChange(options.filter((each) => (each === option ? on : chosen.includes(each))).join(", "));
    onLeave();
  };
  return (
    <fieldset id={ownFieldId(field._id)} tabIndex={-1} aria-describedby={hintId} className="min-w-0">
      <legend className="mb-1 font-medium">
        <bdi>{field.fieldLabel}</bdi>
        {field.mandatory && <span aria-hidden> *</span>}
      </legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {options.map((option) => (
          <Checkbox
            key={option}
            label={<bdi>{option}</bdi>}
            checked={chosen.includes(option)}
            onChange={(on) => choose(option, on)}
          />
        ))}
      </div>
      <p
        id={hintId}
        className={cx(
          "mt-1 text-[0.8125rem] [overflow-wrap:anywhere]",
          error ? "text-danger-ink" : "text-muted",
        )}
      >
        {error ?? <bdi>{field.fieldHelptext}</bdi>}
      </p>
    </fieldset>
  );
}

/** A value that is no longer a choice is still listed, so that opening the form does not lose it. */
function choicesOf({ defaultValue }: CustomerField, value: string) {
  const options = optionsOf(defaultValue);
  const all = value === "" || options.includes(value) ? options : [...options, value];
  return [{ value: "", label: uiTexts.choose }, ...all.map((each) => ({ value: each, label: each }))];
}
