import { CirclePlus, X } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { flowDesignerTexts as texts } from "#texts/flow-designer.ts";
import { whyTexts } from "#texts/why.ts";
import { type Json, jsonOf, listOf, textOf } from "#workers/contract/wa-flows/flow-json.ts";
import type { FlowProperty } from "#workers/contract/wa-flows/properties.ts";
import { ActionField } from "./action-field.tsx";
import { JsonField } from "./json-field.tsx";

export interface FieldProps {
  id?: string;
  part: string;
  property: FlowProperty;
  value: unknown;
  error: string | undefined;
  screens: readonly string[];
  onChange: (value: unknown) => void;
}

/** A property's name as people read it: `min-chars` is “Min chars”. */
const labelOf = (part: string): string => {
  const words = part.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** A property's control, by its kind. */
export function PropertyField(props: FieldProps) {
  const { id, part, property, value, error, screens, onChange } = props;
  const label = labelOf(part);
  const isPlain = value === undefined || typeof value === "string" || typeof value === "number";
  switch (property.kind) {
    case "boolean":
      return property.ends && typeof value === "object" ? (
        <JsonField {...{ label, value, error, onChange }} />
      ) : (
        <FlagField {...props} label={label} />
      );
    case "options":
      return typeof value === "string" ? (
        <Line {...props} label={label} />
      ) : (
        <OptionsField {...props} label={label} />
      );
    case "action":
      return (
        <ActionField
          {...{ label, value, error, screens, onChange }}
          actions={property.actions ?? []}
          isOptional={!property.required}
        />
      );
    case "choice":
      return (
        <Field label={label} error={error}>
          <Select
            value={textOf(value)}
            options={[
              { value: "", label: texts.unset },
              ...(property.choices ?? []).map((each) => ({ value: each, label: each })),
              ...(typeof value === "string" && value !== "" && !property.choices?.includes(value)
                ? [{ value, label: value }]
                : []),
            ]}
            onChange={(chosen) => onChange(chosen || undefined)}
          />
        </Field>
      );
    case "texts":
      return (
        <Field {...(id !== undefined && { id })} label={label} error={error}>
          <Textarea
            rows={3}
            value={Array.isArray(value) ? listOf(value).map(textOf).join("\n") : textOf(value)}
            onChange={({ target }) =>
              onChange(Array.isArray(value) ? target.value.split("\n") : target.value)
            }
          />
        </Field>
      );
    case "number":
    case "text":
    case "name":
    case "date":
    case "condition":
    case "reference":
    case "picture":
      if (isPlain) return <Line {...props} label={label} />;
      return <JsonField {...{ label, value, error, onChange }} />;
    case "strings":
      if (!property.choices || typeof value === "string")
        return <JsonField {...{ label, value, error, onChange }} />;
      return (
        <div>
          <CheckList
            legend={label}
            options={property.choices.map((each) => ({ value: each, label: each }))}
            value={listOf(value).map(textOf)}
            onChange={(chosen) => onChange(chosen.length > 0 ? chosen : undefined)}
          />
          {error && <p className="mt-1 text-[0.8125rem] font-medium text-danger-ink">{error}</p>}
        </div>
      );
    default:
      return <JsonField {...{ label, value, error, onChange }} />;
  }
}

function Line({
  id,
  property: { kind, required, most },
  label,
  value,
  error,
  onChange,
}: FieldProps & { label: string }) {
  const isLong = kind === "text" && (most ?? 0) > 100;
  const set = (typed: string) => {
    if (typed === "" && !required) onChange(undefined);
    else if (kind === "number" && /^-?\d+(?:\.\d+)?$/.test(typed)) onChange(Number(typed));
    else onChange(typed);
  };
  const Control = isLong ? Textarea : TextInput;
  return (
    <Field {...(id !== undefined && { id })} label={label} error={error}>
      <Control
        spellCheck={kind === "text"}
        value={value === undefined ? "" : String(value as string | number)}
        onChange={({ target }: { target: { value: string } }) => set(target.value)}
      />
    </Field>
  );
}

/** Yes, no, or a value or condition that says so. */
function FlagField({ label, value, error, onChange }: FieldProps & { label: string }) {
  const mode = typeof value === "string" ? "value" : value === true ? "yes" : value === false ? "no" : "";
  return (
    <div className="grid gap-2">
      <Field label={label} error={mode === "value" ? undefined : error}>
        <Select
          value={mode}
          options={[
            { value: "", label: texts.unset },
            { value: "yes", label: texts.yes },
            { value: "no", label: texts.no },
            { value: "value", label: texts.byValue },
          ]}
          onChange={(next) =>
            onChange({ "": undefined, yes: true, no: false, value: "" }[next as "" | "yes" | "no" | "value"])
          }
        />
      </Field>
      {mode === "value" && (
        <Field label={`${label}: ${texts.value}`} hint={texts.valueHint} error={error}>
          <TextInput
            spellCheck={false}
            value={textOf(value)}
            onChange={({ target }) => onChange(target.value)}
          />
        </Field>
      )}
    </div>
  );
}

function OptionsField({ label, property, value, error, onChange }: FieldProps & { label: string }) {
  const options = listOf(value).map(jsonOf);
  const set = (at: number, part: Json) =>
    onChange(options.map((each, place) => (place === at ? { ...each, ...part } : each)));
  const add = () => {
    const taken = new Set(options.map(({ id }) => id));
    let at = options.length + 1;
    while (taken.has(`choice_${at}`)) at++;
    onChange([...options, { id: `choice_${at}`, title: "" }]);
  };
  return (
    <fieldset className="grid min-w-0 gap-2 rounded-md border border-line p-3">
      <legend className="px-1 font-medium">{label}</legend>
      {error && <p className="text-[0.8125rem] font-medium text-danger-ink">{error}</p>}
      {options.map((option, at) => (
        <div key={at} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-end gap-2">
          <Field label={texts.optionTitle(at + 1)}>
            <TextInput
              value={textOf(option["title"])}
              onChange={({ target }) => set(at, { title: target.value })}
            />
          </Field>
          <Field label={texts.optionId(at + 1)}>
            <TextInput
              spellCheck={false}
              value={textOf(option["id"])}
              onChange={({ target }) => set(at, { id: target.value })}
            />
          </Field>
          <IconButton
            label={texts.removeOption(at + 1)}
            icon={<X aria-hidden />}
            disabledReason={options.length <= (property.least ?? 0) ? whyTexts.fewest : undefined}
            onClick={() => onChange(options.toSpliced(at, 1))}
          />
        </div>
      ))}
      <div>
        <Button
          size="sm"
          icon={<CirclePlus aria-hidden />}
          disabledReason={options.length >= (property.most ?? Infinity) ? whyTexts.most : undefined}
          onClick={add}
        >
          {texts.addOption}
        </Button>
      </div>
    </fieldset>
  );
}

/** One of several that may be on. */
export function CheckList({
  legend,
  options,
  value,
  onChange,
}: {
  legend: string;
  options: readonly { value: string; label: string }[];
  value: readonly string[];
  onChange: (value: string[]) => void;
}) {
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1 font-medium">{legend}</legend>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          label={option.label}
          checked={value.includes(option.value)}
          onChange={(on) =>
            onChange(on ? [...value, option.value] : value.filter((each) => each !== option.value))
          }
        />
      ))}
    </fieldset>
  );
}
