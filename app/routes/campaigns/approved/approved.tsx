import { CircleCheck, FileClock } from "lucide-react";
import { redirect } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListScreen } from "#app/kit/list-screen.tsx";
import { listStateIn } from "#app/kit/list-state.ts";
import { useListState } from "#app/kit/use-list-state.ts";
import { Page } from "#app/components/page.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { useCan } from "#app/session/session.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import { type CampaignState, mayMoveActivity } from "#workers/contract/campaign.ts";
import {
  ACTIVITIES_PAGE,
  listActivities,
  type ListedActivity,
} from "#workers/contract/endpoints/activities.ts";
import type { Route } from "./+types/approved.ts";
import { listenForActivities } from "../shown-anew.ts";
import { ActivityTable } from "../activity-table.tsx";
import { ByAt } from "../by-at.tsx";
import { useCampaignDialog } from "../dialog/use-campaign-dialog.tsx";
import { SEARCH_MS } from "../search.ts";

const texts = campaignScreensTexts.approved;
const activityTexts = campaignScreensTexts.activity;
const { head } = campaignScreensTexts.activities;
const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed, wide: true });

const APPROVED = "approved";
const tabIn = (search: URLSearchParams) => (search.get("tab") === APPROVED ? APPROVED : "pending");

/** The tab, the name and the page are in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  listenForActivities();
  const { name, from } = listStateIn(url, 100);
  const { pathname, searchParams } = new URL(url);
  const tab = tabIn(searchParams);
  const list = await load(listActivities, { query: { name, from, approval: tab } });
  if (list.answer.activities.length === 0 && from > 0) return redirect(pathname);
  return { list, from, tab } as const;
});

/** Activities that wait for a decision, and those that were approved. */
export default function Approved({ loaderData: { list: loaded, from, tab } }: Route.ComponentProps) {
  const listState = useListState();
  const list = useLoaded(loaded);
  const { activities, more, total } = list.answer;
  const { open, dialog } = useCampaignDialog();
  const isWaiting = tab === "pending";
  const content = (
    <ListScreen
      {...{ listState, list, more, total, from }}
      texts={{ ...campaignScreensTexts.activities, search: campaignScreensTexts.search }}
      searchDelay={SEARCH_MS}
      count={activities.length}
      perPage={ACTIVITIES_PAGE}
      empty={{
        icon: isWaiting ? <FileClock /> : <CircleCheck />,
        title: isWaiting ? texts.noneWaiting : texts.noneApproved,
        text: isWaiting ? texts.noneWaitingText : texts.noneApprovedText,
      }}
    >
      <ActivityTable
        activities={activities}
        campaigns
        decided={{
          heads: [isWaiting ? head.asked : head.approved],
          of: ({ submittedBy, submittedAt, decidedBy, decidedAt }) => [
            <ByAt
              key="by"
              by={isWaiting ? submittedBy : decidedBy}
              at={isWaiting ? submittedAt : decidedAt}
            />,
          ],
        }}
        renderActions={(activity) => <RowButtons {...{ activity }} onAsk={open} />}
      />
    </ListScreen>
  );
  return (
    <Page wide title={title} lead={lead}>
      <Tabs
        label={texts.tabs}
        selected={tab}
        onChange={(next) => listState.change({ tab: next === APPROVED ? APPROVED : "", from: "", q: "" })}
        items={[
          { id: "pending", label: texts.waiting, content: isWaiting && content },
          { id: APPROVED, label: texts.approved, content: !isWaiting && content },
        ]}
      />
      {dialog}
    </Page>
  );
}

function RowButtons({
  activity,
  onAsk,
}: {
  activity: ListedActivity;
  onAsk: ReturnType<typeof useCampaignDialog>["open"];
}) {
  const checks = useCan()("CAMPAIGNS.APPROVE");
  const { name, state, approval, isMine } = activity;
  const may = (move: "approve" | "reject") => mayMoveActivity(move, state as CampaignState, approval);
  return (
    <>
      <Button
        size="sm"
        tone="ghost"
        aria-label={texts.auditOf(name)}
        onClick={() => onAsk("approveAudit", activity)}
      >
        {activityTexts.audit}
      </Button>
      {checks && may("reject") && (
        <Button size="sm" aria-label={texts.rejectOf(name)} onClick={() => onAsk("rejectActivity", activity)}>
          {activityTexts.reject}
        </Button>
      )}
      {checks && may("approve") && (
        <Button
          size="sm"
          tone="primary"
          aria-label={texts.approveOf(name)}
          disabledReason={isMine ? activityTexts.isMine : undefined}
          onClick={() => onAsk("approveActivity", activity)}
        >
          {activityTexts.approve}
        </Button>
      )}
    </>
  );
}
