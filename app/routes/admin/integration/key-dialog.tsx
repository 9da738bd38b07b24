import { useState } from "react";
import { call } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { apiKeysTexts as texts } from "#texts/api-keys.ts";
import { type Scope, scopeNames, scopes } from "#workers/contract/api-keys.ts";
import { createApiKey, listApiKeys } from "#workers/contract/endpoints/api-keys.ts";
import { listCustomers } from "#workers/contract/endpoints/customers.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import { ShownOnce } from "./shown-once.tsx";
import { TickList } from "#app/kit/tick-list.tsx";

const DAY_MS = 24 * 3_600_000;
const ENDS = ["30", "90", "365", ""] as const;
const endIn = (days: string): string | null =>
  days === "" ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();

const check = ({ name, scopes: ticked }: { name: string; scopes: Scope[] }) => ({
  ...(name.trim() === "" && { name: texts.nameEmpty }),
  ...(ticked.length === 0 && { scopes: texts.scopesEmpty }),
});

/** Makes a key and shows it, this once. */
export function KeyDialog({
  permissions,
  onClose,
}: {
  permissions: readonly Permission[];
  onClose: () => void;
}) {
  const form = useFields({ name: "", scopes: [] as Scope[], days: "90" as string }, check);
  const sending = useSend({ form });
  const [secret, setSecret] = useState<string>();
  const submit = () => {
    const { name, scopes: ticked, days } = form.values;
    return sending.send(
      () => call(createApiKey, { body: { name, scopes: ticked, expiresAt: endIn(days) } }),
      (made) => {
        setSecret(made.secret);
        void invalidate(listApiKeys);
      },
    );
  };
  const choices = scopeNames.map((scope) => ({
    value: scope,
    label: texts.scopeNames[scope],
    hint: scope,
    disabled: !scopes[scope].every((each) => permissions.includes(each)),
  }));
  return (
    <FormDialog
      id="new-key"
      open
      title={secret ? texts.createdTitle : texts.createTitle}
      form={form}
      labels={{ name: texts.name, scopes: texts.scopes, days: texts.ends }}
      sending={sending}
      edited={secret === undefined && form.edited}
      submit={texts.create}
      onClose={onClose}
      onSubmit={() => void submit()}
      done={secret && <Made secret={secret} readsCustomers={form.values.scopes.includes("customers.read")} />}
    >
      <Field label={texts.name} id="new-key-name" hint={texts.nameHint} required error={form.errors.name}>
        <TextInput maxLength={60} {...form.text("name")} />
      </Field>
      <TickList
        id="new-key-scopes"
        label={texts.scopes}
        choices={choices}
        value={form.values.scopes}
        error={form.errors.scopes}
        onChange={(ticked) => form.set("scopes", ticked)}
      />
      <Field label={texts.ends} id="new-key-days">
        <Select
          value={form.values.days}
          options={ENDS.map((value) => ({ value, label: texts.endChoices[value] }))}
          onChange={(days) => form.set("days", days)}
        />
      </Field>
    </FormDialog>
  );
}

function Made({ secret, readsCustomers }: { secret: string; readsCustomers: boolean }) {
  return (
    <ShownOnce
      secret={secret}
      texts={{ lead: texts.createdText, label: texts.yourKey, copy: texts.copy, copied: texts.copied }}
    >
      {readsCustomers && (
        <div>
          <p className="mb-1 font-medium">{texts.example}</p>
          <pre
            tabIndex={0}
            aria-label={texts.example}
            className="overflow-x-auto rounded-lg border border-line bg-canvas p-3 text-[0.8125rem]"
          >
            {`curl "${location.origin}/api${listCustomers.path}?perPage=10" \\\n  -H "authorization: Bearer ${secret}"`}
          </pre>
        </div>
      )}
    </ShownOnce>
  );
}
