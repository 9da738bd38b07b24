import { pageLocale } from "#app/lib/language/language.ts";
import { useState } from "react";
import { request } from "#app/data/api.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { blacklistTexts as texts } from "#texts/blacklist.ts";
import {
  type AddedToBlacklist,
  addToBlacklist,
  MOST_ADDRESSES,
} from "#workers/contract/endpoints/blacklist.ts";
import { asked, startingAt, WhereAndWhy } from "./where-and-why.tsx";

const FORM = "add-to-blacklist";
/** So many are listed with their problems; all of them stay in the field. */
const SHOWN = 100;
const labels = { addresses: texts.addresses, channelType: texts.channel, reason: texts.reason };

/** Adds what was pasted. Lines that are no number and no address stay in the dialog, with their problems. */
export function AddDialog({
  open,
  onClose,
  onAdded,
}: {
  open: boolean;
  onClose: () => void;
  onAdded: () => void;
}) {
  const [left, setLeft] = useState<AddedToBlacklist>();
  const form = useFields({ addresses: "", ...startingAt }, ({ addresses }) =>
    addresses.trim() === "" ? { addresses: texts.noAddress } : {},
  );
  const sending = useSend({ form });
  const save = () =>
    sending.send(
      () => request(addToBlacklist, { body: { addresses: [form.values.addresses], ...asked(form.values) } }),
      ({ payload }) => {
        onAdded();
        if (payload.invalidCount === 0) return onClose();
        setLeft(payload);
        form.set("addresses", payload.invalid.map(({ address }) => address).join("\n"));
      },
    );
  return (
    <FormDialog
      {...{ open, onClose, form, labels, sending }}
      id={FORM}
      title={texts.addTitle}
      submit={texts.add}
      onSubmit={save}
    >
      {left && (
        <Banner kind="warning" live title={texts.notTaken(left.invalidCount)}>
          <p>{texts.correct}</p>
          <ul className="mt-1 max-h-40 list-disc overflow-y-auto pl-4">
            {left.invalid.slice(0, SHOWN).map(({ address, problem }, at) => (
              <li key={at} className="[overflow-wrap:anywhere]">
                {texts.invalidOf(address, problem)}
              </li>
            ))}
          </ul>
          {left.invalidCount > SHOWN && <p>{texts.more(left.invalidCount - SHOWN)}</p>}
        </Banner>
      )}
      <Field
        id={`${FORM}-addresses`}
        label={labels.addresses}
        hint={texts.addressesHint(MOST_ADDRESSES.toLocaleString(pageLocale()))}
        required
        error={form.errors.addresses}
      >
        <Textarea autoFocus rows={5} spellCheck={false} {...form.text("addresses")} />
      </Field>
      <WhereAndWhy id={FORM} values={form.values} set={form.set} />
    </FormDialog>
  );
}
