import { ChartColumn } from "lucide-react";
import { useNavigation, useSearchParams } from "react-router";
import { call } from "#app/data/api.ts";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { Page } from "#app/components/page.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { reportsTexts as texts } from "#texts/reports.ts";
import { uiTexts } from "#texts/ui.ts";
import { titleOf } from "#app/lib/title.ts";
import { getAgent, listAgents } from "#workers/contract/endpoints/bots.ts";
import type { Route } from "./+types/nlp-report.ts";
import { Conversations } from "./messages.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { loadMessages, loadOverview, type Messages, orFailure, type Overview } from "./load.ts";
import { OverviewPanel } from "./overview.tsx";
import { type ListState, listStateOf, searchOf } from "./list-state.ts";
import { type AgentName, ALL_AGENTS } from "./use-agent-search.ts";
import { UpdatedAgo } from "./updated-ago.tsx";

export const meta = () => titleOf(texts.title);

/** Within a bot, loads that bot's report; otherwise that of the agent in the URL, or of the first agent. */
export async function clientLoader({ params, request: { url, signal } }: Route.ClientLoaderArgs) {
  const listState = listStateOf(new URL(url).searchParams, new Date());
  const ofBot = (params as { id?: string }).id;
  const reportOf = (agentId: string) =>
    orFailure<Overview | Messages>(
      listState.tab === "messages"
        ? loadMessages(agentId, listState, signal)
        : loadOverview(agentId, listState, signal),
      signal,
    );
  const listing = ofBot ? { agents: [], more: false } : agentsFor(listState.agent, signal);
  const known = ofBot ?? listState.agent;
  const [{ agents, more }, asked] = await Promise.all([listing, known ? reportOf(known) : undefined]);
  const agentId = known || agents[0]?.id;
  const shown = asked ?? (agentId ? await reportOf(agentId) : undefined);
  return { listState, agents, more, agentId, ofBot: ofBot !== undefined, shown, at: Date.now() };
}

/** Returns all agents, newest first, including the selected one; beyond the server's cap, search finds the others. */
async function agentsFor(
  chosen: string,
  signal: AbortSignal,
): Promise<{ agents: AgentName[]; more: boolean }> {
  const { agents, more } = await call(listAgents, { query: { perPage: ALL_AGENTS }, signal });
  if (!chosen || agents.some(({ id }) => id === chosen)) return { agents, more };
  // A deleted agent has no name; its report shows the reason.
  const found = await orFailure(call(getAgent, { params: { id: chosen }, signal }), signal);
  return { agents: "failure" in found ? agents : [found, ...agents], more };
}

export function HydrateFallback() {
  return (
    <div className="p-6">
      <SkeletonRows rows={8} />
    </div>
  );
}

/** The conversation report: an agent's messages as figures and as a list. */
export default function ConversationReport({ loaderData }: Route.ComponentProps) {
  const { listState, agents, more, agentId, ofBot, shown, at } = loaderData;
  const [, setAddress] = useSearchParams();
  const busy = useNavigation().state === "loading";
  const go = (next: Partial<ListState>) =>
    setAddress(searchOf({ ...listState, ...next }), { preventScrollReset: true, state: { keepFocus: true } });
  if (agentId === undefined || shown === undefined) {
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
  const failure = "failure" in shown ? shown.failure : undefined;
  const overview = "summary" in shown ? shown : undefined;
  const list = "messages" in shown ? shown : undefined;
  const failed = failure && <LoadFailure error={failure} title={uiTexts.failed} />;
  const content = (
    <>
      <FilterBar
        key={`${listState.start} ${listState.end} ${agentId}`}
        listState={listState}
        agentId={agentId}
        agents={ofBot ? undefined : agents}
        moreAgents={more}
        onGo={go}
      />
      <UpdatedAgo at={at} />
      <div aria-busy={busy}>
        <Tabs
          label={texts.views}
          selected={listState.tab}
          onChange={(tab) => go({ tab: tab === "messages" ? "messages" : "overview", from: 0 })}
          items={[
            {
              id: "overview",
              label: texts.overview,
              content: failed ?? (overview && <OverviewPanel overview={overview} onGo={go} />),
            },
            {
              id: "messages",
              label: texts.userConversations,
              content:
                failed ??
                (list && <Conversations list={list} listState={listState} agentId={agentId} onGo={go} />),
            },
          ]}
        />
      </div>
    </>
  );
  // Within a bot, the screen's main heading is already the bot's name.
  if (ofBot) {
    return (
      <div className="mx-auto w-full max-w-6xl px-4 py-5 sm:px-6">
        <h2 className="mb-3 text-lg font-semibold">{texts.title}</h2>
        {content}
      </div>
    );
  }
  return (
    <Page title={texts.title}>
      <h2 className="sr-only">{texts.views}</h2>
      {content}
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure error={error} title={uiTexts.failed} />;
}
