import { ArrowLeft, RotateCcw, Save, X } from "lucide-react";
import { useNavigate } from "react-router";
import { RestoredDraft } from "#app/kit/restored-draft.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { ErrorSummary } from "#app/components/ui/error-summary.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { useMedia } from "#app/components/use-media.ts";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { botsTexts as texts } from "#texts/bots.ts";
import { uiTexts } from "#texts/ui.ts";
import { useStore } from "#app/lib/store.ts";
import type { Entity } from "#workers/contract/endpoints/entities.ts";
import type { Intent } from "#workers/contract/endpoints/intents.ts";
import { type Draft, settled, withoutEntity } from "./intent-draft.ts";
import { ParametersPanel } from "./parameters-panel.tsx";
import { phraseInputId } from "./phrase-composer.tsx";
import { PhrasesTab } from "./phrases-tab.tsx";
import { type ListState, searchOf } from "./list-state.ts";
import { ResponseTab } from "./response-tab.tsx";
import { useUnsaved } from "#app/drafts/unsaved.ts";
import { type IntentDraftControl, useIntentDraft } from "./use-intent-draft.ts";
import { useKnownEntities } from "./use-known-entities.ts";
import { useSaveIntent } from "./use-save-intent.ts";

const NAME_ID = "intent-name";
/** Minimum width to show the list, phrases and parameters side by side. */
const ROOM_FOR_THREE = "(min-width: 80rem)";

export interface EditorProps {
  agentId: string;
  storyId: string;
  intent: Intent | undefined;
  entities: Entity[];
  listState: ListState;
  onSaved: () => void;
}

/** One intent: its name, phrases, response and parameters, saved together or not at all. */
export function IntentEditor({
  agentId,
  storyId,
  intent,
  entities: listed,
  listState,
  onSaved,
}: EditorProps) {
  const control = useIntentDraft(`${agentId}:${intent?.id ?? `new:${storyId}`}`, intent);
  const { draft, edited } = control;
  const { known: entities, add: onFound } = useKnownEntities(agentId, listed, draft);
  const wide = useMedia(ROOM_FOR_THREE);
  const navigate = useNavigate();
  const toast = useToast();
  const hint = useStore(useUnsaved().hint, "");
  const go = (to: Partial<ListState>) => navigate({ search: searchOf({ ...listState, ...to }).toString() });
  const saving = useSaveIntent(control, { agentId, storyId, id: intent?.id }, async (saved) => {
    onSaved();
    if (!intent) await go({ intent: saved.id });
  });
  const { problems, round } = saving;

  const change: IntentDraftControl["change"] = (part) => {
    control.change(part);
    saving.touch();
  };
  const discard = () => {
    const stored = saving.theirs ?? intent;
    control.load(stored);
    saving.reset();
    // Edits of an older version come back by Undo only where saving them would not replace a newer one unseen.
    const undo = stored?.revision === control.revision && {
      action: { label: texts.undo, run: () => control.resume(draft) },
    };
    toast.info(texts.discarded, undo || undefined);
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
    <div className="flex flex-col xl:min-h-full xl:flex-row">
      <section
        aria-label={texts.intentEditor}
        className="grid min-w-0 flex-1 grid-cols-1 content-start gap-4 p-4"
      >
        <div className="flex flex-wrap items-end gap-2">
          <div className="lg:hidden">
            <IconButton
              label={texts.backToIntents}
              icon={<ArrowLeft aria-hidden />}
              onClick={() => void go({ open: false, intent: intent ? listState.intent : undefined })}
            />
          </div>
          <Field
            id={NAME_ID}
            label={texts.intentName}
            required
            error={problems["name"]}
            className="min-w-0 flex-1 basis-48"
          >
            <TextInput
              value={draft.name}
              autoFocus={!intent}
              onChange={(event) => change({ name: event.target.value })}
            />
          </Field>
          <Button
            tone="primary"
            icon={<Save aria-hidden />}
            busy={saving.busy}
            onClick={() => void saving.save()}
          >
            {intent ? uiTexts.save : texts.create}
          </Button>
          <IconButton
            label={texts.discardChanges}
            icon={<RotateCcw aria-hidden />}
            disabled={!edited || saving.busy}
            onClick={discard}
          />
          <IconButton
            label={texts.closeIntent}
            icon={<X aria-hidden />}
            onClick={() => void go({ intent: "none", open: false })}
          />
        </div>
        <RestoredDraft control={control} onDiscard={discard} />
        {hint && <Banner kind="warning">{hint}</Banner>}
        <ErrorSummary problems={summary} round={round} />
        {!wide && parameters}
        <Tabs
          // Remounts on an error in the phrases, to bring their tab to the front.
          key={inPhrases && round}
          label={texts.intentParts}
          items={[
            {
              id: "phrases",
              label: `${texts.trainingPhrases} (${draft.phrases.length})`,
              content: (
                <PhrasesTab
                  agentId={agentId}
                  intentId={intent?.id}
                  draft={draft}
                  change={change}
                  entities={entities}
                  onFound={onFound}
                  problem={inPhrases && inContext(inPhrases, problems[inPhrases] ?? "", draft)}
                />
              ),
            },
            {
              id: "response",
              label: texts.response,
              content: <ResponseTab draft={draft} change={change} />,
            },
          ]}
        />
      </section>
      {wide && parameters}
    </div>
  );
}

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
  return phrase ? texts.inPhrase(shortened(phrase.text), problem) : problem;
}

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
