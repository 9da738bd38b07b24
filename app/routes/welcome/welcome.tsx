import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { firstRunTexts as texts } from "#texts/first-run.ts";
import { getFirstRun } from "#workers/contract/endpoints/first-run.ts";
import type { Route } from "./+types/welcome.ts";
import { Building } from "./building.tsx";
import { Choose } from "./choose.tsx";

export const { meta, HydrateFallback, ErrorBoundary } = frameOf({
  title: texts.title,
  failed: texts.loadFailed,
});

export const clientLoader = prefetched(async () => load(getFirstRun));

/** Where a new enterprise begins: it says what it does, and watches its bot being made. The server knows how far it is. */
export default function Welcome({ loaderData }: Route.ComponentProps) {
  const { answer: run } = useLoaded(loaderData);
  return run.agent ? <Building key={run.agent.id} run={run} agent={run.agent} /> : <Choose />;
}
