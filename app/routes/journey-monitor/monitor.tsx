import { Route as RouteSign, Users } from "lucide-react";
import { useState } from "react";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, type Loaded, useLoaded } from "#app/data/query.ts";
import { useAgain } from "#app/features/broadcasts/use-again.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListBody } from "#app/kit/list-screen.tsx";
import { fromIn } from "#app/kit/list-state.ts";
import { useListState } from "#app/kit/use-list-state.ts";
import { Page } from "#app/components/page.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { journeyMonitorTexts as texts } from "#texts/journey-monitor.ts";
import { publishTexts } from "#texts/publish.ts";
import { type RunState, runStates } from "#workers/contract/automation/run-states.ts";
import {
  listJourneyRuns,
  listPublications,
  type Publication,
  RUNS_PAGE,
} from "#workers/contract/endpoints/automation-instances.ts";
import type { Route } from "./+types/monitor.ts";
import { EntriesPanel } from "./entries-panel.tsx";
import { RunPanel } from "#app/features/automation-runs/run-panel.tsx";
import { RunTable } from "./run-table.tsx";

const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed });

/** So many journeys are offered. */
const OFFERED = 200;
const STATES = runStates.filter((state) => state !== "running");
const SEPARATOR = ".";

interface Chosen {
  id: string;
  instanceId: string;
}

const chosenIn = (journeys: readonly Publication[], at: string): Chosen | undefined => {
  const all = journeys.flatMap(({ id, instances }) =>
    instances.map((instance) => ({ id, instanceId: instance.id })),
  );
  return all.find((each) => addressOf(each) === at) ?? all[0];
};
const addressOf = ({ id, instanceId }: Chosen): string => `${id}${SEPARATOR}${instanceId}`;

/** The journey's launch, the state and the page are in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const { searchParams } = new URL(url);
  const published = await load(listPublications, { query: { perPage: OFFERED } });
  const chosen = chosenIn(published.answer.journeys, searchParams.get("at") ?? "");
  const state = STATES.find((each) => each === searchParams.get("state"));
  const from = fromIn(searchParams);
  const list =
    chosen &&
    (await load(listJourneyRuns, { params: { ...chosen }, query: { from, ...(state && { state }) } }));
  return { published, chosen, state, from, list };
});

/** Who is in a journey on a channel. */
export default function JourneyMonitor({
  loaderData: { published, chosen, state, from, list },
}: Route.ComponentProps) {
  const { journeys } = useLoaded(published).answer;
  return (
    <Page {...{ title, lead }}>
      {chosen && list ? (
        <Runs {...{ journeys, chosen, state, from, list }} />
      ) : (
        <EmptyState icon={<RouteSign />} title={texts.nothing}>
          {texts.nothingText}
        </EmptyState>
      )}
    </Page>
  );
}

function Runs({
  journeys,
  chosen,
  state,
  from,
  list: loaded,
}: {
  journeys: readonly Publication[];
  chosen: Chosen;
  state: RunState | undefined;
  from: number;
  list: Loaded<typeof listJourneyRuns>;
}) {
  const listState = useListState("run");
  const [isAsking, setAsking] = useState(false);
  const list = useLoaded(loaded);
  const { runs, more } = list.answer;
  useAgain(() => from === 0, list.reload);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <Select
          aria-label={texts.choose}
          className="w-full sm:w-96"
          value={addressOf(chosen)}
          options={journeys.flatMap(({ id, name, instances }) =>
            instances.map((instance) => ({
              value: addressOf({ id, instanceId: instance.id }),
              label: texts.option(
                name,
                instance.channel?.name ?? publishTexts.channelGone,
                publishTexts.instanceStates[instance.state] ?? "",
              ),
            })),
          )}
          onChange={(at) => listState.change({ at, from: "", run: "" })}
        />
        <Select
          aria-label={texts.state}
          className="w-full sm:w-40"
          value={state ?? ""}
          options={[
            { value: "", label: texts.allStates },
            ...STATES.map((each) => ({ value: each, label: texts.states[each] })),
          ]}
          onChange={(next) => listState.change({ state: next, from: "" })}
        />
        <Button onClick={() => setAsking(true)}>{texts.why}</Button>
      </div>
      <ListBody
        {...{ list, more, from }}
        label={texts.pages}
        count={runs.length}
        perPage={RUNS_PAGE}
        onGo={listState.go}
        empty={{
          icon: <Users />,
          title: state ? texts.noneFiltered : texts.none,
          text: state ? texts.noneFilteredText : texts.noneText,
        }}
      >
        <RunTable runs={runs} at={list.at} addressOf={listState.addressOf} />
      </ListBody>
      {isAsking && <EntriesPanel {...chosen} onClose={() => setAsking(false)} />}
      {listState.shown && (
        <RunPanel kind="journey" {...chosen} runId={listState.shown} onClose={listState.close} />
      )}
    </>
  );
}
