import type { ReactNode } from "react";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { templatesTexts as texts } from "#texts/templates.ts";
import { idOf, useBuilding } from "./template-draft.ts";

/** A text of a template: its problem stands below it, and so does how much of it is used. */
export function CountedField({
  place,
  label,
  hint,
  value,
  most,
  lines = false,
  required = false,
  onChange,
}: {
  /** Where its problems are found, such as `footer.text`. */
  place: string;
  label: string;
  hint?: ReactNode;
  value: string;
  most?: number;
  lines?: boolean;
  required?: boolean;
  onChange: (value: string) => void;
}) {
  const { problemAt, leave, fixed } = useBuilding();
  const Control = lines ? Textarea : TextInput;
  return (
    <div className="grid gap-1">
      <Field
        id={idOf(place)}
        label={label}
        required={required}
        error={problemAt(place)}
        {...(hint !== undefined && { hint })}
      >
        <Control
          dir="auto"
          value={value}
          readOnly={fixed}
          onChange={(event: { target: { value: string } }) => onChange(event.target.value)}
          onBlur={() => leave(place)}
        />
      </Field>
      {most !== undefined && (
        <p className={value.length > most ? "text-xs font-medium text-danger-ink" : "text-xs text-muted"}>
          {texts.used(value.length, most)}
        </p>
      )}
    </div>
  );
}
