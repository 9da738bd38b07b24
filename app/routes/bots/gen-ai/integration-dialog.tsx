import { type FormEvent, useState } from "react";
import { call, request } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { PasswordInput } from "#app/components/ui/password-input.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { genAiTexts as texts } from "#texts/gen-ai.ts";
import { uiTexts } from "#texts/ui.ts";
import {
  createIntegration,
  newIntegration,
  tryIntegration,
  type Integration,
} from "#workers/contract/endpoints/integrations.ts";
import { listGenAiConfigs } from "#workers/contract/endpoints/knowledge.ts";
import { problemsOf } from "#app/data/problems.ts";

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
  open,
  onClose,
  onCreated,
}: {
  open: boolean;
  onClose: () => void;
  onCreated: (integration: Integration) => void;
}) {
  const [tried, setTried] = useState<{ ok: boolean; message: string }>();
  const form = useFields(EMPTY, (values) => {
    const problems = problemsOf(newIntegration, bodyOf(values));
    return { ...problems, baseUrl: problems["settings.baseUrl"] } as Partial<typeof EMPTY>;
  });

  const { busy, failure, setFailure, send } = useSend({
    form,
    refused: ({ status, message, errors }) => {
      form.refuse(
        status === 409 ? { name: message } : { ...errors, baseUrl: errors["settings.baseUrl"] ?? "" },
      );
      setFailure(message);
      return true;
    },
  });

  const close = () => {
    form.reset(EMPTY);
    setFailure("");
    setTried(undefined);
    onClose();
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    // React bubbles the event through the portal to a form around the dialog.
    event.stopPropagation();
    setTried(undefined);
    void send(
      () => request(createIntegration, { body: bodyOf(form.values) }),
      ({ payload }) => {
        form.reset(EMPTY);
        void invalidate(listGenAiConfigs);
        onCreated(payload);
      },
    );
  };
  const test = () => {
    setTried(undefined);
    return send(() => call(tryIntegration, { body: bodyOf(form.values) }), setTried);
  };
  const text = (name: "baseUrl" | "chatModel" | "embeddingModel", hint?: string) => (
    <Field label={texts[name]} {...(hint && { hint })} error={form.errors[name]}>
      <TextInput value={form.values[name]} onChange={(event) => form.set(name, event.target.value)} />
    </Field>
  );

  return (
    <Dialog
      open={open}
      onClose={close}
      title={texts.dialogTitle}
      edited={form.edited}
      busy={busy}
      footer={
        <>
          <Button onClick={close}>{uiTexts.cancel}</Button>
          <Button busy={busy} onClick={() => void test()}>
            {texts.test}
          </Button>
          <Button tone="primary" type="submit" form="integration-form" busy={busy}>
            {texts.create}
          </Button>
        </>
      }
    >
      <form id="integration-form" onSubmit={save} noValidate className="grid gap-4">
        {failure && (
          <Banner kind="error" live>
            {failure}
          </Banner>
        )}
        {tried && (
          <Banner kind={tried.ok ? "success" : "error"} live>
            {tried.message}
          </Banner>
        )}
        <Field label={texts.configurationName} required error={form.errors.name}>
          <TextInput
            autoFocus
            data-autofocus
            value={form.values.name}
            maxLength={100}
            onChange={(event) => form.set("name", event.target.value)}
            onBlur={() => form.values.name && form.leave("name")}
          />
        </Field>
        <Field label={texts.llmType} required error={form.errors.llm}>
          <Select value={form.values.llm} options={LLMS} onChange={(llm) => form.set("llm", llm)} />
        </Field>
        <Field label={texts.apiKey} required error={form.errors.apikey}>
          <PasswordInput
            autoComplete="off"
            value={form.values.apikey}
            onChange={(event) => form.set("apikey", event.target.value)}
            onBlur={() => form.values.apikey && form.leave("apikey")}
          />
        </Field>
        <details className="rounded-lg border border-line px-3 py-2">
          <summary className="cursor-pointer font-medium">{texts.advanced}</summary>
          <div className="mt-3 grid gap-3">
            {text("baseUrl", texts.baseUrlHint)}
            {text("chatModel")}
            {text("embeddingModel")}
          </div>
        </details>
      </form>
    </Dialog>
  );
}
