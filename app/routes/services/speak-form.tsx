import { AudioLines } from "lucide-react";
import { type FormEvent, useState } from "react";
import { request } from "#app/data/api.ts";
import { listProblems } from "#app/data/problems.ts";
import { invalidate } from "#app/data/query.ts";
import { useKept } from "#app/drafts/kept-draft.ts";
import { keptDraft } from "#app/drafts/storage.ts";
import { FormHead } from "#app/kit/form-head.tsx";
import { RestoredDraft } from "#app/kit/restored-draft.tsx";
import { useListState } from "#app/kit/use-list-state.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { RadioGroup } from "#app/components/ui/radio-group.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { Textarea } from "#app/components/ui/textarea.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { formatCount } from "#app/lib/format.ts";
import { errorsTexts } from "#texts/errors.ts";
import { speechTexts as texts } from "#texts/speech.ts";
import { listSpeech, speak, type SpeechSettings } from "#workers/contract/endpoints/speech.ts";
import { SPEECH, voicesFor } from "#workers/contract/speech.ts";
import { BrowserVoice } from "./browser-voice.tsx";
import { languageName } from "./browser-speech.ts";

const FORM = "speak";
const LABELS = { text: texts.text, language: texts.language, voice: texts.voice, speed: texts.speed };
const SPEEDS = ["0.5", "0.75", "1", "1.25", "1.5", "2"];

type Draft = Record<keyof typeof LABELS, string>;

const lengthOf = ({ text }: Draft): number => text.trim().length;

function problemsIn(draft: Draft): { text?: string } {
  if (lengthOf(draft) === 0) return { text: texts.textEmpty };
  return lengthOf(draft) > SPEECH.text ? { text: errorsTexts.tooLong(SPEECH.text) } : {};
}

/** A text with its language, voice and speed, spoken by the provider or by this browser. */
export function SpeakForm({ settings: { isReady, provider, offer } }: { settings: SpeechSettings }) {
  const listState = useListState("entry");
  const languages = offer.languages.map((value) => ({ value, label: languageName(value) }));
  const own = languages.find(({ value }) => navigator.language.startsWith(value)) ?? languages[0];
  const empty = { text: "", language: own?.value ?? "", voice: "", speed: "1" };
  const [left] = useState(() => keptDraft<Draft>(FORM));
  const form = useFields<Draft>(left ?? empty, problemsIn);
  const { values, errors } = form;
  // Whatever way is taken out of the screen, a text that was not spoken yet is there again.
  const [spoken, setSpoken] = useState("");
  useKept(FORM, values.text !== "" && values.text !== spoken, values);
  const [by, setBy] = useState<"provider" | "browser">(isReady ? "provider" : "browser");
  const sending = useSend({ form });
  const voices = voicesFor(offer, values.language);
  const voice = voices.find(({ id }) => id === values.voice) ?? voices[0];
  const hasSpeed = by === "browser" || offer.hasSpeed;
  const submit = () =>
    sending.send(
      () =>
        request(speak, {
          body: {
            text: values.text,
            language: values.language,
            voice: voice?.id ?? "",
            speed: hasSpeed ? Number(values.speed) : 1,
          },
        }),
      ({ payload }) => {
        setSpoken(values.text);
        void invalidate(listSpeech);
        listState.change({ entry: payload.id, from: "" });
      },
    );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (by === "provider") void submit();
  };
  const problems = listProblems(
    Object.keys(LABELS) as (keyof Draft)[],
    errors,
    LABELS,
    (name) => `${FORM}-${name}`,
  );
  return (
    <Card>
      <form noValidate onSubmit={onSubmit} className="grid gap-4">
        <RestoredDraft
          control={{ restored: left !== undefined && values.text === left.text && values.text !== spoken }}
          onDiscard={() => form.reset(empty)}
        />
        <FormHead failure={sending.failure} problems={problems} round={form.round} />
        <Field
          label={texts.text}
          id={`${FORM}-text`}
          required
          hint={texts.textHint(formatCount(lengthOf(values)), formatCount(SPEECH.text))}
          error={errors.text ?? (lengthOf(values) > SPEECH.text ? problemsIn(values).text : undefined)}
        >
          <Textarea rows={5} {...form.text("text")} />
        </Field>
        {isReady && (
          <RadioGroup
            legend={texts.speakWith}
            inline
            value={by}
            choices={[
              { value: "provider", label: texts.providers[provider] },
              { value: "browser", label: texts.thisBrowser },
            ]}
            onChange={setBy}
          />
        )}
        {by === "provider" && (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={texts.language} id={`${FORM}-language`} error={errors.language}>
              <Select
                value={values.language}
                options={languages}
                onChange={(language) => form.set("language", language)}
              />
            </Field>
            <Field label={texts.voice} id={`${FORM}-voice`} error={errors.voice}>
              <Select
                value={voice?.id ?? ""}
                options={voices.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={(id) => form.set("voice", id)}
              />
            </Field>
          </div>
        )}
        <Field
          label={texts.speed}
          id={`${FORM}-speed`}
          className="sm:w-40"
          hint={hasSpeed ? undefined : texts.oneSpeed}
          error={errors.speed}
        >
          <Select
            value={hasSpeed ? values.speed : "1"}
            disabled={!hasSpeed}
            options={SPEEDS.map((value) => ({ value, label: texts.speedHint(value) }))}
            onChange={(speed) => form.set("speed", speed)}
          />
        </Field>
        {by === "provider" ? (
          <div>
            <Button tone="primary" type="submit" busy={sending.busy} icon={<AudioLines aria-hidden />}>
              {texts.speak}
            </Button>
          </div>
        ) : (
          <BrowserVoice
            text={values.text}
            speed={Number(values.speed)}
            onEmpty={() => form.check(["text"])}
          />
        )}
      </form>
    </Card>
  );
}
