import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Combobox } from "#app/components/ui/combobox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { graphFieldsTexts as texts } from "#texts/graph-fields.ts";
import type { FieldChoice } from "./field-def.ts";
import { NamesMenu } from "./names-menu.tsx";
import { getIn } from "./paths.ts";
import { fieldId, useScope } from "./scope.ts";
import { useCaret } from "./use-caret.ts";

interface Props {
  path: string;
  label: string;
  hint?: string | undefined;
}

const shown = (value: unknown): string =>
  ["string", "number", "boolean"].includes(typeof value) ? String(value) : "";

/** A field's frame, with the problem that the validator found at its path. */
export function useFrame({ path, label, hint }: Props) {
  const { nodeId, problemAt, data, set, readOnly } = useScope();
  return {
    readOnly,
    value: getIn(data, path),
    put: (value: unknown, typing?: boolean) => set(path, value, typing),
    frame: {
      id: fieldId(nodeId, path),
      label,
      ...(hint !== undefined && { hint }),
      error: problemAt(path),
    },
  };
}

export function TextField({
  lines = false,
  names = false,
  optional = false,
  placeholder,
  ...props
}: Props & { lines?: boolean; names?: boolean; optional?: boolean; placeholder?: string | undefined }) {
  const { frame, value, put, readOnly } = useFrame(props);
  const caret = useCaret<HTMLInputElement & HTMLTextAreaElement>();
  const empty = optional || placeholder !== undefined ? undefined : "";
  const text = shown(value);
  const change = (next: string) => put(next === "" ? empty : next, true);
  const control = {
    value: text,
    placeholder,
    readOnly,
    ref: caret.ref,
    onSelect: caret.remember,
    onChange: (event: { target: { value: string } }) => change(event.target.value),
  };
  return (
    <div className="grid gap-1">
      <Field {...frame}>{lines ? <Textarea {...control} /> : <TextInput {...control} />}</Field>
      {names && !readOnly && (
        <NamesMenu of={props.label} onPick={(name) => caret.insert(text, `{${name}}`, change)} />
      )}
    </div>
  );
}

/** Text that is not a number stays as it was typed, and the validator reports it. */
const numberOf = (text: string): unknown => {
  if (text.trim() === "") return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
};

export function NumberField(props: Props) {
  const { frame, value, put, readOnly } = useFrame(props);
  return (
    <Field {...frame}>
      <TextInput
        inputMode="decimal"
        readOnly={readOnly}
        value={shown(value)}
        onChange={(event) => put(numberOf(event.target.value), true)}
      />
    </Field>
  );
}

export function MomentField({ as, ...props }: Props & { as: "day" | "clock" }) {
  const { frame, value, put, readOnly } = useFrame(props);
  return (
    <Field {...frame}>
      <TextInput
        type={as === "day" ? "date" : "time"}
        readOnly={readOnly}
        value={shown(value)}
        onChange={(event) => put(event.target.value || undefined)}
      />
    </Field>
  );
}

export function SwitchField({ usual, ...props }: Props & { usual: boolean }) {
  const { value, put, readOnly } = useFrame(props);
  return (
    <Checkbox
      label={props.label}
      checked={typeof value === "boolean" ? value : usual}
      disabled={readOnly}
      onChange={put}
    />
  );
}

export function ChoiceField({
  choices,
  usual,
  onChange,
  ...props
}: Props & {
  choices: readonly FieldChoice[];
  usual?: string | number | undefined;
  /** Sets more than the field itself. */
  onChange?: (value: unknown) => void;
}) {
  const { frame, value, put, readOnly } = useFrame(props);
  const chosen = value ?? usual ?? "";
  const known = choices.some((each) => each.value === chosen);
  const options = choices.map((each) => ({ value: String(each.value), label: each.label }));
  return (
    <Field {...frame}>
      <Select
        disabled={readOnly}
        value={shown(chosen)}
        options={known ? options : [{ value: shown(chosen), label: texts.choose }, ...options]}
        onChange={(next) => (onChange ?? put)(choices.find((each) => String(each.value) === next)?.value)}
      />
    </Field>
  );
}

export function ChecksField({ choices, ...props }: Props & { choices: readonly FieldChoice[] }) {
  const { value, put, readOnly } = useFrame(props);
  const chosen: unknown[] = Array.isArray(value) ? value : choices.map((each) => each.value);
  return (
    <fieldset disabled={readOnly} className="grid gap-1">
      <legend className="mb-1 font-medium">{props.label}</legend>
      {choices.map((each) => (
        <Checkbox
          key={each.value}
          label={each.label}
          checked={chosen.includes(each.value)}
          onChange={(on) =>
            put(
              choices
                .map(({ value: own }) => own)
                .filter((own) => (own === each.value ? on : chosen.includes(own))),
            )
          }
        />
      ))}
    </fieldset>
  );
}

export function LinesField({ most, ...props }: Props & { most: number }) {
  const { frame, value, put, readOnly } = useFrame(props);
  const lines: unknown[] = Array.isArray(value) ? value : [];
  return (
    <Field {...frame}>
      <Textarea
        readOnly={readOnly}
        value={lines.map(shown).join("\n")}
        onChange={(event) => {
          const { value: text } = event.target;
          put(text === "" ? [] : text.split("\n").slice(0, most), true);
        }}
      />
    </Field>
  );
}

/** One of many things by their names; one that is not among them keeps its id. */
export function OneOf({
  choices,
  optional = false,
  empty = texts.none,
  ...props
}: Props & {
  choices: readonly { value: string; label: string; hint?: string }[] | undefined;
  optional?: boolean;
  empty?: string;
}) {
  const { frame, value, put, readOnly } = useFrame(props);
  const chosen = shown(value);
  const isKnown = chosen === "" || choices === undefined || choices.some((each) => each.value === chosen);
  const note = choices?.length === 0 ? texts.emptyList : undefined;
  return (
    <Field {...frame}>
      <Combobox
        disabled={readOnly}
        value={chosen === "" && !optional ? null : chosen}
        choices={[
          ...(optional ? [{ value: "", label: empty }] : []),
          ...(isKnown ? [] : [{ value: chosen, label: texts.unknown(chosen) }]),
          ...(choices ?? []),
        ]}
        note={note}
        placeholder={texts.choose}
        onChange={(next) => put(next === "" ? undefined : next)}
      />
    </Field>
  );
}
