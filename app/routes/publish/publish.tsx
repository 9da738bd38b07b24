import { Send } from "lucide-react";
import { redirect } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { useAgain } from "#app/features/broadcasts/use-again.ts";
import { listenForAutomations } from "#app/features/automation-state/automation-news.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListScreen } from "#app/kit/list-screen.tsx";
import { listStateIn } from "#app/kit/list-state.ts";
import { useListState } from "#app/kit/use-list-state.ts";
import { Page } from "#app/components/page.tsx";
import { useCan } from "#app/session/session.ts";
import { publishTexts as texts } from "#texts/publish.ts";
import { listPublications, PUBLICATIONS_PAGE } from "#workers/contract/endpoints/automation-instances.ts";
import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import type { Route } from "./+types/publish.ts";
import { JourneyCard } from "./journey-card.tsx";

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed });

/** The search and the page are in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  listenForAutomations();
  const query = listStateIn(url, 100);
  const list = await load(listPublications, { query });
  if (list.answer.journeys.length === 0 && query.from > 0) return redirect(new URL(url).pathname);
  return { list, from: query.from };
});

/** A journey may be at work for months: its people are counted anew less often than what is over soon. */
const EACH_MS = 10_000;
const LOOKED_MS = 2_000;

/** Journeys and the channels that they are on. */
export default function Publish({ loaderData: { list: loaded, from } }: Route.ComponentProps) {
  const listState = useListState();
  const list = useLoaded(loaded);
  const { journeys, channels, more } = list.answer;
  const mayEdit = useCan()("JOURNEYS.EDIT");
  useAgain(
    (now) =>
      now % EACH_MS < LOOKED_MS &&
      journeys.some(({ instances }) =>
        instances.some(
          ({ state, openRuns }) => openRuns > 0 || state === INSTANCE.started || state === INSTANCE.scheduled,
        ),
      ),
    list.reload,
  );
  return (
    <Page {...{ title, lead }}>
      <ListScreen
        {...{ listState, texts, list, more, from }}
        count={journeys.length}
        perPage={PUBLICATIONS_PAGE}
        empty={{ icon: <Send />, title: texts.none, text: texts.noneText }}
      >
        <ul data-rows aria-label={texts.list} className="grid gap-3">
          {journeys.map((journey) => (
            <JourneyCard key={journey.id} {...{ journey, channels, mayEdit }} />
          ))}
        </ul>
      </ListScreen>
    </Page>
  );
}
