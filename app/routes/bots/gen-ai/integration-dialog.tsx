import { useState } from "react";
import { call, request } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { PasswordInput } from "#app/components/ui/password-input.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { genAiTexts as texts } from "#texts/gen-ai.ts";
import {
  createIntegration,
  newIntegration,
  tryIntegration,
  type Integration,
} from "#workers/contract/endpoints/integrations.ts";
import { listGenAiConfigs } from "#workers/contract/endpoints/knowledge.ts";
import { problemsOf } from "#app/data/problems.ts";

const FORM = "integration";
const labels = {
  name: texts.configurationName,
  llm: texts.llmType,
  apikey: texts.apiKey,
  baseUrl: texts.baseUrl,
  chatModel: texts.chatModel,
  embeddingModel: texts.embeddingModel,
};
const LLMS = [
  { value: "", label: texts.chooseLlm },
  { value: "1", label: texts.llmTypes["1"] },
  { value: "2", label: texts.llmTypes["2"] },
];
const EMPTY = { name: "", llm: "", apikey: "", baseUrl: "", chatModel: "", embeddingModel: "" };

const bodyOf = ({ name, llm, apikey, baseUrl, chatModel, embeddingModel }: typeof EMPTY) => ({
  name,
  llm: Number(llm) as 1 | 2,
  apikey,
  settings: { baseUrl, chatModel, embeddingModel },
});

/** Creates a GenAI configuration. Its key is sent to the server once and never shown again. */
export function IntegrationDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (integration: Integration) => void;
}) {
  const [tried, setTried] = useState<{ ok: boolean; message: string }>();
  const [advanced, setAdvanced] = useState(false);
  const form = useFields(EMPTY, (values) => {
    const problems = problemsOf(newIntegration, bodyOf(values));
    return { ...problems, baseUrl: problems["settings.baseUrl"] } as Partial<typeof EMPTY>;
  });

  const sending = useSend({
    form,
    refused: ({ status, message, errors }) => {
      const { "settings.baseUrl": baseUrl, ...others } = errors;
      form.refuse(status === 409 ? { name: message } : { ...others, ...(baseUrl && { baseUrl }) });
      sending.setFailure(message);
      return true;
    },
  });

  const save = () => {
    setTried(undefined);
    return sending.send(
      () => request(createIntegration, { body: bodyOf(form.values) }),
      ({ payload }) => {
        void invalidate(listGenAiConfigs);
        onCreated(payload);
      },
    );
  };
  const test = () => {
    setTried(undefined);
    return sending.send(() => call(tryIntegration, { body: bodyOf(form.values) }), setTried);
  };
  const text = (name: "baseUrl" | "chatModel" | "embeddingModel", hint?: string) => (
    <Field id={`${FORM}-${name}`} label={texts[name]} {...(hint && { hint })} error={form.errors[name]}>
      <TextInput {...form.text(name)} />
    </Field>
  );

  return (
    <FormDialog
      {...{ onClose, form, labels, sending }}
      open
      id={FORM}
      title={texts.dialogTitle}
      submit={texts.create}
      buttons={
        <Button busy={sending.busy} onClick={() => void test()}>
          {texts.test}
        </Button>
      }
      onSubmit={save}
    >
      {tried && (
        <Banner kind={tried.ok ? "success" : "error"} live>
          {tried.message}
        </Banner>
      )}
      <Field id={`${FORM}-name`} label={texts.configurationName} required error={form.errors.name}>
        <TextInput autoFocus data-autofocus maxLength={100} {...form.text("name")} />
      </Field>
      <Field id={`${FORM}-llm`} label={texts.llmType} required error={form.errors.llm}>
        <Select value={form.values.llm} options={LLMS} onChange={(llm) => form.set("llm", llm)} />
      </Field>
      <Field id={`${FORM}-apikey`} label={texts.apiKey} required error={form.errors.apikey}>
        <PasswordInput autoComplete="off" {...form.text("apikey")} />
      </Field>
      {/* Opened by an error in it, which could not be seen otherwise. */}
      <details
        open={advanced || form.errors.baseUrl !== undefined}
        onToggle={(event) => setAdvanced(event.currentTarget.open)}
        className="rounded-lg border border-line px-3 py-2"
      >
        <summary className="cursor-pointer font-medium">{texts.advanced}</summary>
        <div className="mt-3 grid gap-3">
          {text("baseUrl", texts.baseUrlHint)}
          {text("chatModel")}
          {text("embeddingModel")}
        </div>
      </details>
    </FormDialog>
  );
}
