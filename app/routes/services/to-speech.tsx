import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { fromIn } from "#app/kit/list-state.ts";
import { Page } from "#app/components/page.tsx";
import { speechTexts as texts } from "#texts/speech.ts";
import { getSpeechSettings, listSpeech } from "#workers/contract/endpoints/speech.ts";
import type { Route } from "./+types/to-speech.ts";
import { History } from "./history.tsx";
import { NoProvider, SettingsButton } from "./settings-button.tsx";
import { SpeakForm } from "./speak-form.tsx";

const { toSpeech: title, toSpeechLead: lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed });

/** The page of the history and the open entry are in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const from = fromIn(new URL(url).searchParams);
  const [settings, list] = await Promise.all([
    load(getSpeechSettings),
    load(listSpeech, { query: { kind: "speak", from } }),
  ]);
  return { settings, list, from };
});

/** A text that is spoken, and what was spoken before. */
export default function ToSpeech({ loaderData }: Route.ComponentProps) {
  const settings = useLoaded(loaderData.settings).answer;
  return (
    <Page title={title} lead={lead} actions={<SettingsButton settings={settings} />}>
      <NoProvider settings={settings} />
      {/* Another provider has other voices. */}
      <SpeakForm key={`${settings.provider} ${settings.voices} ${settings.isReady}`} settings={settings} />
      <History list={loaderData.list} from={loaderData.from} emptyText={texts.noneSpeak} />
    </Page>
  );
}
