import { useParams } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { UnsavedProvider, useUnsavedGuard } from "#app/drafts/unsaved.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { goneOf } from "#app/kit/gone-of.tsx";
import { ownDashboardsTexts as texts } from "#texts/own-dashboards.ts";
import { uiTexts } from "#texts/ui.ts";
import { getOwnDashboard } from "#workers/contract/endpoints/own-dashboards.ts";
import type { Route } from "./+types/own-dashboard.ts";
import { CONFIG } from "./dashboard-draft.ts";
import { DashboardEditor } from "./dashboard-editor.tsx";

export const { meta, HydrateFallback, ErrorBoundary } = frameOf({
  title: texts.title,
  failed: texts.failed,
  Gone: goneOf(texts, CONFIG),
});

export const clientLoader = prefetched(async ({ params: { id } }: Route.ClientLoaderArgs) => ({
  stored: await load(getOwnDashboard, { params: { id } }),
}));

/** The editor of the dashboard in the address. */
export default function OwnDashboardPage({ loaderData: { stored } }: Route.ComponentProps) {
  const { id } = useParams();
  const unsaved = useUnsavedGuard(guarding);
  return (
    <UnsavedProvider value={unsaved}>
      <Known key={id} stored={stored} />
    </UnsavedProvider>
  );
}

function Known({ stored }: { stored: Route.ComponentProps["loaderData"]["stored"] }) {
  const { choices, ...dashboard } = useLoaded(stored).answer;
  return <DashboardEditor stored={dashboard} choices={choices} />;
}

const guarding = {
  leaves: (from: { pathname: string }, to: { pathname: string }) => from.pathname !== to.pathname,
  why: () => uiTexts.leaveHint,
};
