import { useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { formEditorTexts as texts } from "#texts/form-editor.ts";
import { FORM_PATH } from "#workers/contract/forms/form.ts";

/** Where a form is answered, to be copied or looked at. */
export function FormAddress({ label, token }: { label: string; token: string }) {
  const [isCopied, setCopied] = useState(false);
  const address = new URL(FORM_PATH + token, location.origin).href;
  return (
    <div className="grid gap-2">
      <Field label={label}>
        <TextInput readOnly value={address} onFocus={({ target }) => target.select()} />
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => void navigator.clipboard.writeText(address).then(() => setCopied(true))}>
          {texts.copyAddress}
        </Button>
        <a
          href={address}
          target="_blank"
          rel="noreferrer"
          className="inline-block min-h-6 rounded text-accent-ink underline underline-offset-2"
        >
          {texts.open}
        </a>
        <span role="status">{isCopied && texts.copied}</span>
      </div>
    </div>
  );
}
