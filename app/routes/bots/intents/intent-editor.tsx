import { ArrowLeft, X } from "lucide-react";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { RestoredDraft } from "#app/kit/restored-draft.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { ErrorSummary } from "#app/components/ui/error-summary.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { useMedia } from "#app/components/use-media.ts";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { botsTexts as texts } from "#texts/bots.ts";
import { intentsTexts } from "#texts/intents.ts";
import { builderTexts } from "#texts/builder.ts";
import { useStore } from "#app/lib/store.ts";
import type { Entity } from "#workers/contract/endpoints/entities.ts";
import type { Intent } from "#workers/contract/endpoints/intents.ts";
import { changesOf } from "./changes.ts";
import { type Draft, settled, withoutEntity } from "./intent-draft.ts";
import { ParametersPanel } from "./parameters-panel.tsx";
import { partOf, PartTabs } from "./part-tabs.tsx";
import { phraseInputId } from "./phrase-composer.tsx";
import { PhrasesTab } from "./phrases-tab.tsx";
import { type ListState, searchOf } from "./list-state.ts";
import { ResponseTab } from "./response-tab.tsx";
import { SaveBar } from "./save-bar.tsx";
import { useUnsaved } from "#app/drafts/unsaved.ts";
import { type IntentDraftControl, useIntentDraft } from "./use-intent-draft.ts";
import { useKnownEntities } from "./use-known-entities.ts";
import { useSaveKey } from "./use-save-key.ts";
import { useSaveIntent } from "./use-save-intent.ts";
import type { TrainingControl } from "../training/use-training.ts";

const NAME_ID = "intent-name";
const PHRASES = "intent-phrases";
const RESPONSE = "intent-response";
/** Minimum width to show the list, phrases and parameters side by side. */
const ROOM_FOR_THREE = "(min-width: 80rem)";

export interface EditorProps {
  agentId: string;
  storyId: string;
  intent: Intent | undefined;
  entities: Entity[];
  listState: ListState;
  training: TrainingControl;
}

/** One intent: its name, phrases, response and parameters, saved together or not at all. */
export function IntentEditor({
  agentId,
  storyId,
  intent,
  entities: listed,
  listState,
  training,
}: EditorProps) {
  const control = useIntentDraft(`${agentId}:${intent?.id ?? `new:${storyId}`}`, intent);
  const { draft, edited } = control;
  const { known: entities, add: onFound } = useKnownEntities(agentId, listed, draft);
  const wide = useMedia(ROOM_FOR_THREE);
  const navigate = useNavigate();
  // In place and not in a toast, which the next one would replace with its Undo.
  const [discarded, setDiscarded] = useState<{ draft: Draft | undefined }>();
  const hint = useStore(useUnsaved().hint, "");
  const go = (to: Partial<ListState>) => navigate({ search: searchOf({ ...listState, ...to }).toString() });
  const saving = useSaveIntent(control, { agentId, storyId, id: intent?.id }, async (saved) => {
    training.noteChange();
    if (!intent) await go({ intent: saved.id });
  });
  const { problems, round } = saving;
  const { baseline } = control;
  const changes = useMemo(
    // The order of the phrases alone is no thing that changed, but there is something to save.
    () => (edited ? Math.max(1, changesOf(baseline, draft)) : 0),
    [baseline, draft, edited],
  );
  const train = async () => {
    if (edited && !(await saving.save())) return;
    await training.start();
  };
  useSaveKey(() => void saving.save());

  const change: IntentDraftControl["change"] = (part) => {
    control.change(part);
    saving.touch();
    setDiscarded(undefined);
  };
  const discard = () => {
    const stored = saving.theirs ?? intent;
    control.load(stored);
    saving.reset();
    // Edits of an older version come back by Undo only where saving them would not replace a newer one unseen.
    setDiscarded({ draft: stored?.revision === control.revision ? draft : undefined });
  };
  const undo = (gone: Draft) => {
    control.resume(gone);
    setDiscarded(undefined);
  };

  const parameters = (
    <ParametersPanel
      beside={wide}
      parameters={draft.parameters}
      agentId={agentId}
      entities={entities}
      problems={problems}
      bindingsOf={(entityId) =>
        draft.phrases.flatMap(({ refs }) => refs).filter((ref) => ref.entityId === entityId).length
      }
      onChange={(changed) => change({ parameters: changed })}
      onRemove={(entityId) => change((now) => withoutEntity(now, entityId))}
    />
  );
  const summary = Object.entries(problems).map(([field, text]) => ({
    id: fieldId(field),
    text: inContext(field, text, draft),
  }));
  const inPhrases = Object.keys(problems).find((field) => field.startsWith("utterances"));
  return (
    <div className="flex flex-1 flex-col">
      <div className="flex flex-1 flex-col xl:flex-row">
        <section aria-label={intentsTexts.intentEditor} className="@container flex min-w-0 flex-1 flex-col">
          <div className={bodyClass}>
            <div className="flex items-start gap-1">
              <div className="lg:hidden">
                <IconButton
                  label={intentsTexts.backToIntents}
                  icon={<ArrowLeft aria-hidden />}
                  onClick={() => void go({ open: false, intent: intent ? listState.intent : undefined })}
                />
              </div>
              <Field
                id={NAME_ID}
                label={intentsTexts.intentName}
                // Its line would push the first phrase below what a small desktop shows; the box says it itself.
                labelHidden
                required
                error={problems["name"]}
                className="min-w-0 flex-1"
              >
                <TextInput
                  value={draft.name}
                  autoFocus={!intent}
                  placeholder={builderTexts.namePlaceholder}
                  onChange={(event) => change({ name: event.target.value })}
                  className={titleClass}
                />
              </Field>
              <IconButton
                label={intentsTexts.closeIntent}
                side="left"
                icon={<X aria-hidden />}
                onClick={() => void go({ intent: "none", open: false })}
              />
            </div>
            <RestoredDraft control={control} onDiscard={discard} />
            {discarded && !edited && (
              <Banner
                kind="info"
                live
                actions={
                  discarded.draft && (
                    <Button size="sm" onClick={() => discarded.draft && undo(discarded.draft)}>
                      {intentsTexts.undo}
                    </Button>
                  )
                }
              >
                {intentsTexts.discarded}
              </Banner>
            )}
            {hint && <Banner kind="warning">{hint}</Banner>}
            <ErrorSummary problems={summary} round={round} />
            <div className="z-4 -mx-4 bg-canvas px-4 lg:sticky lg:top-(--below-head)">
              <PartTabs
                label={intentsTexts.intentParts}
                parts={[
                  { id: PHRASES, label: `${intentsTexts.trainingPhrases} (${draft.phrases.length})` },
                  { id: RESPONSE, label: texts.response },
                ]}
              />
            </div>
            <div className="grid grid-cols-1 gap-x-6 gap-y-5 @min-[52rem]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
              <div {...partOf(PHRASES)}>
                <PhrasesTab
                  agentId={agentId}
                  intentId={intent?.id}
                  draft={draft}
                  change={change}
                  entities={entities}
                  onFound={onFound}
                  problem={inPhrases && inContext(inPhrases, problems[inPhrases] ?? "", draft)}
                />
              </div>
              {!wide && parameters}
              <div {...partOf(RESPONSE)}>
                <ResponseTab draft={draft} change={change} />
              </div>
            </div>
          </div>
        </section>
        {wide && parameters}
      </div>
      <SaveBar
        changes={changes}
        isNew={!intent}
        saving={saving.busy}
        training={training.running}
        onDiscard={discard}
        onSave={() => void saving.save()}
        onTrain={() => void train()}
      />
    </div>
  );
}

/** Scroll margins, so that neither what sticks above nor the bar below covers a control that has the focus. */
const bodyClass =
  "grid flex-1 grid-cols-1 content-start gap-1.5 px-4 pt-1.5 pb-6 [&_:is(input,textarea,button,a)]:scroll-mb-20 lg:[&_:is(input,textarea,button,a)]:scroll-mt-52";

/** Looks like a title until it is pointed at. */
const titleClass =
  "-ml-2 border-transparent! bg-transparent! px-2! text-lg font-semibold hover:border-edge! focus:border-accent! aria-invalid:border-danger!";

const fieldId = (field: string): string =>
  field.startsWith("utterances")
    ? phraseInputId
    : field.startsWith("entities.")
      ? `parameter-${field.split(".")[1]}`
      : NAME_ID;

/** Prefixes a phrase's error with its text, so that it can be found among many. */
function inContext(field: string, problem: string, draft: Draft): string {
  const at = /^utterances\.(\d+)/.exec(field)?.[1];
  const phrase = at === undefined ? undefined : settled(draft).phrases[Number(at)];
  return phrase ? intentsTexts.inPhrase(shortened(phrase.text), problem) : problem;
}

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
