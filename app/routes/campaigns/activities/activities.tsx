import { Send } from "lucide-react";
import { redirect } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded, useQueryOf } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListScreen } from "#app/kit/list-screen.tsx";
import { pagedIn } from "#app/kit/page-size.ts";
import { useRows } from "#app/kit/use-rows.tsx";
import { useListState } from "#app/kit/use-list-state.ts";
import { Page } from "#app/components/page.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { useCan } from "#app/session/session.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import { type Approval, approvals, campaignStates } from "#workers/contract/campaign.ts";
import { ACTIVITIES_PAGE, listActivities } from "#workers/contract/endpoints/activities.ts";
import { listCampaigns } from "#workers/contract/endpoints/campaigns.ts";
import type { Route } from "./+types/activities.ts";
import { listenForActivities } from "../shown-anew.ts";
import { queryOf } from "#app/features/broadcasts/range.ts";
import { useProgress } from "#app/features/broadcasts/use-progress.ts";
import { ActivityTable } from "../activity-table.tsx";
import { CAMPAIGNS } from "../addresses.ts";
import { datesIn, StateFilter, stateIn, useDates } from "../filters.tsx";
import { SEARCH_MS } from "../search.ts";

const texts = campaignScreensTexts.activities;
const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed, wide: true });

const APPROVAL_OPTIONS = [
  { value: "", label: campaignScreensTexts.allApprovals },
  ...approvals.map((value) => ({ value, label: campaignScreensTexts.approvals[value] })),
];
/** So many campaigns are offered, the newest first; the one that is shown is there in any case. */
const OFFERED = 200;

const approvalIn = (search: URLSearchParams): Approval | "" =>
  approvals.find((each) => each === search.get("approval")) ?? "";

/** All that narrows the list down is in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  listenForActivities();
  const { name, from, perPage } = pagedIn(url, ACTIVITIES_PAGE, 100);
  const { pathname, searchParams } = new URL(url);
  const narrowed = {
    campaignId: searchParams.get("campaign")?.slice(0, 64) ?? "",
    state: stateIn(searchParams),
    approval: approvalIn(searchParams),
  };
  const dates = datesIn(searchParams);
  const list = await load(listActivities, { query: { name, from, perPage, ...narrowed, ...queryOf(dates) } });
  if (list.answer.activities.length === 0 && from > 0) return redirect(pathname);
  return { list, from, narrowed, dates };
});

/** The activities of all campaigns, newest first. */
export default function Activities({
  loaderData: { list: loaded, from, narrowed, dates },
}: Route.ComponentProps) {
  const listState = useListState();
  const list = useLoaded(loaded);
  const { activities, more, total } = list.answer;
  const narrowing = useDates(dates, listState);
  useProgress(() => activities.some(({ state }) => state === campaignStates.started), list.reload);
  const isNarrowed = [...Object.values(narrowed), dates.start, dates.end].some((each) => each !== "");
  return (
    <Page wide title={title} lead={lead}>
      {narrowing.bar}
      <ListScreen
        {...{ listState, list, more, total, from }}
        texts={{ ...texts, search: campaignScreensTexts.search }}
        searchDelay={SEARCH_MS}
        count={activities.length}
        {...useRows(ACTIVITIES_PAGE)}
        tools={
          <>
            <CampaignFilter
              campaignId={narrowed.campaignId}
              name={activities[0]?.campaignName}
              onChange={(campaign) => listState.change({ campaign, from: "" })}
            />
            <StateFilter state={narrowed.state} listState={listState} />
            <Select
              aria-label={campaignScreensTexts.approval}
              className="w-full sm:w-48"
              value={narrowed.approval}
              options={APPROVAL_OPTIONS}
              onChange={(approval) => listState.change({ approval, from: "" })}
            />
            {narrowing.button}
          </>
        }
        empty={{
          icon: <Send />,
          title: isNarrowed ? texts.noneFiltered : texts.none,
          text: isNarrowed ? texts.noneFilteredText : texts.noneText,
          action: !isNarrowed && <ButtonLink to={CAMPAIGNS}>{texts.openCampaigns}</ButtonLink>,
        }}
      >
        <ActivityTable activities={activities} campaigns />
      </ListScreen>
    </Page>
  );
}

function CampaignFilter({
  campaignId,
  name,
  onChange,
}: {
  campaignId: string;
  /** Of the campaign that is shown, if it is known. */
  name: string | undefined;
  onChange: (campaignId: string) => void;
}) {
  const lists = useCan()(
    "CAMPAIGNS.VIEW",
    "CAMPAIGNS.CREATE",
    "CAMPAIGNS.EDIT",
    "CAMPAIGNS.APPROVE",
    "CAMPAIGNS.START",
  );
  const { answer } = useQueryOf(listCampaigns, { query: { perPage: OFFERED } }, { enabled: lists });
  if (!lists) return null;
  const campaigns = answer?.campaigns ?? [];
  const isMissing = campaignId !== "" && !campaigns.some(({ id }) => id === campaignId);
  return (
    <Select
      aria-label={texts.campaign}
      className="w-full sm:w-56"
      value={campaignId}
      options={[
        { value: "", label: texts.allCampaigns },
        ...(isMissing ? [{ value: campaignId, label: texts.ofCampaign(name ?? campaignId) }] : []),
        ...campaigns.map((each) => ({ value: each.id, label: each.name })),
      ]}
      onChange={onChange}
    />
  );
}
