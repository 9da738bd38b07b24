import { useState } from "react";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { fromIn } from "#app/kit/list-state.ts";
import { Page } from "#app/components/page.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { speechTexts as texts } from "#texts/speech.ts";
import { getSpeechSettings, listSpeech } from "#workers/contract/endpoints/speech.ts";
import { LANGUAGES } from "#workers/contract/speech.ts";
import type { Route } from "./+types/to-text.ts";
import { languageName } from "./browser-speech.ts";
import { Dictation } from "./dictation.tsx";
import { History } from "./history.tsx";
import { NewRecording } from "./new-recording.tsx";
import { NoProvider, SettingsButton } from "./settings-button.tsx";

const { toText: title, toTextLead: lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed });

/** The page of the history and the open entry are in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const from = fromIn(new URL(url).searchParams);
  const [settings, list] = await Promise.all([
    load(getSpeechSettings),
    load(listSpeech, { query: { kind: "transcribe", from } }),
  ]);
  return { settings, list, from };
});

/** A recording that becomes a transcript, and those from before. */
export default function ToText({ loaderData }: Route.ComponentProps) {
  const settings = useLoaded(loaderData.settings).answer;
  const [language, setLanguage] = useState("");
  return (
    <Page title={title} lead={lead} actions={<SettingsButton settings={settings} />}>
      <NoProvider settings={settings} />
      <div className="grid gap-5">
        <Card className="grid gap-4 p-5">
          <Field label={texts.language} className="sm:w-60">
            <Select
              value={language}
              options={[
                { value: "", label: texts.findOut },
                ...LANGUAGES.map((value) => ({ value, label: languageName(value) })),
              ]}
              onChange={setLanguage}
            />
          </Field>
          {settings.isReady && <NewRecording language={language} />}
        </Card>
        <Dictation language={language} />
      </div>
      <History list={loaderData.list} from={loaderData.from} emptyText={texts.noneTranscribe} />
    </Page>
  );
}
