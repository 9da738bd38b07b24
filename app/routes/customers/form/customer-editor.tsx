import { type ReactNode, useEffect, useMemo, useState } from "react";
import { put } from "#app/data/query.ts";
import { ChangedMeanwhile } from "#app/kit/changed-meanwhile.tsx";
import { InSight } from "#app/kit/in-sight.tsx";
import { LongForm } from "#app/kit/long-form.tsx";
import { Banner, Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { ErrorSummary } from "#app/components/ui/error-summary.tsx";
import { customersTexts as texts } from "#texts/customers.ts";
import { uiTexts } from "#texts/ui.ts";
import type { CustomerField } from "#workers/contract/endpoints/customer-fields.ts";
import { type Customer, getCustomer } from "#workers/contract/endpoints/customers.ts";
import { type CustomerDraft, differencesOf, problemsIn, socials } from "./customer-draft.ts";
import { CustomerSections, idOf } from "./customer-sections.tsx";
import type { Phones } from "#app/features/customers/phones.ts";
import type { CustomerDraftControl } from "./use-customer-draft.ts";
import { useSaveCustomer } from "./use-save-customer.ts";

/** A customer as a form: the input is kept until it is saved or discarded, even if the server rejects it. */
export function CustomerEditor({
  control,
  customer,
  fields,
  phones,
  editing,
  onSaved,
  onCancel,
}: {
  control: CustomerDraftControl;
  customer: Customer | undefined;
  fields: readonly CustomerField[];
  phones: Phones | undefined;
  editing: boolean;
  onSaved: (customer: Customer, typedSince: CustomerDraft | undefined) => Promise<void>;
  onCancel: () => void;
}) {
  const { draft, edited } = control;
  const confirm = useConfirm();
  const saving = useSaveCustomer(control, { id: customer?.id, fields, phones }, onSaved);
  const { owner, ...refused } = saving.refused;
  const taken = owner !== undefined && refused.phoneNumber !== undefined;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState(false);
  const problems = useMemo(
    () => problemsIn(draft, fields, phones, customer === undefined),
    [draft, fields, phones, customer],
  );
  // The number is the only problem then; the banner above says what to do about it.
  useEffect(() => {
    if (taken) document.getElementById(idOf("phoneNumber"))?.focus();
  }, [taken, saving.round]);
  const shown = Object.fromEntries(
    Object.entries({ ...refused, ...problems }).filter(([name]) => all || left.has(name) || name in refused),
  );

  const send = () => {
    setAll(true);
    if (Object.keys(problems).length > 0) saving.refuse();
    else void saving.save();
  };
  const startOver = (stored: Customer | undefined) => {
    control.load(stored);
    saving.reset();
    setLeft(new Set());
    setAll(false);
  };
  const cancel = async () => {
    const leave =
      !edited ||
      (await confirm({
        title: uiTexts.discardQuestion,
        confirmLabel: uiTexts.discard,
        cancelLabel: uiTexts.keepEditing,
      }));
    if (leave) onCancel();
  };

  return (
    <LongForm
      onSend={send}
      restored={
        control.restored ? { text: texts.draftRestored, onDiscard: () => startOver(customer) } : undefined
      }
      buttons={
        editing && (
          <>
            <Button onClick={() => void cancel()}>{texts.cancel}</Button>
            <Button type="submit" tone="primary" busy={saving.busy}>
              {texts.save}
            </Button>
          </>
        )
      }
    >
      {saving.theirs ? (
        <InSight what={saving.failure} round={saving.round}>
          <ChangedMeanwhile
            text={saving.failure}
            differences={differencesOf(saving.theirs, draft, fields)}
            onLoad={() => {
              const { theirs } = saving;
              startOver(theirs);
              if (theirs) put(getCustomer, { params: { id: theirs.id } }, { customer: theirs });
            }}
            onKeep={() => void saving.save(saving.theirs?.revision)}
          />
        </InSight>
      ) : taken ? (
        <Taken owner={owner}>{refused.phoneNumber}</Taken>
      ) : (
        <InSight what={saving.failure} round={saving.round}>
          <Failure text={saving.failure} />
        </InSight>
      )}
      <ErrorSummary
        problems={saving.round > 0 && !taken ? summaryOf(shown, fields) : []}
        round={saving.round}
      />
      <CustomerSections
        control={control}
        customer={customer}
        fields={fields}
        phones={phones}
        disabled={!editing}
        problems={shown}
        onTouch={saving.touch}
        onLeave={(name) => setLeft((now) => new Set(now).add(name))}
      />
    </LongForm>
  );
}

/** The problems in the order of the form. Messages that do not name their field get its label. */
function summaryOf(problems: Record<string, string>, fields: readonly CustomerField[]) {
  const labels: Record<string, string> = {
    name: texts.name,
    phoneNumber: texts.phoneNumber,
    ...Object.fromEntries(fields.map(({ _id, fieldLabel }) => [`data.${_id}`, fieldLabel])),
    ...socials,
    groups: texts.groups,
    tags: texts.labels,
  };
  const order = Object.keys(labels);
  return Object.entries(problems)
    .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    .map(([name, text]) => {
      const label = labels[name];
      const named = label === undefined || text.includes(label);
      return { id: idOf(name), text: named ? text : `${label}: ${text}` };
    });
}

/** The number belongs to another customer, who can be opened in a new tab; this form stays as it is. */
function Taken({ owner, children }: { owner: string; children: ReactNode }) {
  return (
    <Banner kind="error" live>
      {children}{" "}
      <a
        href={`/customer-master/customers/view/${owner}`}
        target="_blank"
        rel="noreferrer"
        className="rounded font-semibold underline underline-offset-2"
      >
        {texts.openOwner}
      </a>
    </Banner>
  );
}
