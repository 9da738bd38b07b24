import { Plus } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { useOutletContext } from "react-router";
import { call, messageOf, request } from "#app/data/api.ts";
import { problemsOf } from "#app/data/problems.ts";
import { invalidate, patch, put } from "#app/data/query.ts";
import { useUnsaved } from "#app/drafts/unsaved.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { PasswordInput } from "#app/components/ui/password-input.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { botsTexts } from "#texts/bots.ts";
import { configurationTexts as texts } from "#texts/configuration.ts";
import { genAiTexts } from "#texts/gen-ai.ts";
import { uiTexts } from "#texts/ui.ts";
import {
  type Agent,
  type AgentConfig,
  configFields,
  getAgent,
  languages,
  modelTypes,
  saveAgentConfig,
} from "#workers/contract/endpoints/bots.ts";
import type { TrainingControl } from "../training/use-training.ts";

const IntegrationDialog = lazily(
  () => import("../gen-ai/integration-dialog.tsx"),
  (module) => module.IntegrationDialog,
);

const valuesOf = ({ config }: Agent) => ({
  entityExtractRetries: String(config.entityExtractRetries),
  outOfScopeMessage: config.outOfScopeMessage,
  modelType: config.modelType,
  confidenceThreshold: String(config.confidenceThreshold),
  language: config.language,
  didYouMean: config.didYouMean,
  integrationId: config.integrationId ?? "",
  openaiKey: "",
  removeKey: false,
});
type Values = ReturnType<typeof valuesOf>;

const bodyOf = ({ openaiKey, removeKey, integrationId, ...values }: Values) => ({
  ...values,
  entityExtractRetries: numberOf(values.entityExtractRetries),
  confidenceThreshold: numberOf(values.confidenceThreshold),
  integrationId: integrationId || null,
  ...(removeKey ? { openaiKey: "" } : openaiKey.trim() !== "" && { openaiKey: openaiKey.trim() }),
});
/** Number() would read an empty field as zero. */
const numberOf = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text));

function problemsIn(values: Values): Partial<Record<keyof Values, string>> {
  const problems = problemsOf(configFields, bodyOf(values));
  return {
    ...problems,
    ...(values.entityExtractRetries.trim() === "" && { entityExtractRetries: botsTexts.retriesTooFew }),
    ...(values.confidenceThreshold.trim() === "" && { confidenceThreshold: texts.thresholdEmpty }),
    ...(values.outOfScopeMessage.trim() === "" && { outOfScopeMessage: texts.outOfScopeEmpty }),
  };
}

export interface FormProps {
  agent: Agent;
  configs: { id: string; name: string }[];
}

/** The settings of a bot; what somebody else saves meanwhile does not undo edits. */
export function ConfigurationForm({ agent: newest, configs }: FormProps) {
  const unsaved = useUnsaved();
  const training = useOutletContext<TrainingControl>();
  const [creating, setCreating] = useState(false);
  const [stale, setStale] = useState(false);
  const [agent, setAgent] = useState(newest);
  const form = useFields<Values>(valuesOf(agent), problemsIn);
  const { values, errors, set, leave, edited } = form;
  const type: AgentConfig["modelType"] = values.modelType;
  const withModel = type === "OpenAi" || type === "GPT2";
  const show = (now: Agent) => {
    setAgent(now);
    form.reset(valuesOf(now));
    setStale(false);
  };
  // Somebody else changed it: edits stay, and a save of them is refused.
  if (newest.revision > agent.revision && !edited) show(newest);

  useEffect(() => {
    unsaved.mark(edited);
    return () => unsaved.mark(false);
  }, [edited, unsaved]);

  const { busy, failure, setFailure, send } = useSend({
    form,
    refused: ({ status, message, errors: fields }) => {
      form.refuse(fields);
      setFailure(message);
      setStale(status === 409);
      return true;
    },
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    const body = { ...bodyOf(values), revision: agent.revision };
    void send(
      () => request(saveAgentConfig, { params: { id: agent.id }, body }),
      ({ payload }) => {
        unsaved.mark(false);
        patch(getAgent, { params: { id: agent.id } }, (now) => ({ ...now, ...payload }));
        show(payload);
        const { modelType, language } = agent.config;
        if (values.modelType !== modelType || values.language !== language) {
          training.noteChange();
          // Back to what the version was trained with, it is no change: the server knows.
          void invalidate(getAgent, { params: { id: agent.id } });
        }
      },
    );
  };
  const loadTheirs = async () => {
    try {
      const theirs = await call(getAgent, { params: { id: agent.id } });
      put(getAgent, { params: { id: agent.id } }, theirs);
      setFailure("");
      show(theirs);
    } catch (error) {
      setFailure(messageOf(error));
    }
  };

  return (
    <form onSubmit={save} noValidate className="grid gap-4">
      {failure && (
        <Banner
          kind="error"
          live
          actions={
            stale && (
              <Button size="sm" onClick={() => void loadTheirs()}>
                {texts.loadTheirs}
              </Button>
            )
          }
        >
          {failure}
        </Banner>
      )}
      <Field label={texts.retries} hint={texts.retriesHint} required error={errors.entityExtractRetries}>
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
      <Field label={texts.outOfScope} hint={texts.outOfScopeHint} required error={errors.outOfScopeMessage}>
        <Textarea
          rows={2}
          maxLength={2_000}
          value={values.outOfScopeMessage}
          onChange={(event) => set("outOfScopeMessage", event.target.value)}
          onBlur={() => leave("outOfScopeMessage")}
        />
      </Field>
      <Field
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
            <Field label={texts.integration} className="min-w-60 flex-1" error={errors.integrationId}>
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
        <Button type="submit" tone="primary" busy={busy}>
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
