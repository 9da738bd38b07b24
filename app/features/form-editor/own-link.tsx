import { useState } from "react";
import { call } from "#app/data/api.ts";
import { useQueryOf } from "#app/data/query.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Combobox } from "#app/components/ui/combobox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { useSettled } from "#app/lib/use-settled.ts";
import { formEditorTexts } from "#texts/form-editor.ts";
import { listCustomers } from "#workers/contract/endpoints/customers.ts";
import { makeFormLink } from "#workers/contract/endpoints/forms.ts";
import { FormAddress } from "./form-address.tsx";
import { MomentField } from "./moment-field.tsx";

const texts = formEditorTexts.own;
const SEARCH_MS = 300;
const SHOWN = 15;

/** Makes a link that is one customer's own. */
export function OwnLink({ formId }: { formId: string }) {
  const [who, setWho] = useState<{ id: string; name: string }>();
  const [made, setMade] = useState<{ token: string; name: string }>();
  const [until, setUntil] = useState<string | null>(null);
  const [singleUse, setSingleUse] = useState(true);
  const [missing, setMissing] = useState(false);
  const { busy, failure, send } = useSend();
  const make = () => {
    setMissing(!who);
    if (!who) return;
    void send(
      () =>
        call(makeFormLink, {
          params: { id: formId },
          body: {
            customerId: who.id,
            singleUse,
            ...(until !== null && { until }),
          },
        }),
      ({ token }) => setMade({ token, name: who.name }),
    );
  };
  return (
    <section aria-labelledby="own-link" className="grid gap-3 border-t border-line pt-4">
      <div>
        <h3 id="own-link" className="font-semibold">
          {texts.title}
        </h3>
        <p className="text-[0.8125rem] text-muted">{texts.text}</p>
      </div>
      <Failure text={failure} />
      <Field label={texts.customer} required error={missing && !who ? texts.missing : undefined}>
        <CustomerChoice chosen={who} onChoose={setWho} />
      </Field>
      <MomentField label={texts.until} value={until} onChange={setUntil} />
      <Checkbox label={texts.singleUse} checked={singleUse} onChange={setSingleUse} />
      <div>
        <Button busy={busy} onClick={make}>
          {texts.make}
        </Button>
      </div>
      {made && <FormAddress key={made.token} label={texts.ofCustomer(made.name)} token={made.token} />}
    </section>
  );
}

function CustomerChoice({
  chosen,
  onChoose,
}: {
  chosen: { id: string; name: string } | undefined;
  onChoose: (customer: { id: string; name: string }) => void;
}) {
  const [typed, setTyped] = useState("");
  const search = useSettled(typed, SEARCH_MS);
  const { answer, failure } = useQueryOf(
    listCustomers,
    { query: { search, from: 0, perPage: SHOWN } },
    { keepsLast: true },
  );
  const found = answer?.customers.customers ?? [];
  return (
    <Combobox
      value={chosen?.id ?? null}
      choices={found.map(({ id, name, phoneNumber }) => ({ value: id, label: `${name} · ${phoneNumber}` }))}
      placeholder={texts.find}
      onQuery={setTyped}
      {...(chosen && { chosenLabel: chosen.name })}
      note={failure?.message ?? (answer && found.length === 0 ? texts.nobody : undefined)}
      onChange={(id) => {
        const customer = found.find((each) => each.id === id);
        if (customer) onChoose({ id, name: customer.name });
      }}
    />
  );
}
