import type { ReactNode } from "react";
import { CopyButton } from "#app/components/copy-button.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";

/** A secret that nobody can ask for again, to be copied now. */
export function ShownOnce({
  secret,
  texts: { lead, label, copy, copied },
  children,
}: {
  secret: string;
  texts: { lead: string; label: string; copy: string; copied: string };
  children?: ReactNode;
}) {
  return (
    <div className="grid gap-4">
      <Banner kind="warning" live>
        {lead}
      </Banner>
      <Field label={label}>
        <TextInput
          readOnly
          data-autofocus
          value={secret}
          className="font-mono text-[0.8125rem]"
          onFocus={({ target }) => target.select()}
        />
      </Field>
      <div>
        <CopyButton text={secret} label={copy} copied={copied} />
      </div>
      {children}
    </div>
  );
}
