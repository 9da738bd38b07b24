import { ArrowLeft, MessageCircle } from "lucide-react";
import { useState } from "react";
import { Link, Outlet, useNavigate, useSearchParams } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { type Loaded, load, useLoaded, useQueryOf } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { lazily, lazilyShown } from "#app/components/ui/lazily.tsx";
import { GroupedLinkTabs } from "#app/components/ui/tabs.tsx";
import { botsTexts as texts } from "#texts/bots.ts";
import { titleOf } from "#app/lib/title.ts";
import { getAgent } from "#workers/contract/endpoints/bots.ts";
import { waitingWork } from "#workers/contract/endpoints/waiting-work.ts";
import type { Route } from "./+types/agent.ts";
import { useBelowHead } from "#app/components/use-below-head.ts";
import { useAgentGuard } from "./unsaved-guard.ts";
import { TrainButton, TrainingChip } from "../training/training.tsx";
import { UnsavedProvider } from "#app/drafts/unsaved.ts";
import { type TrainingControl, useTraining } from "../training/use-training.ts";

const TRY = "try";

export const meta = ({ loaderData }: Route.MetaArgs) =>
  titleOf(loaderData?.agent.answer.name ?? texts.agents);

const TryItPanel = lazily(
  () => import("../try-it/try-it-panel.tsx"),
  (module) => module.TryItPanel,
);

/** The head has their places from the beginning: neither is used before it is looked at. */
const TestStrip = lazilyShown(
  () => import("../try-it/test-strip.tsx"),
  (module) => module.TestStrip,
  (_: { agentId: string }) => null,
);
const ImportExportMenu = lazilyShown(
  () => import("./import-export-menu.tsx"),
  (module) => module.ImportExportMenu,
  (_: { agent: { id: string; name: string }; training: TrainingControl }) => <span className="size-9" />,
);

const TrainingNotice = lazilyShown(
  () => import("../training/training-notice.tsx"),
  (module) => module.TrainingNotice,
  () => null,
);

export const { HydrateFallback, ErrorBoundary } = frameOf({
  title: texts.agents,
  rows: 8,
  within: true,
  Gone,
});

export const clientLoader = prefetched(async ({ params: { id } }: Route.ClientLoaderArgs) => ({
  agent: await load(getAgent, { params: { id } }),
}));

/** The layout of a bot: its name, tabs, training and test panel. Keyed by id, so bots share no state. */
export default function Agent({ loaderData }: Route.ComponentProps) {
  return <Frame key={loaderData.agent.answer.id} loaded={loaderData.agent} />;
}

function Frame({ loaded }: { loaded: Loaded<typeof getAgent> }) {
  const { answer: agent, failure } = useLoaded(loaded);
  const unsaved = useAgentGuard();
  const review = useQueryOf(waitingWork).answer?.reviewOf[agent.id] ?? 0;
  const training = useTraining(agent.id, agent.training);
  const [search, setSearch] = useSearchParams();
  // Whoever comes to try a bot finds it open.
  const [trying, setTrying] = useState(search.has(TRY));
  const endTrying = () => {
    setTrying(false);
    if (!search.has(TRY)) return;
    setSearch(
      (now) => {
        now.delete(TRY);
        return now;
      },
      { replace: true },
    );
  };
  const navigate = useNavigate();
  const { frame, head } = useBelowHead();
  // The cache may have it from before its end.
  if (failure?.status === 404) return <Gone />;
  return (
    <UnsavedProvider value={unsaved}>
      <div ref={frame} className="flex min-h-full flex-col lg:[--head-top:var(--below-head)]">
        <header
          ref={head}
          className="border-b border-line bg-surface px-4 pt-2 sm:px-6 lg:sticky lg:top-13 lg:z-10"
        >
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pb-1.5">
            <div className="flex min-w-0 flex-1 basis-40 items-center gap-2">
              <IconButton
                label={texts.backToAgents}
                icon={<ArrowLeft aria-hidden />}
                onClick={() => void navigate("/bots")}
              />
              <h1
                tabIndex={-1}
                className="min-w-0 truncate text-lg font-semibold sm:text-xl 2xl:text-2xl"
                title={agent.name}
              >
                {agent.name}
              </h1>
            </div>
            <ImportExportMenu agent={agent} training={training} />
            <TrainingChip training={training} />
            <div className="h-9 min-w-0 flex-1 basis-40 max-sm:order-1 lg:max-w-64 2xl:max-w-80">
              <TestStrip agentId={agent.id} />
            </div>
            <div className="flex gap-2 max-sm:contents">
              {/* In a small window beside what it changes, and Try it beside the test of one message. */}
              <span className="max-sm:ml-auto max-sm:[&_svg]:hidden">
                <TrainButton training={training} />
              </span>
              <Button
                data-tour="try-it"
                icon={<MessageCircle aria-hidden />}
                className="max-sm:order-2 max-sm:[&_svg]:hidden"
                onClick={() => setTrying(true)}
              >
                {texts.tryIt}
              </Button>
            </div>
          </div>
          <GroupedLinkTabs label={texts.agentParts} groups={groupsOf(`/bots/${agent.id}`, review)} />
        </header>
        {(training.running || training.outcome) && <TrainingNotice agentId={agent.id} training={training} />}
        <Outlet context={training} />
      </div>
      <TryItPanel
        agentId={agent.id}
        first={search.get(TRY) ?? ""}
        open={trying}
        onClose={endTrying}
        training={training}
      />
    </UnsavedProvider>
  );
}

/** Every part of the bot, by what people come for. */
const groupsOf = (base: string, review: number) => [
  {
    label: texts.tabGroups.build,
    tabs: [
      { to: `${base}/intents`, label: texts.tabs.intents },
      { to: `${base}/entity-list`, label: texts.tabs.entities },
      { to: `${base}/gen-ai`, label: texts.tabs.genAi },
      { to: `${base}/configuration`, label: texts.tabs.configuration },
    ],
  },
  {
    label: texts.tabGroups.improve,
    tabs: [
      { to: `${base}/training`, label: texts.tabs.training },
      {
        to: `${base}/unmatched`,
        label: texts.tabs.unmatched,
        count: { of: review, said: texts.toReview(review) },
      },
    ],
  },
  {
    label: texts.tabGroups.analyse,
    tabs: [
      { to: `${base}/nlp-report/overview`, label: texts.tabs.report },
      { to: `${base}/conversation`, label: texts.tabs.designer },
      { to: `${base}/call-classification`, label: texts.tabs.callClassification },
      { to: `${base}/sentiment`, label: texts.tabs.sentiment },
    ],
  },
];

function Gone() {
  return (
    <div className="grid justify-items-center gap-3 p-12 text-center">
      <h1 tabIndex={-1} className="text-lg font-semibold">
        {texts.agentGone}
      </h1>
      <Link to="/bots" className="text-accent-ink underline underline-offset-2">
        {texts.backToAgents}
      </Link>
    </div>
  );
}
