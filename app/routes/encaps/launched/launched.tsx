import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { InstanceBadge } from "#app/features/automation-instances/instance-badge.tsx";
import { RunsMonitor } from "#app/features/automation-monitor/runs-monitor.tsx";
import { seenIn } from "#app/features/automation-monitor/seen.ts";
import { listenForAutomations } from "#app/features/automation-state/automation-news.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { Page } from "#app/components/page.tsx";
import { titleOf } from "#app/lib/title.ts";
import { encapsTexts } from "#texts/encaps.ts";
import { listEncapRuns } from "#workers/contract/endpoints/automation-instances.ts";
import { listLaunches } from "#workers/contract/endpoints/automation-launch.ts";
import { encapOf } from "../addresses.ts";
import type { Route } from "./+types/launched.ts";

const texts = encapsTexts.launched;
export const meta = ({ loaderData }: Route.MetaArgs) =>
  titleOf(loaderData?.launches.answer.launches[0]?.name ?? texts.title);
export const { HydrateFallback, ErrorBoundary } = frameOf({ title: texts.title, failed: texts.failed });

/** The view, the filter and the page of its people are in the address. */
export const clientLoader = prefetched(async ({ params, request: { url } }: Route.ClientLoaderArgs) => {
  listenForAutomations();
  const seen = seenIn(new URL(url).searchParams);
  const { id, instanceId } = params;
  const { from, filter } = seen;
  const [launches, list] = await Promise.all([
    load(listLaunches, { params: { id }, query: { instance: instanceId } }),
    load(listEncapRuns, { params: { id, instanceId }, query: { from, ...filter } }),
  ]);
  return { launches, list, seen, place: { id, instanceId } };
});

/** A launch of an encap at work: its people, its steps, and what goes wrong. */
export default function Launched({ loaderData: { launches, list, seen, place } }: Route.ComponentProps) {
  const { encap, launches: found } = useLoaded(launches).answer;
  const [launch] = found;
  return (
    <Page
      title={launch?.name ?? texts.title}
      back={{ label: encap.name, to: encapOf(encap.id) }}
      {...(launch && { lead: <InstanceBadge state={launch.state} /> })}
    >
      <RunsMonitor kind="encap" params={place} {...{ seen, list }} />
    </Page>
  );
}
