import { ArrowLeft, RotateCcw, Save, X } from "lucide-react";
import { useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { ApiError, request } from "#app/api.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { ErrorSummary } from "#app/components/ui/error-summary.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { useMedia } from "#app/components/use-media.ts";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { messages } from "#app/messages.ts";
import type { Entity } from "#workers/contract/endpoints/entities.ts";
import { intentFields, saveIntent, type Intent } from "#workers/contract/endpoints/intents.ts";
import { fieldsOf, withPhrases } from "./draft.ts";
import { ParametersPanel } from "./parameters-panel.tsx";
import { PhrasesTab, phraseInputId } from "./phrases-tab.tsx";
import { type Place, searchOf } from "./place.ts";
import { problemsOf } from "./problems.ts";
import { ResponseTab } from "./response-tab.tsx";
import { useDraft } from "./use-draft.ts";

const texts = messages.bots;
const NAME_ID = "intent-name";
/** The list, the phrases and the parameters side by side. */
const ROOM_FOR_THREE = "(min-width: 96rem)";

/** One intent: its name, phrases, response and parameters, saved together or not at all. */
export function IntentEditor({
  agentId,
  storyId,
  intent,
  entities,
  place,
  onSaved,
}: {
  agentId: string;
  storyId: string;
  intent: Intent | undefined;
  entities: Entity[];
  place: Place;
  onSaved: () => void;
}) {
  const control = useDraft(`${agentId}:${intent?.id ?? `new:${storyId}`}`, intent);
  const { draft, edited, change } = control;
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [round, setRound] = useState(0);
  const [busy, setBusy] = useState(false);
  const wide = useMedia(ROOM_FOR_THREE);
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const toast = useToast();
  const go = (to: Partial<Place>) => navigate({ search: searchOf({ ...place, ...to }).toString() });

  const refuse = (found: Record<string, string>) => {
    setProblems(found);
    setRound((now) => now + 1);
  };

  const save = async () => {
    if (busy) return;
    // What is still in the boxes was meant to be part of it.
    const whole = {
      ...draft,
      phrases: withPhrases(draft.phrases, [draft.pendingPhrase]).phrases,
      response: draft.pendingResponse.trim() || draft.response,
      pendingPhrase: "",
      pendingResponse: "",
    };
    const body = fieldsOf(whole, { agentId, storyId, id: intent?.id });
    const found = problemsOf(intentFields, body);
    if (Object.keys(found).length > 0) return refuse(found);
    setBusy(true);
    setProblems({});
    try {
      const { payload, message } = await request(saveIntent, { body });
      control.saved(payload);
      toast.success(message);
      onSaved();
      await (intent ? revalidator.revalidate() : go({ intent: payload.id }));
    } catch (error) {
      const refused = error instanceof ApiError ? error : undefined;
      const text = refused && refused.status > 0 ? refused.message : texts.intentNameRequired;
      toast.error(text);
      refuse(refused && Object.keys(refused.errors).length > 0 ? refused.errors : { name: text });
    } finally {
      setBusy(false);
    }
  };

  const parameters = (
    <ParametersPanel
      beside={wide}
      parameters={draft.parameters}
      entities={entities}
      problems={problems}
      onChange={(changed) => {
        change({ parameters: changed });
        setProblems({});
      }}
    />
  );
  const summary = Object.entries(problems).map(([field, text]) => ({ id: fieldId(field), text }));
  return (
    <div className="flex flex-col 2xl:flex-row">
      <section aria-label={texts.intentEditor} className="grid min-w-0 flex-1 content-start gap-4 p-4">
        <div className="flex flex-wrap items-end gap-2">
          <div className="lg:hidden">
            <IconButton
              label={texts.backToIntents}
              icon={<ArrowLeft aria-hidden />}
              onClick={() => void go({ open: false, intent: intent ? place.intent : undefined })}
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
              onChange={(event) => {
                change({ name: event.target.value });
                setProblems(({ name: _, ...rest }) => rest);
              }}
            />
          </Field>
          <Button tone="primary" icon={<Save aria-hidden />} busy={busy} onClick={() => void save()}>
            {intent ? messages.ui.save : texts.create}
          </Button>
          <IconButton
            label={texts.discardChanges}
            icon={<RotateCcw aria-hidden />}
            disabled={!edited}
            onClick={() => {
              control.discard();
              setProblems({});
            }}
          />
          <IconButton
            label={texts.closeIntent}
            icon={<X aria-hidden />}
            onClick={() => void go({ intent: "none", open: false })}
          />
        </div>
        {control.restored && (
          <Banner
            kind="info"
            actions={
              <Button size="sm" onClick={control.discard}>
                {messages.ui.discard}
              </Button>
            }
          >
            {texts.restored}
          </Banner>
        )}
        <ErrorSummary problems={summary} round={round} />
        {!wide && parameters}
        <Tabs
          label={texts.intentParts}
          items={[
            {
              id: "phrases",
              label: `${texts.trainingPhrases} (${draft.phrases.length})`,
              content: (
                <PhrasesTab
                  draft={draft}
                  change={change}
                  entities={entities}
                  problem={Object.entries(problems).find(([field]) => field.startsWith("utterances"))?.[1]}
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
