import { Route as RouteSign } from "lucide-react";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { NO_FILTER } from "#app/features/automation-monitor/people-filter.ts";
import { RunsMonitor } from "#app/features/automation-monitor/runs-monitor.tsx";
import { seenIn } from "#app/features/automation-monitor/seen.ts";
import { listenForAutomations } from "#app/features/automation-state/automation-news.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { useListState } from "#app/kit/use-list-state.ts";
import { Page } from "#app/components/page.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { journeyMonitorTexts as texts } from "#texts/journey-monitor.ts";
import {
  listJourneyRuns,
  listPublications,
  type Publication,
} from "#workers/contract/endpoints/automation-instances.ts";
import type { Route } from "./+types/monitor.ts";
import { addressOf, type Chosen, instancesIn, SEPARATOR } from "./chosen.ts";
import { JourneyChoice } from "./journey-choice.tsx";

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed });

/** So many journeys are looked through for the first one on a channel, where the address names none. */
const LOOKED_THROUGH = 200;

/** The one that the address names, and no other; the first one where it names none. */
function chosenIn(journeys: readonly Publication[], at: string): Chosen | undefined {
  const all = instancesIn(journeys);
  const found = at === "" ? all[0] : all.find((each) => addressOf(each) === at);
  return found && { id: found.id, instanceId: found.instanceId };
}

/** The journey's launch, the view, the filter and the page are in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  listenForAutomations();
  const { searchParams } = new URL(url);
  const at = searchParams.get("at") ?? "";
  const [, instance = ""] = at.split(SEPARATOR);
  const published = await load(listPublications, {
    query: instance === "" ? { perPage: LOOKED_THROUGH } : { instance },
  });
  const chosen = chosenIn(published.answer.journeys, at);
  const seen = seenIn(searchParams);
  const { from, filter } = seen;
  const list = chosen && (await load(listJourneyRuns, { params: { ...chosen }, query: { from, ...filter } }));
  return { published, at, chosen, seen, list };
});

/** The people in a journey on a channel. */
export default function JourneyMonitor({
  loaderData: { published, at, chosen, seen, list },
}: Route.ComponentProps) {
  const { journeys } = useLoaded(published).answer;
  const listState = useListState("run");
  return (
    <Page {...{ title, lead }}>
      {chosen && list ? (
        <RunsMonitor
          kind="journey"
          {...{ params: chosen, seen, list }}
          choice={
            <JourneyChoice
              chosen={instancesIn(journeys).find(({ instanceId }) => instanceId === chosen.instanceId)}
              onChoose={(next) => listState.change(elsewhere(next))}
            />
          }
        />
      ) : (
        <Nothing at={at} />
      )}
    </Page>
  );
}

/** Nothing on a channel, or not what the address names: whose people it would show otherwise are others. */
function Nothing({ at }: { at: string }) {
  const listState = useListState("run");
  return (
    <>
      <div className="mb-4 flex">
        <JourneyChoice onChoose={(next) => listState.change(elsewhere(next))} />
      </div>
      <EmptyState icon={<RouteSign />} title={at === "" ? texts.nothing : texts.notThere}>
        {at === "" ? texts.nothingText : texts.notThereText}
      </EmptyState>
    </>
  );
}

/** The address's changes for another journey: what narrowed this one down is over. */
const elsewhere = (at: string) => ({ ...NO_FILTER, state: "", at, from: "", run: "", drawn: "" });
