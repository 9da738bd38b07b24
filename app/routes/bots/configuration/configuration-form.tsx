import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useOutletContext } from "react-router";
import { call, request } from "#app/data/api.ts";
import { listProblems } from "#app/data/problems.ts";
import { invalidate, patch } from "#app/data/query.ts";
import { useMarked } from "#app/drafts/unsaved.ts";
import { ChangedMeanwhile } from "#app/kit/changed-meanwhile.tsx";
import { FormHead } from "#app/kit/form-head.tsx";
import { RestoredDraft } from "#app/kit/restored-draft.tsx";
import { useSave } from "#app/kit/use-save.ts";
import { useStoredForm } from "#app/kit/use-stored-form.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { PasswordInput } from "#app/components/ui/password-input.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { configurationTexts as texts } from "#texts/configuration.ts";
import { genAiTexts } from "#texts/gen-ai.ts";
import { uiTexts } from "#texts/ui.ts";
import {
  type Agent,
  type AgentConfig,
  getAgent,
  languages,
  modelTypes,
  saveAgentConfig,
} from "#workers/contract/endpoints/bots.ts";
import type { TrainingControl } from "../training/use-training.ts";
import {
  bodyOf,
  differencesOf,
  idOf,
  LABELS,
  NAMES,
  problemsIn,
  SECRET,
  type Values,
  valuesOf,
} from "./configuration-values.ts";

const IntegrationDialog = lazily(
  () => import("../gen-ai/integration-dialog.tsx"),
  (module) => module.IntegrationDialog,
);

export interface FormProps {
  agent: Agent;
  configs: { id: string; name: string }[];
}

/** The settings of a bot; what somebody else saves meanwhile does not undo edits. */
export function ConfigurationForm({ agent: newest, configs }: FormProps) {
  const training = useOutletContext<TrainingControl>();
  const [creating, setCreating] = useState(false);
  const {
    form,
    base: agent,
    take,
    restored,
  } = useStoredForm<Agent, Values>({
    name: `configuration:${newest.id}`,
    stored: newest,
    valuesOf,
    validate: problemsIn,
    secret: SECRET,
  });
  const { values, errors, set, leave, edited } = form;
  const type: AgentConfig["modelType"] = values.modelType;
  const withModel = type === "OpenAi" || type === "GPT2";
  const show = (now: Agent) => {
    take(now);
    form.reset(valuesOf(now));
  };
  useMarked(edited);

  const params = { id: agent.id };
  const saving = useSave<Agent, Values>({
    draft: values,
    theirsOf: () => call(getAgent, { params }),
    onRefused: form.refuse,
  });
  const { theirs } = saving;
  const save = (revision: number) => {
    const sent = values;
    if (!form.check()) return;
    void saving.save(
      () => request(saveAgentConfig, { params, body: { ...bodyOf(sent), revision } }),
      ({ payload }, typedSince) => {
        patch(getAgent, { params }, (now) => ({ ...now, ...payload }));
        const saved = { ...newest, ...payload };
        if (typedSince) {
          form.saved(sent);
          take(saved);
        } else show(saved);
        const { modelType, language } = agent.config;
        if (sent.modelType !== modelType || sent.language !== language) {
          training.noteChange();
          // Back to what the version was trained with, it is no change: the server knows.
          void invalidate(getAgent, { params });
        }
      },
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(agent.revision);
  };
  const loadTheirs = () => {
    if (!theirs) return;
    patch(getAgent, { params }, (now) => ({ ...now, ...theirs }));
    show(theirs);
    saving.reset();
  };

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <RestoredDraft control={{ restored }} onDiscard={() => form.reset()} />
      {theirs && (
        <ChangedMeanwhile
          text={saving.failure}
          differences={differencesOf(theirs, values, configs)}
          onLoad={loadTheirs}
          onKeep={() => save(theirs.revision)}
        />
      )}
      <FormHead
        failure={theirs ? "" : saving.failure}
        problems={listProblems(NAMES, errors, LABELS, idOf)}
        round={form.round}
      />
      <Field
        id={idOf("entityExtractRetries")}
        label={texts.retries}
        hint={texts.retriesHint}
        required
        error={errors.entityExtractRetries}
      >
        <TextInput
          type="number"
          inputMode="numeric"
          min={1}
          max={20}
          className="max-w-32"
          value={values.entityExtractRetries}
          onChange={(event) => set("entityExtractRetries", event.target.value)}
          onBlur={() => leave("entityExtractRetries")}
        />
      </Field>
      <Field
        id={idOf("outOfScopeMessage")}
        label={texts.outOfScope}
        hint={texts.outOfScopeHint}
        required
        error={errors.outOfScopeMessage}
      >
        <Textarea
          rows={2}
          maxLength={2_000}
          value={values.outOfScopeMessage}
          onChange={(event) => set("outOfScopeMessage", event.target.value)}
          onBlur={() => leave("outOfScopeMessage")}
        />
      </Field>
      <Field
        id={idOf("modelType")}
        label={texts.modelType}
        hint={`${texts.modelHints[type]}${type === agent.config.modelType ? "" : ` ${texts.trainAgain}`}`}
        required
        error={errors.modelType}
      >
        <Select
          className="max-w-xs"
          value={type}
          options={modelTypes.map((value) => ({ value, label: texts.modelTypes[value] }))}
          onChange={(value) => set("modelType", value)}
        />
      </Field>
      <Field
        id={idOf("confidenceThreshold")}
        label={texts.threshold}
        hint={type === "SVM" ? texts.thresholdSvm : texts.thresholdHint}
        required
        error={errors.confidenceThreshold}
      >
        <TextInput
          type="number"
          inputMode="decimal"
          min={0}
          max={1}
          step={0.05}
          className="max-w-32"
          readOnly={type === "SVM"}
          value={values.confidenceThreshold}
          onChange={(event) => set("confidenceThreshold", event.target.value)}
          onBlur={() => leave("confidenceThreshold")}
        />
      </Field>
      <Checkbox
        label={<span className="font-medium">{texts.didYouMean}</span>}
        hint={texts.didYouMeanHint}
        checked={values.didYouMean}
        onChange={(on) => set("didYouMean", on)}
      />
      <Field
        id={idOf("language")}
        label={texts.language}
        hint={values.language === agent.config.language ? undefined : texts.trainForLanguage}
        required
        error={errors.language}
      >
        <Select
          className="max-w-xs"
          value={values.language}
          options={languages.map((value) => ({ value, label: texts.languages[value] }))}
          onChange={(value) => set("language", value)}
        />
      </Field>
      {withModel && (
        <>
          <Field
            id={idOf("openaiKey")}
            label={texts.openaiKey}
            hint={
              values.removeKey ? texts.keyWillGo : agent.config.hasOpenaiKey ? texts.keySet : texts.keyNone
            }
            error={errors.openaiKey}
          >
            <PasswordInput
              autoComplete="off"
              value={values.openaiKey}
              onChange={(event) => {
                set("openaiKey", event.target.value);
                set("removeKey", false);
              }}
            />
          </Field>
          {agent.config.hasOpenaiKey && !values.removeKey && (
            <Button className="justify-self-start" size="sm" onClick={() => set("removeKey", true)}>
              {texts.removeKey}
            </Button>
          )}
          <div className="flex flex-wrap items-end gap-2">
            <Field
              id={idOf("integrationId")}
              label={texts.integration}
              className="min-w-60 flex-1"
              error={errors.integrationId}
            >
              <Select
                value={values.integrationId}
                options={[
                  { value: "", label: texts.noIntegration },
                  ...configs.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                onChange={(value) => set("integrationId", value)}
              />
            </Field>
            <Button icon={<Plus aria-hidden />} onClick={() => setCreating(true)}>
              {genAiTexts.createConfiguration}
            </Button>
          </div>
        </>
      )}
      <div className="flex justify-end gap-2 border-t border-line pt-4">
        <Button onClick={() => form.reset()} disabledReason={!edited ? uiTexts.unchanged : undefined}>
          {texts.cancel}
        </Button>
        <Button type="submit" tone="primary" busy={saving.busy}>
          {texts.update}
        </Button>
      </div>
      {creating && (
        <IntegrationDialog
          onClose={() => setCreating(false)}
          onCreated={(made) => {
            setCreating(false);
            set("integrationId", made.id);
          }}
        />
      )}
    </form>
  );
}
