import { useEffect } from "react";
import { redirect } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useQueryOf } from "#app/data/query.ts";
import { Page } from "#app/components/page.tsx";
import { lazilyShown } from "#app/components/ui/lazily.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { isGuided, useGuide } from "#app/session/guide.ts";
import { dashboardTexts as texts } from "#texts/dashboard.ts";
import { shellTexts as shell } from "#texts/shell.ts";
import { can, loadSession, useSession } from "#app/session/session.ts";
import { startOwedTour } from "#app/session/tour.ts";
import { titleOf } from "#app/lib/title.ts";
import { dashboardSummary } from "#workers/contract/endpoints/dashboard.ts";
import { getGuide } from "#workers/contract/endpoints/first-run.ts";
import type { Route } from "./+types/dashboard.ts";
import { ChannelAlerts } from "./channel-alerts.tsx";
import { askForParts, firstWeek } from "./parts.ts";
import { CHAT_FIGURES } from "./permissions.ts";
import { Tiles } from "./tiles.tsx";

/** Loaded after the page, and only where there are steps. */
const FirstSteps = lazilyShown(
  () => import("./first-steps.tsx"),
  (module) => module.FirstSteps,
  () => <Skeleton className="h-96" />,
);
/** Apart from the frame, and asked for beside the numbers. */
const TodayTiles = lazilyShown(
  () => import("./today.tsx"),
  (module) => module.TodayTiles,
  () => <Skeleton className="mb-5 h-73 2xl:h-41" />,
);
/** Loaded after the page. */
const Lately = lazilyShown(
  () => import("./lately.tsx"),
  (module) => module.Lately,
  () => <Skeleton className="mb-5 h-72" />,
);
/** Loaded after the page. */
const ChatCharts = lazilyShown(
  () => import("./chat-charts.tsx"),
  (module) => module.ChatCharts,
  () => <Skeleton className="mt-6 h-64" />,
);

/** No event tells of a conversation with a bot. */
const EVERY_MS = 60_000;

export const meta = () => titleOf(shell.entries.dashboard);

/** Waits for the counts, which may fail: the screen says so in their place. A new enterprise first chooses what it does. */
export const clientLoader = prefetched(async () => {
  TodayTiles.prefetch();
  const week = firstWeek();
  askForParts(week);
  const [guide] = await Promise.all([
    load(getGuide).catch(() => undefined),
    load(dashboardSummary).catch(() => undefined),
    loadSession(),
  ]);
  if (guide?.answer.due) throw redirect("/welcome");
  if (guide && isGuided(guide.answer)) FirstSteps.prefetch();
  return { greeting: greeting(new Date()), week };
});

export default function Dashboard({ loaderData: { greeting: hello, week } }: Route.ComponentProps) {
  const { profile } = useSession();
  const { answer, at, asking, reload } = useQueryOf(dashboardSummary, {}, { every: EVERY_MS });
  const guide = useGuide();
  const counts = answer?.tiles;
  useEffect(() => startOwedTour(profile.uId), [profile.uId]);
  return (
    <Page title={`${hello}, ${profile.name || profile.userName}`} lead={profile.enterpriseName} wide>
      {answer && <ChannelAlerts alerts={answer.alerts} />}
      {guide && isGuided(guide) && (
        <div className="mb-5">
          <FirstSteps guide={guide} />
        </div>
      )}
      {answer && <TodayTiles today={answer.today} {...{ at, asking, reload }} />}
      <Tiles counts={counts} busy={asking} onRetry={reload} />
      {answer && <Lately bots={answer.today.bots} />}
      {can(profile, CHAT_FIGURES) && (
        <ChatCharts first={week} mayConnect={can(profile, ["CHANNELS.CREATE", "CHANNELS.VIEW"])} />
      )}
    </Page>
  );
}

function greeting(now: Date): string {
  const hour = now.getHours();
  return hour < 12
    ? texts.greetings.morning
    : hour < 18
      ? texts.greetings.afternoon
      : texts.greetings.evening;
}
