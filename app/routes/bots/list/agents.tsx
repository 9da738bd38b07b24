import { Bot, Plus, Sparkles, Upload } from "lucide-react";
import { useState } from "react";
import { useNavigate, useNavigation, useSearchParams } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { invalidate, load, patch, useLoaded, useQueryOf } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { NotRefreshed } from "#app/kit/not-refreshed.tsx";
import { BotsDrawing } from "#app/components/drawings/bots.tsx";
import { Page } from "#app/components/page.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { lazily } from "#app/components/ui/lazily.tsx";
import { SearchInput } from "#app/components/ui/search-input.tsx";
import { useCan } from "#app/session/session.ts";
import { botsTexts as texts } from "#texts/bots.ts";
import { uiTexts } from "#texts/ui.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { AGENTS_PAGE, listAgents, type Agent, type saveAgent } from "#workers/contract/endpoints/bots.ts";
import { waitingWork } from "#workers/contract/endpoints/waiting-work.ts";
import type { Route } from "./+types/agents.ts";
import { searchOf } from "../intents/list-state.ts";
import { AgentCard } from "./agent-card.tsx";

const ImportAgent = lazily(
  () => import("./import-agent-dialog.tsx"),
  (module) => module.ImportAgentDialog,
);
const AgentDialog = lazily(
  () => import("./agent-dialog.tsx"),
  (module) => module.AgentDialog,
);
const SEARCH_MS = 100;

export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title: texts.agents });

/** The query and the number of bots shown are in the URL, so that Back and shared links restore the list. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  const { searchParams } = new URL(url);
  const name = searchParams.get("q")?.slice(0, 200) || undefined;
  const perPage = Math.min(Math.max(Number(searchParams.get("shown")) || AGENTS_PAGE, AGENTS_PAGE), 5_000);
  return { list: await load(listAgents, { query: { name, perPage } }) };
});

export default function Agents({ loaderData }: Route.ComponentProps) {
  const list = useLoaded(loaderData.list);
  const { agents, more } = list.answer;
  const [search, setSearch] = useSearchParams();
  const [edited, setEdited] = useState<Agent | "new">();
  const [importing, setImporting] = useState(false);
  const query = search.get("q") ?? "";
  const can = useCan();
  const navigate = useNavigate();
  // The menu has asked for it.
  const waiting = useQueryOf(waitingWork).answer;
  const busy = useNavigation().state === "loading";

  const look = (q: string) => setSearch(q ? { q } : {}, { replace: true, preventScrollReset: true });
  const showMore = () => {
    const next = new URLSearchParams(search);
    next.set("shown", String(agents.length + AGENTS_PAGE));
    setSearch(next, { replace: true, preventScrollReset: true, state: { keepFocus: true } });
  };

  return (
    <Page
      title={texts.agents}
      lead={texts.agentsLead}
      actions={
        <>
          <Button icon={<Upload aria-hidden />} onClick={() => setImporting(true)}>
            {texts.importAgent}
          </Button>
          <Button tone="primary" icon={<Plus aria-hidden />} onClick={() => setEdited("new")}>
            {texts.createNewAgent}
          </Button>
        </>
      }
    >
      <div className="mb-4 max-w-md">
        <SearchInput label={texts.searchAgents} value={query} onSearch={look} delay={SEARCH_MS} />
      </div>
      <NotRefreshed list={list} />
      <p role="status" className="sr-only">
        {texts.agentsFound(agents.length, more)}
      </p>
      {agents.length === 0 ? (
        <EmptyState
          icon={<Bot aria-hidden />}
          drawing={query ? undefined : <BotsDrawing />}
          title={query ? texts.noAgentsFound(query) : texts.noAgentsYet}
          action={
            !query && (
              <>
                <Button tone="primary" icon={<Plus aria-hidden />} onClick={() => setEdited("new")}>
                  {texts.createFirstAgent}
                </Button>
                {can("CHANNELS.CREATE") && (
                  <ButtonLink icon={<Sparkles aria-hidden />} to="/welcome">
                    {texts.readyMade}
                  </ButtonLink>
                )}
              </>
            )
          }
        >
          {query ? texts.noAgentsFoundHint : texts.noAgentsYetHint}
        </EmptyState>
      ) : (
        <ul data-rows className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3" aria-busy={busy}>
          {agents.map((agent) => (
            <AgentCard
              key={agent.id}
              agent={agent}
              review={waiting?.reviewOf[agent.id] ?? 0}
              onEdit={() => setEdited(agent)}
              onDeleted={() => removed(agent)}
            />
          ))}
        </ul>
      )}
      <div className="mt-5 flex justify-center">
        <Button
          onClick={showMore}
          busy={busy && more}
          disabledReason={!more ? uiTexts.noMoreData : undefined}
        >
          {more ? texts.showMore : agents.length > 0 ? texts.noMoreAgents : texts.noAgents}
        </Button>
      </div>
      {importing && (
        <ImportAgent
          open
          onClose={() => setImporting(false)}
          onImported={() => void invalidate(listAgents)}
        />
      )}
      {edited && (
        <AgentDialog
          agent={edited === "new" ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={(saved) => {
            setEdited(undefined);
            show(saved);
            if (edited === "new") void navigate(firstIntentOf(saved));
          }}
        />
      )}
    </Page>
  );
}

/** Where a new bot opens: in its first story, at its first intent, ready to be written. */
const firstIntentOf = ({ id, firstStoryId }: ReplyOf<typeof saveAgent>) => ({
  pathname: `/bots/${id}/intents`,
  search: searchOf({ story: firstStoryId, intent: "new", open: true }).toString(),
});

/** Shows what was saved: a changed bot in its place; a new one may belong on top, or not fit the search. */
function show(saved: Agent): void {
  let known = false;
  patch(listAgents, undefined, (now) => {
    known ||= now.agents.some(({ id }) => id === saved.id);
    return {
      ...now,
      agents: now.agents.map((each) => (each.id === saved.id ? { ...each, ...saved } : each)),
    };
  });
  if (!known) void invalidate(listAgents);
}

function removed({ id }: Agent): void {
  patch(listAgents, undefined, (now) => ({ ...now, agents: now.agents.filter((each) => each.id !== id) }));
  // Another may move up from beyond the page.
  void invalidate(listAgents);
}
