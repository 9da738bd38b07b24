import { call } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { countryChoices } from "#app/lib/countries.ts";
import { billingTexts as texts } from "#texts/billing.ts";
import { detailFields, gstStates } from "#workers/contract/billing/details.ts";
import {
  getBilling,
  saveBillingDetails,
  type SubscriptionOnWire,
} from "#workers/contract/endpoints/enterprise-billing.ts";

const LABELS = {
  legalName: texts.legalName,
  address: texts.address,
  country: texts.country,
  state: texts.state,
  taxId: texts.taxId,
  email: texts.email,
};
type Draft = Record<keyof typeof LABELS, string>;

const STATES = [
  { value: "", label: texts.noState },
  ...Object.entries(gstStates)
    .map(([value, label]) => ({ value, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label, "en")),
];

/** The contract's own rules say what is wrong, before and after sending. */
function problemsIn(draft: Draft): Partial<Draft> {
  const { error } = detailFields.safeParse(draft);
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]));
}

/** Whom invoices are for. */
export function DetailsDialog({
  subscription: { details, revision },
  onClose,
}: {
  subscription: SubscriptionOnWire;
  onClose: () => void;
}) {
  const toast = useToast();
  const form = useFields<Draft>({ ...details }, problemsIn);
  const sending = useSend({ form });
  const isIndian = form.values.country === "IN";
  const submit = () =>
    sending.send(
      () =>
        call(saveBillingDetails, {
          body: { ...form.values, state: isIndian ? form.values.state : "", revision },
        }),
      () => {
        toast.success(texts.detailsSaved);
        void invalidate(getBilling);
        onClose();
      },
    );
  return (
    <FormDialog
      id="billing-details-form"
      open
      title={texts.details}
      form={form}
      labels={{ ...LABELS, taxId: isIndian ? texts.gstin : texts.taxId }}
      sending={sending}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <Field
        label={texts.legalName}
        id="billing-details-form-legalName"
        required
        hint={texts.scriptHint}
        error={form.errors.legalName}
      >
        <TextInput maxLength={120} autoComplete="organization" {...form.text("legalName")} />
      </Field>
      <Field label={texts.address} id="billing-details-form-address" required error={form.errors.address}>
        <Textarea rows={3} maxLength={400} {...form.text("address")} />
      </Field>
      <Field label={texts.country} id="billing-details-form-country" required error={form.errors.country}>
        <Select
          value={form.values.country}
          options={countryChoices(texts.countryWrong).filter(({ value }) => value !== "")}
          onChange={(country) => {
            form.set("country", country);
            form.set("state", "");
          }}
        />
      </Field>
      {isIndian && (
        <Field label={texts.state} id="billing-details-form-state" required error={form.errors.state}>
          <Select value={form.values.state} options={STATES} onChange={(state) => form.set("state", state)} />
        </Field>
      )}
      <Field
        label={isIndian ? texts.gstin : texts.taxId}
        id="billing-details-form-taxId"
        hint={texts.taxIdHint}
        error={form.errors.taxId}
      >
        <TextInput maxLength={30} autoComplete="off" spellCheck={false} {...form.text("taxId")} />
      </Field>
      <Field
        label={texts.email}
        id="billing-details-form-email"
        hint={texts.emailHint}
        error={form.errors.email}
      >
        <TextInput maxLength={200} inputMode="email" autoComplete="email" {...form.text("email")} />
      </Field>
    </FormDialog>
  );
}
