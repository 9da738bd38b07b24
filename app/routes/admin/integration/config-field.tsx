import { Wand2 } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { PasswordInput } from "#app/components/ui/password-input.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { authConfigsTexts as texts } from "#texts/auth-configs.ts";
import { genAiTexts as genAi } from "#texts/gen-ai.ts";

const CHOICES: Record<string, readonly { value: string; label: string }[]> = {
  method: ["POST", "PUT", "PATCH", "GET"].map((value) => ({ value, label: value })),
  type: Object.entries(texts.databaseTypes).map(([value, label]) => ({ value, label })),
  auth: Object.entries(texts.auths).map(([value, label]) => ({ value, label })),
  llm: [
    { value: "", label: genAi.chooseLlm },
    { value: "1", label: genAi.llmTypes["1"] },
    { value: "2", label: genAi.llmTypes["2"] },
  ],
};

const OPTIONAL = new Set(["headers", "userName", "chatModel", "embeddingModel", "method", "auth", "type"]);

export interface ConfigFieldProps {
  /** The field's name in the form; secrets begin with "secrets." */
  field: string;
  genAiType: boolean;
  id: string;
  value: string;
  error: string | undefined;
  /** The last characters of the stored secret; undefined when none is stored. */
  hint: string | undefined;
  onChange: (value: string) => void;
  onLeave: () => void;
}

/** One field of a configuration, with the input that suits its kind. */
export function ConfigField(props: ConfigFieldProps) {
  const { field, genAiType, id, value, error, hint, onChange, onLeave } = props;
  const bare = field.replace("secrets.", "");
  const isSecret = field !== bare || field === "apikey";
  const choices = CHOICES[field];
  const stored = isSecret && hint !== undefined;
  const required = !stored && !OPTIONAL.has(field) && !(genAiType && field === "baseUrl");
  const about = stored
    ? `${texts.stored(hint)}. ${texts.keepSecret}`
    : field === "headers"
      ? texts.headersHint
      : bare === "signingSecret"
        ? texts.signingHint
        : genAiType && field === "baseUrl"
          ? genAi.baseUrlHint
          : undefined;
  const control = choices ? (
    <Select value={value} options={choices} onChange={onChange} onBlur={onLeave} />
  ) : isSecret ? (
    <PasswordInput
      autoComplete="new-password"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onLeave}
    />
  ) : field === "headers" ? (
    <Textarea rows={3} value={value} onChange={(event) => onChange(event.target.value)} onBlur={onLeave} />
  ) : (
    <TextInput
      value={value}
      inputMode={field === "port" ? "numeric" : undefined}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
      onBlur={onLeave}
    />
  );
  return (
    <div className="grid gap-1">
      <Field
        id={id}
        label={labelOf(field)}
        required={required}
        error={error}
        {...(about !== undefined && { hint: about })}
      >
        {control}
      </Field>
      {bare === "signingSecret" && (
        <div className="flex flex-wrap items-center gap-2">
          <Button size="sm" icon={<Wand2 aria-hidden />} onClick={() => onChange(newSigningSecret())}>
            {texts.makeSecret}
          </Button>
          {value !== "" && <span className="text-[0.8125rem] text-muted">{texts.madeSecret}</span>}
        </div>
      )}
    </div>
  );
}

export function labelOf(field: string): string {
  const bare = field.replace("secrets.", "");
  const own: Record<string, string> = {
    llm: genAi.llmType,
    apikey: genAi.apiKey,
    chatModel: genAi.chatModel,
    embeddingModel: genAi.embeddingModel,
    name: texts.name,
    ...texts.fields,
  };
  return own[bare] ?? bare;
}

/** Returns 32 random bytes in the format of Standard Webhooks. */
const newSigningSecret = (): string =>
  `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))}`;
