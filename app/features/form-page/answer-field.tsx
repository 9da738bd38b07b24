import type { ReactNode } from "react";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { formsTexts } from "#texts/forms.ts";
import { ratingMost, type ShownField } from "#workers/contract/forms/form.ts";

const texts = formsTexts.page;

interface Props {
  /** Of the control, for the list of problems. */
  id: string;
  field: Omit<ShownField, "saveTo">;
  value: unknown;
  required: boolean;
  error: string | undefined;
  onChange: (value: unknown) => void;
}

/** Lists that are longer open when they are pressed. */
const MOST_RADIOS = 8;
const INPUTS = {
  shortText: { type: "text" },
  number: { type: "text", inputMode: "decimal" },
  email: { type: "email", autoComplete: "email" },
  phone: { type: "tel", autoComplete: "tel" },
  date: { type: "date" },
  time: { type: "time" },
  location: { type: "text", autoComplete: "street-address" },
} as const;

/** One field of a form as people answer it. */
export function AnswerField({ id, field, value, required, error, onChange }: Props) {
  const { type, label, help, options } = field;
  const text = typeof value === "string" || typeof value === "number" ? String(value) : placeIn(value);
  const usual = { id, label, required, error, ...(help !== "" && { hint: help }) };
  switch (type) {
    case "statement":
      return (
        <div>
          <p className="font-medium [overflow-wrap:anywhere] whitespace-pre-line">{label}</p>
          {help !== "" && <p className="text-muted [overflow-wrap:anywhere] whitespace-pre-line">{help}</p>}
        </div>
      );
    case "file":
      return null;
    case "longText":
      return (
        <Field {...usual}>
          <Textarea rows={4} value={text} onChange={({ target }) => onChange(target.value)} />
        </Field>
      );
    case "choice":
      if (options.length > MOST_RADIOS) {
        return (
          <Field {...usual}>
            <Select
              value={text}
              options={[{ value: "", label: texts.choose }, ...options]}
              onChange={onChange}
            />
          </Field>
        );
      }
      return <Radios {...usual} value={text} options={options} onChange={onChange} />;
    case "yesNo":
      return (
        <Radios
          {...usual}
          inline
          value={typeof value === "boolean" ? String(value) : ""}
          options={[
            { value: "true", label: formsTexts.words.yes },
            { value: "false", label: formsTexts.words.no },
          ]}
          onChange={(chosen) => onChange(chosen === "true")}
        />
      );
    case "rating": {
      const most = ratingMost(field);
      const numbers = Array.from({ length: most }, (_, at) => String(at + 1));
      return (
        <Radios
          {...usual}
          inline
          value={text}
          options={numbers.map((each) => ({
            value: each,
            label: each,
            spoken: texts.stars(Number(each), most),
          }))}
          onChange={(chosen) => onChange(Number(chosen))}
        />
      );
    }
    case "several": {
      const chosen = Array.isArray(value) ? value.map(String) : [];
      return (
        <Group {...usual}>
          {options.map((option) => (
            <Checkbox
              key={option.value}
              label={option.label}
              checked={chosen.includes(option.value)}
              onChange={(on) =>
                onChange(on ? [...chosen, option.value] : chosen.filter((each) => each !== option.value))
              }
            />
          ))}
        </Group>
      );
    }
    default:
      return (
        <Field {...usual}>
          <TextInput
            {...INPUTS[type]}
            {...(type === "location" && { placeholder: texts.place })}
            value={text}
            onChange={({ target }) => onChange(target.value)}
          />
        </Field>
      );
  }
}

const placeIn = (value: unknown): string =>
  typeof value === "object" && value !== null && "name" in value ? String(value.name) : "";

type GroupProps = Pick<Props, "id" | "required" | "error"> & { label: string; hint?: string };

function Group({
  id,
  label,
  hint,
  required,
  error,
  inline = false,
  children,
}: GroupProps & { inline?: boolean; children: ReactNode }) {
  const describedBy =
    cx(hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`) || undefined;
  return (
    // Reached by the list of problems.
    <fieldset id={id} tabIndex={-1} aria-describedby={describedBy} className="min-w-0 rounded">
      <legend className="font-medium [overflow-wrap:anywhere]">
        {label} {required && <span className="text-xs font-normal text-muted">{texts.required}</span>}
      </legend>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-[0.8125rem] text-muted">
          {hint}
        </p>
      )}
      <div className={cx("mt-1.5 flex gap-x-5 gap-y-2", inline ? "flex-wrap" : "flex-col")}>{children}</div>
      {error !== undefined && (
        <p id={`${id}-error`} className="mt-1 text-[0.8125rem] font-medium text-danger-ink">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function Radios({
  value,
  options,
  onChange,
  ...group
}: GroupProps & {
  inline?: boolean;
  value: string;
  options: readonly { value: string; label: string; spoken?: string }[];
  onChange: (value: string) => void;
}) {
  return (
    <Group {...group}>
      {options.map((option) => (
        <label
          key={option.value}
          className="inline-flex min-h-6 items-start gap-2.5 pointer-coarse:min-h-11 pointer-coarse:py-3"
        >
          <input
            type="radio"
            name={group.id}
            value={option.value}
            checked={option.value === value}
            aria-label={option.spoken}
            onChange={() => onChange(option.value)}
            className="mt-0.5 size-4 shrink-0 cursor-pointer accent-accent"
          />
          <span className="min-w-0 [overflow-wrap:anywhere]">{option.label}</span>
        </label>
      ))}
    </Group>
  );
}
