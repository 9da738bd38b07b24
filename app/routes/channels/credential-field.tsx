import { Field } from "#app/components/ui/field.tsx";
import { PasswordInput } from "#app/components/ui/password-input.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { channelsTexts as texts } from "#texts/channels.ts";
import { uiTexts } from "#texts/ui.ts";
import {
  type CredentialField as Description,
  type FieldRule,
  inputType,
  isSecret,
} from "#workers/contract/credentials.ts";

const TYPED_AS_NUMBER: readonly FieldRule[] = ["mobile", "international"];

/** One field of a vendor's account, drawn from its description. */
export function CredentialField({
  field,
  id,
  stored,
  error,
  value,
  onChange,
  onLeave,
}: {
  field: Description;
  id: string;
  /** A secret of this name is stored, so it may be left empty. */
  stored: boolean;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
  onLeave: () => void;
}) {
  const { label, kind, required, hint, choices, rule } = field;
  const about = [stored && texts.stored, hint].filter(Boolean).join(" ");
  const control = { value, onBlur: onLeave, autoComplete: "off", spellCheck: false } as const;
  return (
    <Field
      id={id}
      label={label}
      required={required && !stored}
      error={error}
      {...(about !== "" && { hint: about })}
    >
      {choices ? (
        <Select
          value={value}
          options={[{ value: "", label: uiTexts.choose }, ...choices]}
          onChange={onChange}
          onBlur={onLeave}
        />
      ) : kind === "lines" ? (
        <Textarea {...control} onChange={(event) => onChange(event.target.value)} />
      ) : isSecret(field) ? (
        <PasswordInput
          {...control}
          autoComplete="new-password"
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <TextInput
          {...control}
          type={inputType(kind)}
          inputMode={
            kind === "numeric" ? "numeric" : rule && TYPED_AS_NUMBER.includes(rule) ? "tel" : undefined
          }
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
