import { ListTree, Radio, TriangleAlert, Users, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";
import { type Loaded, useLoaded } from "#app/data/query.ts";
import { EntriesPanel } from "#app/features/automation-entries/entries-panel.tsx";
import { RunPanel } from "#app/features/automation-runs/lazy-run-panel.tsx";
import { nodeName } from "#app/features/automation-runs/node-name.ts";
import { useAgain } from "#app/features/broadcasts/use-again.ts";
import { ListBody } from "#app/kit/list-screen.tsx";
import { useListState } from "#app/kit/use-list-state.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Segments } from "#app/components/ui/segments.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { journeyMonitorTexts as texts } from "#texts/journey-monitor.ts";
import { liveTailTexts } from "#texts/live-tail.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { runStates } from "#workers/contract/automation/run-states.ts";
import { type listJourneyRuns, RUNS_PAGE } from "#workers/contract/endpoints/automation-instances.ts";
import { RUNS_LOOKED_AT } from "#workers/contract/endpoints/automation-runs.ts";
import { FiguresView, LiveView, PeopleActions, TroublesView } from "./lazy-views.tsx";
import { filterInWords, NO_FILTER, type PeopleFilter } from "./people-filter.ts";
import { RunTable } from "./run-table.tsx";
import type { Seen } from "./seen.ts";

const STATES = runStates.filter((state) => state !== "running");

interface Place {
  id: string;
  instanceId: string;
}

/** The people in a journey on a channel, or in a launch of an encap: who they are, their steps, what goes wrong, and what happens now. */
export function RunsMonitor({
  kind,
  params,
  seen: { view, filter, from },
  list,
  choice,
}: {
  kind: AutomationKind;
  params: Place;
  seen: Seen;
  list: Loaded<typeof listJourneyRuns>;
  /** Stands before the views: what it is of, where there is a choice. */
  choice?: ReactNode;
}) {
  const listState = useListState("run");
  const [search] = useSearchParams();
  const [isAsking, setAsking] = useState(false);
  const people = (changes: Record<string, string>) =>
    listState.addressWith({ ...NO_FILTER, state: "", from: "", run: "", view: "", ...changes });
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        {choice}
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
          key={params.instanceId}
          {...{ kind, params }}
          search={search}
          onChange={listState.change}
          addressOf={people}
        />
      ) : view === "troubles" ? (
        <TroublesView key={params.instanceId} {...{ kind, params }} addressOf={people} />
      ) : view === "live" ? (
        <LiveView key={params.instanceId} {...{ kind, params }} addressOf={listState.addressOf} />
      ) : (
        <People key={params.instanceId} {...{ kind, params, filter, from, list, listState }} />
      )}
      {isAsking && <EntriesPanel kind={kind} {...params} onClose={() => setAsking(false)} />}
      {listState.shown && (
        <RunPanel kind={kind} {...params} runId={listState.shown} onClose={listState.close} />
      )}
    </>
  );
}

/** All people, or those of a figure. */
function People({
  kind,
  params,
  filter,
  from,
  list: loaded,
  listState,
}: {
  kind: AutomationKind;
  params: Place;
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
        {runs.length > 0 && <PeopleActions {...{ kind, params, filter }} />}
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
