import { ListTree, Radio, Route as RouteSign, TriangleAlert, Users, X } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, type Loaded, useLoaded } from "#app/data/query.ts";
import { useAgain } from "#app/features/broadcasts/use-again.ts";
import { listenForAutomations } from "#app/features/automation-state/automation-news.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListBody } from "#app/kit/list-screen.tsx";
import { fromIn } from "#app/kit/list-state.ts";
import { useListState } from "#app/kit/use-list-state.ts";
import { Page } from "#app/components/page.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Segments } from "#app/components/ui/segments.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { journeyMonitorTexts as texts } from "#texts/journey-monitor.ts";
import { liveTailTexts } from "#texts/live-tail.ts";
import { runStates } from "#workers/contract/automation/run-states.ts";
import {
  listJourneyRuns,
  listPublications,
  type Publication,
  RUNS_PAGE,
} from "#workers/contract/endpoints/automation-instances.ts";
import { RUNS_LOOKED_AT } from "#workers/contract/endpoints/automation-runs.ts";
import type { Route } from "./+types/monitor.ts";
import { EntriesPanel } from "#app/features/automation-entries/entries-panel.tsx";
import { RunPanel } from "#app/features/automation-runs/lazy-run-panel.tsx";
import { nodeName } from "#app/features/automation-runs/node-name.ts";
import { addressOf, type Chosen, instancesIn, SEPARATOR } from "./chosen.ts";
import { JourneyChoice } from "./journey-choice.tsx";
import { FiguresView, LiveView, PeopleActions, TroublesView } from "./lazy-views.tsx";
import { filterInWords, NO_FILTER, type PeopleFilter, peopleFilterIn } from "./people-filter.ts";
import { RunTable } from "./run-table.tsx";

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed });

/** So many journeys are looked through for the first one on a channel, where the address names none. */
const LOOKED_THROUGH = 200;
const STATES = runStates.filter((state) => state !== "running");
const VIEWS = ["people", "steps", "troubles", "live"] as const;
type View = (typeof VIEWS)[number];

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
  const filter = peopleFilterIn(searchParams);
  const view = VIEWS.find((each) => each === searchParams.get("view")) ?? "people";
  const from = fromIn(searchParams);
  const list = chosen && (await load(listJourneyRuns, { params: { ...chosen }, query: { from, ...filter } }));
  return { published, at, chosen, filter, view, from, list };
});

/** The people in a journey on a channel. */
export default function JourneyMonitor({
  loaderData: { published, at, chosen, filter, view, from, list },
}: Route.ComponentProps) {
  const { journeys } = useLoaded(published).answer;
  return (
    <Page {...{ title, lead }}>
      {chosen && list ? <Watched {...{ journeys, chosen, filter, view, from, list }} /> : <Nothing at={at} />}
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

function Watched({
  journeys,
  chosen,
  filter,
  view,
  from,
  list,
}: {
  journeys: readonly Publication[];
  chosen: Chosen;
  filter: PeopleFilter;
  view: View;
  from: number;
  list: Loaded<typeof listJourneyRuns>;
}) {
  const listState = useListState("run");
  const [search] = useSearchParams();
  const [isAsking, setAsking] = useState(false);
  const people = (changes: Record<string, string>) =>
    listState.addressWith({ ...NO_FILTER, state: "", from: "", run: "", view: "", ...changes });
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <JourneyChoice
          chosen={instancesIn(journeys).find(({ instanceId }) => instanceId === chosen.instanceId)}
          onChoose={(at) => listState.change(elsewhere(at))}
        />
        <Segments
          label={texts.views}
          value={view}
          segments={[
            { value: "people", label: texts.people, icon: Users },
            { value: "steps", label: texts.steps, icon: ListTree },
            { value: "troubles", label: texts.troubles, icon: TriangleAlert },
            { value: "live", label: liveTailTexts.title, icon: Radio },
          ]}
          onChange={(next) => listState.change({ view: next === "people" ? "" : next })}
        />
        <Button onClick={() => setAsking(true)}>{texts.why}</Button>
      </div>
      {view === "steps" ? (
        <FiguresView
          key={chosen.instanceId}
          params={chosen}
          search={search}
          onChange={listState.change}
          addressOf={people}
        />
      ) : view === "troubles" ? (
        <TroublesView key={chosen.instanceId} params={chosen} addressOf={people} />
      ) : view === "live" ? (
        <LiveView key={chosen.instanceId} params={chosen} addressOf={listState.addressOf} />
      ) : (
        <People key={chosen.instanceId} {...{ params: chosen, filter, from, list, listState }} />
      )}
      {isAsking && <EntriesPanel kind="journey" {...chosen} onClose={() => setAsking(false)} />}
      {listState.shown && (
        <RunPanel kind="journey" {...chosen} runId={listState.shown} onClose={listState.close} />
      )}
    </>
  );
}

/** People of the journey, all or those of a figure. */
function People({
  params,
  filter,
  from,
  list: loaded,
  listState,
}: {
  params: Chosen;
  filter: PeopleFilter;
  from: number;
  list: Loaded<typeof listJourneyRuns>;
  listState: ReturnType<typeof useListState>;
}) {
  const list = useLoaded(loaded);
  const { runs, more } = list.answer;
  useAgain(() => from === 0, list.reload);
  const at = runs.find(({ node }) => node?.id === filter.node)?.node;
  const words = filterInWords(filter, at ? nodeName(at) : "");
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <Select
          aria-label={texts.state}
          className="w-full sm:w-40"
          value={filter.state ?? ""}
          options={[
            { value: "", label: texts.allStates },
            ...STATES.map((each) => ({ value: each, label: texts.states[each] })),
          ]}
          onChange={(next) => listState.change({ state: next, from: "" })}
        />
        {words && (
          <>
            <p className="[overflow-wrap:anywhere]">
              {texts.onlyThose} {words}. {filter.did && texts.lookedAt(RUNS_LOOKED_AT)}
            </p>
            <Button
              size="sm"
              icon={<X aria-hidden />}
              onClick={() => listState.change({ ...NO_FILTER, state: "", from: "" })}
            >
              {texts.showAll}
            </Button>
          </>
        )}
        {runs.length > 0 && <PeopleActions {...{ params, filter }} />}
      </div>
      <ListBody
        {...{ list, more, from }}
        label={texts.pages}
        count={runs.length}
        perPage={RUNS_PAGE}
        onGo={listState.go}
        empty={{
          icon: <Users />,
          title: isFiltered ? texts.noneFiltered : texts.none,
          text: isFiltered ? texts.noneFilteredText : texts.noneText,
        }}
      >
        <RunTable runs={runs} at={list.at} addressOf={listState.addressOf} />
      </ListBody>
    </>
  );
}
