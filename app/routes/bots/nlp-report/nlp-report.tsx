import { ChartColumn } from "lucide-react";
import { useNavigation, useSearchParams } from "react-router";
import { load } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { NotRefreshed } from "#app/kit/not-refreshed.tsx";
import { Page } from "#app/components/page.tsx";
import { UpdatedAgo } from "#app/components/updated-ago.tsx";
import { readerZone } from "#app/lib/reader-zone.ts";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { lazilyShown } from "#app/components/ui/lazily.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { reportsTexts as texts } from "#texts/reports.ts";
import { uiTexts } from "#texts/ui.ts";
import { figuresAgeTexts } from "#texts/figures-age.ts";
import { getAgent, listAgents } from "#workers/contract/endpoints/bots.ts";
import type { Route } from "./+types/nlp-report.ts";
import { FilterBar } from "./filter-bar.tsx";
import { loadReport, useReport } from "./load.ts";
import { type ListState, listStateOf, searchOf } from "./list-state.ts";
import { type AgentName, ALL_AGENTS } from "./use-agent-search.ts";
import { useBelowHead } from "#app/components/use-below-head.ts";

const Conversations = lazilyShown(
  () => import("./messages.tsx"),
  (module) => module.Conversations,
  () => <SkeletonRows rows={8} />,
);

/** Apart from the frame, like the list: whoever comes for one of them does not wait for the other. */
const OverviewPanel = lazilyShown(
  () => import("./overview.tsx"),
  (module) => module.OverviewPanel,
  () => <SkeletonRows rows={8} />,
);

export const { meta, HydrateFallback, ErrorBoundary } = frameOf({
  title: texts.title,
  rows: 8,
  within: true,
});

/** Within a bot, loads that bot's report; otherwise that of the bot in the URL, or of the first bot. */
export async function clientLoader({ params, request: { url } }: Route.ClientLoaderArgs) {
  const listState = listStateOf(new URL(url).searchParams, new Date());
  (listState.tab === "messages" ? Conversations : OverviewPanel).prefetch();
  const ofBot = (params as { id?: string }).id;
  const known = ofBot ?? listState.agent;
  const [{ agents, more }] = await Promise.all([
    ofBot ? { agents: [], more: false } : agentsFor(listState.agent),
    known && loadReport(known, listState),
  ]);
  const agentId = known || agents[0]?.id;
  if (agentId && !known) await loadReport(agentId, listState);
  return { listState, agents, more, agentId, ofBot: ofBot !== undefined };
}

/** Returns all bots, newest first, including the selected one; beyond the server's cap, search finds the others. */
async function agentsFor(chosen: string): Promise<{ agents: AgentName[]; more: boolean }> {
  const { agents, more } = (await load(listAgents, { query: { perPage: ALL_AGENTS } })).answer;
  if (!chosen || agents.some(({ id }) => id === chosen)) return { agents, more };
  // A deleted bot has no name; its report shows the reason.
  const [found] = await Promise.allSettled([load(getAgent, { params: { id: chosen } })]);
  return { agents: found.status === "rejected" ? agents : [found.value.answer, ...agents], more };
}

/** The conversation report: a bot's messages as figures and as a list. */
export default function ConversationReport({ loaderData: { agentId, ...rest } }: Route.ComponentProps) {
  if (agentId !== undefined) return <Report agentId={agentId} {...rest} />;
  return (
    <Page title={texts.title}>
      <EmptyState
        icon={<ChartColumn aria-hidden />}
        title={texts.noAgents}
        action={<ButtonLink to="/bots">{texts.toAgents}</ButtonLink>}
      >
        {texts.noAgentsHint}
      </EmptyState>
    </Page>
  );
}

function Report({
  listState,
  agents,
  more,
  agentId,
  ofBot,
}: Route.ComponentProps["loaderData"] & { agentId: string }) {
  const [, setAddress] = useSearchParams();
  const busy = useNavigation().state === "loading";
  const report = useReport(agentId, listState);
  const go = (next: Partial<ListState>) =>
    setAddress(searchOf({ ...listState, ...next }), { preventScrollReset: true, state: { keepFocus: true } });
  const { overview, messages, failure } = report;
  const missing = !report.there && failure && <LoadFailure error={failure} title={uiTexts.failed} />;
  const { frame, head } = useBelowHead<HTMLDivElement>("--below-filters", "var(--below-head, 3.25rem)");
  const age = (
    <UpdatedAgo at={report.at} busy={report.asking} onRefresh={report.reload}>
      {figuresAgeTexts.timesIn(readerZone())}
    </UpdatedAgo>
  );
  const content = (
    <div ref={frame} className="lg:[--head-top:var(--below-filters)]">
      <FilterBar
        ref={head}
        listState={listState}
        agentId={agentId}
        agents={ofBot ? undefined : agents}
        moreAgents={more}
        onGo={go}
      />
      {report.there && <NotRefreshed list={report} />}
      <div aria-busy={busy}>
        <Tabs
          label={texts.views}
          selected={listState.tab}
          onChange={(tab) => go({ tab: tab === "messages" ? "messages" : "overview", from: 0 })}
          items={[
            {
              id: "overview",
              label: texts.overview,
              content:
                missing ||
                (overview && (
                  <OverviewPanel overview={overview} agentId={agentId} listState={listState} onGo={go} />
                )),
            },
            {
              id: "messages",
              label: texts.userConversations,
              content:
                missing ||
                (messages && (
                  <Conversations list={messages} listState={listState} agentId={agentId} onGo={go} />
                )),
            },
          ]}
        />
      </div>
    </div>
  );
  // Within a bot, the screen's main heading is already the bot's name.
  if (ofBot) {
    return (
      <div className="w-full px-4 py-5 sm:px-6">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4">
          <h2 className="text-lg font-semibold">{texts.title}</h2>
          {age}
        </div>
        {content}
      </div>
    );
  }
  return (
    <Page title={texts.title} actions={age} wide>
      <h2 className="sr-only">{texts.views}</h2>
      {content}
    </Page>
  );
}
