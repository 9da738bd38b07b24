import { Megaphone, Plus } from "lucide-react";
import { redirect, useNavigate } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { ListScreen } from "#app/kit/list-screen.tsx";
import { pagedIn } from "#app/kit/page-size.ts";
import { useRows } from "#app/kit/use-rows.tsx";
import { useListState } from "#app/kit/use-list-state.ts";
import { CampaignsDrawing } from "#app/components/drawings/campaigns.tsx";
import { Page } from "#app/components/page.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useCan } from "#app/session/session.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import { campaignStates } from "#workers/contract/campaign.ts";
import { type Campaign, CAMPAIGNS_PAGE, listCampaigns } from "#workers/contract/endpoints/campaigns.ts";
import type { Route } from "./+types/campaigns.ts";
import { listenForActivities } from "../shown-anew.ts";
import { queryOf } from "#app/features/broadcasts/range.ts";
import { useProgress } from "#app/features/broadcasts/use-progress.ts";
import { campaignAddress } from "../addresses.ts";
import { useCampaignDialog } from "../dialog/use-campaign-dialog.tsx";
import { SEARCH_MS } from "../search.ts";
import { datesIn, StateFilter, stateIn, useDates } from "../filters.tsx";
import { CampaignTable } from "./campaign-table.tsx";

const texts = campaignScreensTexts.campaigns;
const { title, lead, failed } = texts;
export const { meta, HydrateFallback, ErrorBoundary } = frameOf({ title, lead, failed, wide: true });

/** The name, the state, the dates and the page are in the address. */
export const clientLoader = prefetched(async ({ request: { url } }: Route.ClientLoaderArgs) => {
  listenForActivities();
  const { name, from, perPage } = pagedIn(url, CAMPAIGNS_PAGE, 100);
  const { pathname, searchParams } = new URL(url);
  const [state, dates] = [stateIn(searchParams), datesIn(searchParams)];
  const list = await load(listCampaigns, { query: { name, from, perPage, state, ...queryOf(dates) } });
  if (list.answer.campaigns.length === 0 && from > 0) return redirect(pathname);
  return { list, from, state, dates };
});

/** Campaigns, newest first. */
export default function Campaigns({
  loaderData: { list: loaded, from, state, dates },
}: Route.ComponentProps) {
  const listState = useListState();
  const navigate = useNavigate();
  const list = useLoaded(loaded);
  const { campaigns, more, total } = list.answer;
  const mayMake = useCan()("CAMPAIGNS.CREATE");
  const narrowing = useDates(dates, listState);
  const { open, dialog } = useCampaignDialog(async (mode, reply) => {
    // One that was just made has nothing yet: its page is where activities are added.
    const made = mode === "createCampaign" ? (reply as { payload: Campaign }).payload : undefined;
    if (made && !campaigns.some(({ id }) => id === made.id)) await navigate(campaignAddress(made.id));
  });
  useProgress(
    () =>
      campaigns.some(
        ({ state: its, activities }) => its === campaignStates.started && activities.running > 0,
      ),
    list.reload,
  );
  const isNarrowed = state !== "" || dates.start !== "" || dates.end !== "";
  const add = (tone: "primary" | "secondary") => (
    <Button
      tone={tone}
      icon={<Plus aria-hidden />}
      onClick={() => open("createCampaign", { id: "", name: "" })}
    >
      {texts.create}
    </Button>
  );
  return (
    <Page wide title={title} lead={lead} actions={mayMake && add("primary")}>
      {narrowing.bar}
      <ListScreen
        {...{ listState, list, more, total, from }}
        texts={{ ...texts, search: campaignScreensTexts.search }}
        searchDelay={SEARCH_MS}
        count={campaigns.length}
        {...useRows(CAMPAIGNS_PAGE)}
        tools={
          <>
            <StateFilter state={state} listState={listState} />
            {narrowing.button}
          </>
        }
        empty={{
          icon: <Megaphone />,
          drawing: isNarrowed ? undefined : <CampaignsDrawing />,
          title: isNarrowed ? texts.noneFiltered : texts.none,
          text: isNarrowed ? texts.noneFilteredText : texts.noneText,
          action: mayMake && !isNarrowed && add("secondary"),
        }}
      >
        <CampaignTable campaigns={campaigns} onAsk={open} />
      </ListScreen>
      {dialog}
    </Page>
  );
}
