import { useState } from "react";
import { request } from "#app/data/api.ts";
import { invalidate, put } from "#app/data/query.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { FileButton } from "#app/components/ui/file-button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { pricesTexts } from "#texts/prices.ts";
import { channelDetails } from "#workers/contract/endpoints/channels.ts";
import { getPrices, type KeptPrices, savePrices } from "#workers/contract/endpoints/prices.ts";
import { LONGEST_PRICES, pricesText, readPrices } from "#workers/contract/prices.ts";

const texts = pricesTexts.dialog;
const FORM = "channel-prices";
/** So many lines are told of at once. */
const PROBLEMS = 5;

/** The prices as a text that a spreadsheet can be pasted into; each bad line is told with its number. */
export function PricesDialog({
  channelId,
  kept: stored,
  onClose,
}: {
  channelId: string;
  kept: KeptPrices;
  onClose: () => void;
}) {
  // Saved with the revision that the form began from.
  const [kept] = useState(stored);
  const form = useFields({ text: kept.prices.length === 0 ? "" : pricesText(kept.prices) }, ({ text }) => {
    const problem = problemIn(text);
    return problem === "" ? {} : { text: problem };
  });
  const params = { id: channelId };
  const sending = useSend({
    refused: ({ errors }) => {
      const [message] = Object.entries(errors).flatMap(([path, each]) =>
        path.startsWith("prices") ? [each] : [],
      );
      if (message) form.refuse({ text: message });
      return message !== undefined;
    },
  });
  const take = async (file: File) => {
    if (file.size > LONGEST_PRICES) form.refuse({ text: texts.fileLarge });
    else {
      form.set("text", await file.text());
      form.leave("text");
    }
  };
  const save = () => {
    if (!form.check()) return;
    const { prices } = readPrices(form.values.text);
    void sending.send(
      () => request(savePrices, { params, body: { prices, revision: kept.revision } }),
      ({ payload }) => {
        put(getPrices, { params }, payload);
        // The channel has another revision now.
        void invalidate(channelDetails);
        onClose();
      },
    );
  };
  return (
    <FormDialog
      {...{ onClose, form, sending }}
      open
      id={FORM}
      size="lg"
      title={pricesTexts.edit}
      description={texts.hint}
      labels={{ text: texts.text }}
      submit={texts.save}
      onSubmit={save}
    >
      <Field id={`${FORM}-text`} label={texts.text} error={form.errors.text}>
        <Textarea
          rows={8}
          spellCheck={false}
          className="font-mono text-[0.8125rem] whitespace-pre"
          placeholder={texts.example}
          {...form.text("text")}
        />
      </Field>
      <div>
        <FileButton label={texts.file} accept=".csv,.txt,.tsv" onChosen={(file) => void take(file)}>
          {texts.file}
        </FileButton>
      </div>
    </FormDialog>
  );
}

/** Says the first problems of a text, a sentence each; empty where there is none. */
function problemIn(text: string): string {
  if (text.length > LONGEST_PRICES) return texts.fileLarge;
  const { problems } = readPrices(text);
  const told = problems.slice(0, PROBLEMS).map(({ line, message }) => texts.problem(line, message));
  const more = problems.length - told.length;
  return [...told, ...(more > 0 ? [texts.moreProblems(more)] : [])].join(" ");
}
