import { call } from "#app/data/api.ts";
import { useQueryOf } from "#app/data/query.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { speechTexts as texts } from "#texts/speech.ts";
import { listAgents } from "#workers/contract/endpoints/bots.ts";
import { addPhrases, listAllIntents } from "#workers/contract/endpoints/review.ts";

const FORM = "speech-phrases";
const LABELS = { bot: texts.bot, intent: texts.intent };
const NOT_CHOSEN = { value: "", label: texts.choose };

/** Adds lines of a transcript to an intent of a bot, as training phrases. */
export function PhrasesDialog({
  phrases,
  onAdded,
  onClose,
}: {
  phrases: readonly string[];
  onAdded: () => void;
  onClose: () => void;
}) {
  const toast = useToast();
  const form = useFields({ bot: "", intent: "" }, ({ bot, intent }) => ({
    ...(bot === "" && { bot: texts.botEmpty }),
    ...(intent === "" && { intent: texts.intentEmpty }),
  }));
  const { bot, intent } = form.values;
  const bots = useQueryOf(listAgents, { query: { perPage: -1 } });
  const intents = useQueryOf(listAllIntents, { params: { id: bot } }, { enabled: bot !== "" });
  const sending = useSend({ form });
  const submit = () =>
    sending.send(
      () => call(addPhrases, { params: { id: bot }, body: { intentId: intent, texts: [...phrases] } }),
      ({ added }) => {
        toast.success(texts.phrasesAdded(added));
        onAdded();
        onClose();
      },
    );
  const failure = sending.failure || (bots.failure ?? intents.failure)?.message || "";
  return (
    <FormDialog
      id={FORM}
      open
      title={texts.toPhrases}
      form={form}
      labels={LABELS}
      sending={{ busy: sending.busy, failure }}
      submit={texts.addPhrases}
      edited={false}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <ul className="grid max-h-40 gap-1 overflow-y-auto rounded-lg bg-sunken p-3">
        {phrases.map((phrase, at) => (
          <li key={`${at} ${phrase}`} className="[overflow-wrap:anywhere]">
            <bdi>{phrase}</bdi>
          </li>
        ))}
      </ul>
      <Field
        label={texts.bot}
        id={`${FORM}-bot`}
        required
        hint={bots.answer?.agents.length === 0 ? texts.noBots : undefined}
        error={form.errors.bot}
      >
        <Select
          value={bot}
          options={[
            NOT_CHOSEN,
            ...(bots.answer?.agents ?? []).map((each) => ({ value: each.agentId, label: each.name })),
          ]}
          onChange={(value) => {
            form.set("bot", value);
            form.set("intent", "");
          }}
        />
      </Field>
      <Field
        label={texts.intent}
        id={`${FORM}-intent`}
        required
        hint={intents.answer?.intents.length === 0 ? texts.noIntents : undefined}
        error={form.errors.intent}
      >
        <Select
          value={intent}
          disabled={bot === ""}
          options={[
            NOT_CHOSEN,
            ...(intents.answer?.intents ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(value) => form.set("intent", value)}
        />
      </Field>
    </FormDialog>
  );
}
