import { type FormEvent, useEffect, useState } from "react";
import { ApiError, call } from "#app/data/api.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { botsTexts } from "#texts/bots.ts";
import { reviewTexts as texts } from "#texts/review.ts";
import { uiTexts } from "#texts/ui.ts";
import { MAX_PHRASE_LENGTH, saveIntent } from "#workers/contract/endpoints/intents.ts";
import { addPhrases } from "#workers/contract/endpoints/review.ts";
import { listStories, type Story } from "#workers/contract/endpoints/stories.ts";

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
  const [name, setName] = useState(title.slice(0, LONGEST_NAME));
  const [stories, setStories] = useState<Story[]>();
  const [storyId, setStoryId] = useState("");
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState("");
  const [busy, setBusy] = useState(false);
  const phrases = said.filter(({ length }) => length <= MAX_PHRASE_LENGTH);

  useEffect(() => {
    if (!open) return;
    const abort = new AbortController();
    call(listStories, { params: { id: agentId }, signal: abort.signal }).then(
      ({ childStories }) => {
        setStories(childStories);
        setStoryId((now) => now || (childStories[0]?.id ?? ""));
      },
      (error: unknown) => {
        if (!abort.signal.aborted && error instanceof ApiError) setFailure(error.message);
      },
    );
    return () => abort.abort();
  }, [open, agentId]);

  const create = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !storyId) return;
    setBusy(true);
    setFailure("");
    setProblems({});
    try {
      const intent = await call(saveIntent, {
        body: { agentId, storyId, name, utterances: phrases.map((utterance) => ({ utterance })) },
      });
      // The intent already has the phrases; this call takes them off the list.
      await call(addPhrases, { params: { id: agentId }, body: { intentId: intent.id, texts: phrases } });
      await onCreated(texts.created(intent.name, intent.utteranceCount));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const ofName = error.errors.name ?? (error.status === 409 ? error.message : undefined);
      if (ofName) setProblems({ name: ofName });
      else setFailure(Object.values(error.errors)[0] ?? error.message);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.newIntentTitle}
      description={texts.newIntentHint(phrases.length)}
      busy={busy}
      footer={
        <>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button
            tone="primary"
            type="submit"
            form="new-intent-form"
            busy={busy}
            disabledReason={stories?.length === 0 ? botsTexts.storyFirst : undefined}
          >
            {texts.create}
          </Button>
        </>
      }
    >
      <form id="new-intent-form" onSubmit={(event) => void create(event)} noValidate className="grid gap-4">
        {failure && (
          <Banner kind="error" live>
            {failure}
          </Banner>
        )}
        {stories?.length === 0 && <Banner kind="warning">{botsTexts.storyFirst}</Banner>}
        <Field label={texts.intentName} required error={problems.name}>
          <TextInput
            autoFocus
            data-autofocus
            maxLength={LONGEST_NAME}
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              setProblems({});
            }}
          />
        </Field>
        <Field label={texts.story} required>
          <Select
            value={storyId}
            options={(stories ?? []).map((story) => ({ value: story.id, label: story.name }))}
            onChange={setStoryId}
          />
        </Field>
      </form>
    </Dialog>
  );
}
