import { request } from "#app/data/api.ts";
import { invalidate, put } from "#app/data/query.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { PasswordInput } from "#app/components/ui/password-input.tsx";
import { RadioGroup } from "#app/components/ui/radio-group.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { speechTexts as texts } from "#texts/speech.ts";
import {
  getSpeechSettings,
  saveSpeechSettings,
  type SpeechSettings,
} from "#workers/contract/endpoints/speech.ts";
import type { SpeechProviderName } from "#workers/contract/speech.ts";

const FORM = "speech-settings";
const LABELS = {
  provider: texts.provider,
  baseUrl: texts.baseUrl,
  apikey: texts.apikey,
  speechModel: texts.speechModel,
  transcriptionModel: texts.transcriptionModel,
  voices: texts.voices,
  transcribesVoice: texts.transcribesVoice,
};

type Draft = Record<"baseUrl" | "apikey" | "speechModel" | "transcriptionModel" | "voices", string> & {
  provider: SpeechProviderName;
  transcribesVoice: boolean;
};

/** The service that speaks and transcribes for the enterprise, with its key; a key that is left empty stays. */
export function SettingsDialog({ settings, onClose }: { settings: SpeechSettings; onClose: () => void }) {
  const { hasKey, keyHint, hasWorkersAi, revision } = settings;
  const { provider, baseUrl, speechModel, transcriptionModel, voices, transcribesVoice } = settings;
  const form = useFields<Draft>(
    { provider, baseUrl, apikey: "", speechModel, transcriptionModel, voices, transcribesVoice },
    (draft) =>
      draft.provider === "openAi" && !hasKey && draft.apikey.trim() === "" ? { apikey: texts.keyEmpty } : {},
  );
  const { values, errors } = form;
  const sending = useSend({ form });
  const submit = () =>
    sending.send(
      () =>
        request(saveSpeechSettings, {
          body: { ...values, ...(revision > 0 && { revision }) },
        }),
      ({ payload }) => {
        put(getSpeechSettings, {}, payload);
        void invalidate(getSpeechSettings);
        onClose();
      },
    );
  const hints = texts.providerHints;
  return (
    <FormDialog
      id={FORM}
      open
      title={texts.settingsTitle}
      form={form}
      labels={LABELS}
      sending={sending}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <div id={`${FORM}-provider`} tabIndex={-1} className="grid gap-1">
        <RadioGroup<SpeechProviderName>
          legend={texts.provider}
          value={values.provider}
          choices={[
            { value: "none", label: texts.providers.none, hint: hints.none },
            { value: "openAi", label: texts.providers.openAi, hint: hints.openAi },
            {
              value: "workersAi",
              label: texts.providers.workersAi,
              hint: hasWorkersAi ? hints.workersAi : hints.workersAiMissing,
            },
          ]}
          onChange={(chosen) => form.set("provider", chosen)}
        />
        {errors.provider && <p className="text-[0.8125rem] font-medium text-danger-ink">{errors.provider}</p>}
      </div>
      {values.provider === "openAi" && (
        <>
          <Field label={texts.baseUrl} id={`${FORM}-baseUrl`} hint={texts.baseUrlHint} error={errors.baseUrl}>
            <TextInput maxLength={500} inputMode="url" autoComplete="off" {...form.text("baseUrl")} />
          </Field>
          <Field
            label={texts.apikey}
            id={`${FORM}-apikey`}
            hint={hasKey ? texts.keyStays(keyHint) : undefined}
            required={!hasKey}
            error={errors.apikey}
          >
            <PasswordInput autoComplete="new-password" maxLength={1_000} {...form.text("apikey")} />
          </Field>
          <Field
            label={texts.speechModel}
            id={`${FORM}-speechModel`}
            hint={texts.modelHint("tts-1")}
            error={errors.speechModel}
          >
            <TextInput maxLength={100} autoComplete="off" {...form.text("speechModel")} />
          </Field>
          <Field
            label={texts.transcriptionModel}
            id={`${FORM}-transcriptionModel`}
            hint={texts.modelHint("whisper-1")}
            error={errors.transcriptionModel}
          >
            <TextInput maxLength={100} autoComplete="off" {...form.text("transcriptionModel")} />
          </Field>
          <Field label={texts.voices} id={`${FORM}-voices`} hint={texts.voicesHint} error={errors.voices}>
            <TextInput maxLength={500} autoComplete="off" {...form.text("voices")} />
          </Field>
        </>
      )}
      {values.provider !== "none" && (
        <Checkbox
          id={`${FORM}-transcribesVoice`}
          label={texts.transcribesVoice}
          hint={texts.transcribesVoiceHint}
          checked={values.transcribesVoice}
          onChange={(checked) => form.set("transcribesVoice", checked)}
        />
      )}
    </FormDialog>
  );
}
