import { useState } from "react";
import { call } from "#app/data/api.ts";
import { useQueryOf } from "#app/data/query.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { botsTexts } from "#texts/bots.ts";
import { reviewTexts as texts } from "#texts/review.ts";
import { MAX_PHRASE_LENGTH, saveIntent } from "#workers/contract/endpoints/intents.ts";
import { addPhrases } from "#workers/contract/endpoints/review.ts";
import { listStories } from "#workers/contract/endpoints/stories.ts";
import { intentsChanged } from "../bot/intents-changed.ts";

const FORM = "new-intent";
const labels = { name: texts.intentName };
const LONGEST_NAME = 100;

/** Creates an intent from the selected messages and marks them as added. Remount it for each selection. */
export function NewIntentDialog({
  agentId,
  title,
  said,
  open,
  onClose,
  onCreated,
}: {
  agentId: string;
  /** Suggested name of the intent: the title of the messages' group. */
  title: string;
  said: readonly string[];
  open: boolean;
  onClose: () => void;
  onCreated: (outcome: string) => Promise<void>;
}) {
  const form = useFields({ name: title.slice(0, LONGEST_NAME) }, () => ({}));
  const [chosen, setChosen] = useState("");
  const list = useQueryOf(listStories, { params: { id: agentId } }, { enabled: open });
  const stories = list.answer?.childStories;
  const storyId = chosen || (stories?.[0]?.id ?? "");
  const phrases = said.filter(({ length }) => length <= MAX_PHRASE_LENGTH);
  const { setFailure, ...sending } = useSend({
    refused: ({ status, message, errors }) => {
      const ofName = errors.name ?? (status === 409 ? message : undefined);
      if (ofName) form.refuse({ name: ofName });
      else setFailure(Object.values(errors)[0] ?? message);
      return true;
    },
  });
  const create = () => {
    const { name } = form.values;
    if (storyId === "") return;
    void sending.send(async () => {
      const intent = await call(saveIntent, {
        body: { agentId, storyId, name, utterances: phrases.map((utterance) => ({ utterance })) },
      });
      // The intent already has the phrases; this call takes them off the list.
      await call(addPhrases, { params: { id: agentId }, body: { intentId: intent.id, texts: phrases } });
      intentsChanged();
      return onCreated(texts.created(intent.name, intent.utteranceCount));
    });
  };

  return (
    <FormDialog
      {...{ open, onClose, form, labels }}
      id={FORM}
      sending={{ ...sending, failure: sending.failure || (list.failure?.message ?? "") }}
      title={texts.newIntentTitle}
      description={texts.newIntentHint(phrases.length)}
      edited={false}
      submit={texts.create}
      submitDisabledReason={stories?.length === 0 ? botsTexts.storyFirst : undefined}
      onSubmit={create}
    >
      {stories?.length === 0 && <Banner kind="warning">{botsTexts.storyFirst}</Banner>}
      <Field id={`${FORM}-name`} label={labels.name} required error={form.errors.name}>
        <TextInput autoFocus data-autofocus maxLength={LONGEST_NAME} {...form.text("name")} />
      </Field>
      <Field label={texts.story} required>
        <Select
          value={storyId}
          options={(stories ?? []).map((story) => ({ value: story.id, label: story.name }))}
          onChange={setChosen}
        />
      </Field>
    </FormDialog>
  );
}
