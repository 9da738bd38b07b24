import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { flowPhoneTexts as texts } from "#texts/flow-phone.ts";
import { FilePicker } from "./file-picker.tsx";
import { isTrue } from "#workers/contract/wa-flows/expression.ts";
import { isJson, type Json, jsonOf, listOf } from "#workers/contract/wa-flows/flow-json.ts";
import { type Props, wordsOf } from "./phone-props.ts";

/** A component that asks something. */
export function Question(props: Props) {
  const { shown, value, error, take, hold, onAnswer } = props;
  const { type, properties } = shown;
  const label = wordsOf(properties["label"]);
  const required = isTrue(properties["required"]);
  const disabled = properties["enabled"] !== undefined && !isTrue(properties["enabled"]);
  const hint = wordsOf(properties["helper-text"] ?? properties["description"]) || undefined;
  // The flow's own sentence, such as one that an endpoint gives.
  const own = properties["error-message"];
  const wrong = error ?? (wordsOf(isJson(own) ? Object.values(own) : own) || undefined);
  const field = { label, required, error, ...(hint !== undefined && { hint }) };
  switch (type) {
    case "TextArea":
      return (
        <Field {...field}>
          <Textarea
            rows={3}
            disabled={disabled}
            value={wordsOf(value)}
            onChange={({ target }) => onAnswer(target.value)}
          />
        </Field>
      );
    case "TextInput":
    case "DatePicker":
      return (
        <Field {...field}>
          <TextInput
            type={type === "DatePicker" ? "date" : inputType(properties["input-type"])}
            disabled={disabled}
            autoComplete="off"
            value={wordsOf(value)}
            onChange={({ target }) => onAnswer(target.value)}
          />
        </Field>
      );
    case "CalendarPicker":
      return <CalendarPart {...props} disabled={disabled} />;
    case "Dropdown":
      return (
        <Field {...field}>
          <Select
            value={wordsOf(value)}
            disabled={disabled}
            options={[{ value: "", label: texts.choose }, ...optionsOf(properties)]}
            onChange={(chosen) => onAnswer(chosen)}
          />
        </Field>
      );
    case "OptIn":
      return (
        <div>
          <Checkbox label={label} checked={value === true} onChange={onAnswer} />
          <Wrong error={error} />
        </div>
      );
    case "RadioButtonsGroup":
    case "CheckboxGroup":
    case "ChipsSelector":
      return <Choices {...props} label={label} hint={hint} disabled={disabled} />;
    default:
      return (
        <FilePicker
          {...{ type, properties, label, hint, value, disabled, take, hold, onAnswer }}
          error={wrong}
        />
      );
  }
}

const inputType = (kind: unknown): string =>
  kind === "email" ? "email" : kind === "phone" ? "tel" : kind === "password" ? "password" : "text";

const optionsOf = (properties: Json): { value: string; label: string; hint: string; isOff: boolean }[] =>
  listOf(properties["data-source"])
    .map(jsonOf)
    .map((each) => ({
      value: wordsOf(each["id"]),
      label: wordsOf(each["title"]),
      hint: [each["description"], each["metadata"]].map(wordsOf).filter(Boolean).join(" · "),
      isOff: each["enabled"] === false,
    }));

const Wrong = ({ error }: { error: string | undefined }) =>
  error ? <p className="mt-1 text-[0.8125rem] font-medium text-danger-ink">{error}</p> : null;

function Choices({
  shown: { type, properties, path },
  value,
  error,
  label,
  hint,
  disabled,
  onAnswer,
}: Props & { label: string; hint: string | undefined; disabled: boolean }) {
  const isOne = type === "RadioButtonsGroup";
  const chosen = listOf(value).map(wordsOf);
  return (
    <fieldset className="grid gap-1.5" disabled={disabled}>
      <legend className="mb-1 font-medium">{label}</legend>
      {hint && <p className="text-[0.8125rem] text-muted">{hint}</p>}
      {optionsOf(properties).map((option) =>
        isOne ? (
          <label
            key={option.value}
            className="inline-flex min-h-6 items-start gap-2.5 pointer-coarse:min-h-11 pointer-coarse:py-3"
          >
            <input
              type="radio"
              name={`phone ${path}`}
              disabled={option.isOff}
              checked={value === option.value}
              onChange={() => onAnswer(option.value)}
              className="mt-0.5 size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0">
              {option.label}
              {option.hint && <span className="block text-[0.8125rem] text-muted">{option.hint}</span>}
            </span>
          </label>
        ) : (
          <Checkbox
            key={option.value}
            label={option.label}
            hint={option.hint || undefined}
            disabled={option.isOff}
            checked={chosen.includes(option.value)}
            onChange={(on) =>
              onAnswer(on ? [...chosen, option.value] : chosen.filter((each) => each !== option.value))
            }
          />
        ),
      )}
      <Wrong error={error} />
    </fieldset>
  );
}

function CalendarPart({
  shown: { properties },
  value,
  error,
  disabled,
  onAnswer,
}: Props & { disabled: boolean }) {
  const isRange = properties["mode"] === "range";
  const labels = jsonOf(properties["label"]);
  const days = jsonOf(value);
  const day = (label: string, at: unknown, set: (day: string) => void) => (
    <Field label={label} error={error}>
      <TextInput
        type="date"
        disabled={disabled}
        value={wordsOf(at)}
        onChange={({ target }) => set(target.value)}
      />
    </Field>
  );
  if (!isRange) return day(wordsOf(properties["label"]), value, onAnswer);
  const end = (part: "start-date" | "end-date", words: string) =>
    day(wordsOf(labels[part]) || words, days[part], (at) => onAnswer({ ...days, [part]: at }));
  return (
    <div className="grid gap-2">
      {end("start-date", texts.from)}
      {end("end-date", texts.to)}
    </div>
  );
}
