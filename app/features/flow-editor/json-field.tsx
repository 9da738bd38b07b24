import { useState } from "react";
import { Field } from "#app/components/ui/field.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { flowDesignerTexts as texts } from "#texts/flow-designer.ts";

const written = (value: unknown): string => (value === undefined ? "" : JSON.stringify(value, null, 2));

/** A part as JSON; it is kept as soon as it is JSON, empty takes it out. */
export function JsonField({
  label,
  hint = texts.asJson,
  value,
  error,
  rows = 4,
  onChange,
}: {
  label: string;
  hint?: string;
  value: unknown;
  error?: string | undefined;
  rows?: number;
  onChange: (value: unknown) => void;
}) {
  const [typed, setTyped] = useState<string>();
  const read = (text: string): { value: unknown } | undefined => {
    try {
      return { value: text.trim() === "" ? undefined : JSON.parse(text) };
    } catch {
      return undefined;
    }
  };
  const shown = typed ?? written(value);
  return (
    <Field label={label} hint={hint} error={read(shown) ? error : texts.jsonWrong}>
      <Textarea
        rows={rows}
        spellCheck={false}
        className="font-mono text-[0.8125rem]"
        value={shown}
        onChange={({ target }) => {
          setTyped(target.value);
          const parsed = read(target.value);
          if (parsed) onChange(parsed.value);
        }}
        onBlur={() => {
          if (typed !== undefined && read(typed)) setTyped(undefined);
        }}
      />
    </Field>
  );
}
