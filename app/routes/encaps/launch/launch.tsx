import { UnsavedProvider, useUnsavedGuard } from "#app/drafts/unsaved.ts";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { Page } from "#app/components/page.tsx";
import { titleOf } from "#app/lib/title.ts";
import { encapsTexts } from "#texts/encaps.ts";
import { uiTexts } from "#texts/ui.ts";
import { getLaunch, listLaunches } from "#workers/contract/endpoints/automation-launch.ts";
import { encapOf } from "../addresses.ts";
import type { Route } from "./+types/launch.ts";
import { LaunchForm } from "./launch-form.tsx";

const texts = encapsTexts.form;
export const meta = ({ loaderData }: Route.MetaArgs) =>
  titleOf(texts.title(loaderData?.list.answer.encap.name ?? ""));
export const { HydrateFallback, ErrorBoundary } = frameOf({
  title: encapsTexts.launch,
  failed: encapsTexts.failed,
  wide: true,
});

/** A launch that it begins as is in the address. */
export const clientLoader = prefetched(
  async ({ params: { id }, request: { url } }: Route.ClientLoaderArgs) => {
    const of = new URL(url).searchParams.get("of");
    const [list, again] = await Promise.all([
      load(listLaunches, { params: { id }, query: {} }),
      of === null ? undefined : load(getLaunch, { params: { id, instanceId: of } }),
    ]);
    return { list, again: again?.answer, of: of ?? "" };
  },
);

/** Launches an encap: a version on a channel, to people, with values, now or later. */
export default function Launch({ loaderData: { list, again, of } }: Route.ComponentProps) {
  const unsaved = useUnsavedGuard(guarding);
  const { encap, channels } = list.answer;
  return (
    <UnsavedProvider value={unsaved}>
      <Page
        wide
        title={texts.title(encap.name)}
        lead={texts.lead}
        back={{ label: encap.name, to: encapOf(encap.id) }}
      >
        <LaunchForm key={of} {...{ encap, channels, again }} />
      </Page>
    </UnsavedProvider>
  );
}

const guarding = {
  leaves: (from: { pathname: string }, to: { pathname: string }) => from.pathname !== to.pathname,
  why: () => uiTexts.leaveHint,
};
