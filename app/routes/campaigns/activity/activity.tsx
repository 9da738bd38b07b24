import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { goneOf } from "#app/kit/gone-of.tsx";
import { NotRefreshed } from "#app/kit/not-refreshed.tsx";
import { Page } from "#app/components/page.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { momentIn } from "#workers/contract/zone-moment.ts";
import { titleOf } from "#app/lib/title.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import { campaignStates } from "#workers/contract/campaign.ts";
import { type Activity, getActivity } from "#workers/contract/endpoints/activities.ts";
import type { Route } from "./+types/activity.ts";
import { useEvent } from "#app/realtime/use-event.ts";
import { BillCard } from "#app/features/broadcasts/bill-card.tsx";
import { Section } from "#app/features/broadcasts/section.tsx";
import { useProgress } from "#app/features/broadcasts/use-progress.ts";
import { ACTIVITIES } from "#app/features/broadcasts/addresses.ts";
import { campaignAddress } from "../addresses.ts";
import { Recipients } from "../recipients.tsx";
import { Responses } from "../responses.tsx";
import { ActivityBadge } from "../state-badges.tsx";
import { ActivityActions } from "./activity-actions.tsx";
import { ActivityDays } from "./activity-days.tsx";
import { ActivityFigures } from "./activity-figures.tsx";
import { ActivitySummary } from "./activity-summary.tsx";
import { ComparisonCard } from "./comparison-card.tsx";
import { ComparisonSummary } from "./comparison-summary.tsx";
import { Decisions } from "./decisions.tsx";
import { FallbackSummary } from "./fallback-summary.tsx";
import { Runs } from "./runs.tsx";

const texts = campaignScreensTexts.activity;

export const meta = ({ loaderData }: Route.MetaArgs) =>
  titleOf(loaderData?.activity.answer.name ?? texts.title);

export const { HydrateFallback, ErrorBoundary } = frameOf({
  title: texts.title,
  failed: texts.failed,
  wide: true,
  Gone: goneOf(texts, ACTIVITIES),
});

export const clientLoader = prefetched(async ({ params: { id } }: Route.ClientLoaderArgs) => ({
  activity: await load(getActivity, { params: { id } }),
  now: Date.now(),
}));

/** One activity: what is sent to whom and when, what was decided about it, and what became of everybody. */
export default function ActivityPage({ loaderData: { activity: loaded, now } }: Route.ComponentProps) {
  const known = useLoaded(loaded);
  const activity = known.answer;
  const { plan } = activity;
  useProgress(() => activity.state === campaignStates.started, known.reload);
  useEvent("activityChanged", ({ id }) => id === activity.id && known.reload(), known.reload);
  const isPast = plan.startAt !== null && momentIn(plan.timezone, now) >= `${plan.startAt}:00`;
  return (
    <Page
      wide
      back={{ label: activity.campaignName, to: campaignAddress(activity.campaignId) }}
      title={<bdi>{activity.name}</bdi>}
      lead={<ActivityBadge activity={activity} />}
      actions={<ActivityActions {...{ activity, isPast }} />}
    >
      <NotRefreshed list={known} />
      <div className="grid grid-cols-1 gap-4">
        <Hint activity={activity} />
        <ActivityFigures activity={activity} />
        <ActivityDays activity={activity} />
        <ComparisonCard activity={activity} />
        {activity.counts.replied + (activity.byFallback?.replied ?? 0) > 0 && (
          <Responses campaignId={activity.campaignId} activityId={activity.id} />
        )}
        {activity.counts.total > 0 && (
          <Recipients campaignId={activity.campaignId} activityId={activity.id} name={activity.name} />
        )}
        <BillCard kind="activity" id={activity.id} counts={activity.counts} />
        <ActivitySummary activity={activity} />
        {activity.comparison && <ComparisonSummary {...{ activity }} comparison={activity.comparison} />}
        {activity.fallback && <FallbackSummary fallback={activity.fallback} />}
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
          <Section title={texts.runs}>
            <Runs activity={activity} />
          </Section>
          <Section title={texts.history}>
            <Decisions decisions={activity.decisions} />
          </Section>
        </div>
      </div>
    </Page>
  );
}

/** Says what has to happen next, and why it does not. */
function Hint({ activity: { state, approval, reason, isMine, makers } }: { activity: Activity }) {
  if (approval === "rejected" && state === campaignStates.created)
    return (
      <Banner kind="error" title={texts.rejected}>
        <p dir="auto" className="whitespace-pre-wrap">
          {reason}
        </p>
      </Banner>
    );
  if (reason) return <Banner kind="warning">{reason}</Banner>;
  if (state !== campaignStates.created) return null;
  if (approval === "draft") return <Banner kind="info">{texts.needsApproval}</Banner>;
  if (approval === "approved") return <Banner kind="success">{texts.ready}</Banner>;
  return (
    <Banner kind="info">
      {isMine ? texts.isMine : texts.waiting}
      {!isMine && makers.length > 0 && ` ${texts.makers(makers.join(", "))}`}
    </Banner>
  );
}
