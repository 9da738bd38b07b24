import { EllipsisVertical, Plus, Send } from "lucide-react";
import { useNavigate } from "react-router";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { goneOf } from "#app/kit/gone-of.tsx";
import { ListBody } from "#app/kit/list-screen.tsx";
import { fromIn } from "#app/kit/list-state.ts";
import { NotRefreshed } from "#app/kit/not-refreshed.tsx";
import { useListState } from "#app/kit/use-list-state.ts";
import { Page } from "#app/components/page.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Menu } from "#app/components/ui/menu.tsx";
import { formatShortDay } from "#app/lib/format.ts";
import { useCan } from "#app/session/session.ts";
import { titleOf } from "#app/lib/title.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import { campaignStates } from "#workers/contract/campaign.ts";
import { ACTIVITIES_PAGE, listActivities } from "#workers/contract/endpoints/activities.ts";
import { type Campaign, getCampaign } from "#workers/contract/endpoints/campaigns.ts";
import type { Route } from "./+types/campaign.ts";
import { listenForActivities } from "../shown-anew.ts";
import { BillCard } from "#app/features/broadcasts/bill-card.tsx";
import { Section } from "#app/features/broadcasts/section.tsx";
import { Entry } from "#app/features/broadcasts/sent-summary.tsx";
import { useProgress } from "#app/features/broadcasts/use-progress.ts";
import { ActivityTable } from "../activity-table.tsx";
import { CAMPAIGNS, newActivityAddress } from "../addresses.ts";
import { useCampaignDialog } from "../dialog/use-campaign-dialog.tsx";
import { isOver } from "../is-over.ts";
import { CampaignFigures } from "./campaign-figures.tsx";
import { Recipients } from "../recipients.tsx";
import { StateBadge } from "../state-badges.tsx";
import { useCampaignActions } from "../use-campaign-actions.tsx";

const texts = campaignScreensTexts.campaign;
const back = { label: campaignScreensTexts.campaigns.title, to: CAMPAIGNS };

export const meta = ({ loaderData }: Route.MetaArgs) =>
  titleOf(loaderData?.campaign.answer.name ?? texts.title);

export const { HydrateFallback, ErrorBoundary } = frameOf({
  title: texts.title,
  failed: texts.failed,
  wide: true,
  Gone: goneOf(texts, CAMPAIGNS),
});

/** The page of its activities is in the address. */
export const clientLoader = prefetched(
  async ({ params: { id }, request: { url } }: Route.ClientLoaderArgs) => {
    listenForActivities();
    const from = fromIn(new URL(url).searchParams);
    const [campaign, activities] = await Promise.all([
      load(getCampaign, { params: { id } }),
      load(listActivities, { query: { campaignId: id, from } }),
    ]);
    return { campaign, activities, from };
  },
);

/** One campaign: its activities, and what became of everybody. */
export default function CampaignPage({
  loaderData: { campaign: loaded, activities: theirs, from },
}: Route.ComponentProps) {
  const navigate = useNavigate();
  const listState = useListState();
  const known = useLoaded(loaded);
  const list = useLoaded(theirs);
  const campaign = known.answer;
  const { activities, more, total } = list.answer;
  const { open, dialog } = useCampaignDialog();
  const actions = useCampaignActions(open, () => navigate(CAMPAIGNS));
  const [first, ...others] = actions.of(campaign);
  const mayAdd = useCan()("CAMPAIGNS.CREATE") && !isOver(campaign);
  useProgress(
    () => activities.some(({ state }) => state === campaignStates.started),
    known.reload,
    list.reload,
  );
  const add = (tone: "primary" | "secondary") => (
    <ButtonLink tone={tone} to={newActivityAddress(campaign.id)} icon={<Plus aria-hidden />}>
      {texts.newActivity}
    </ButtonLink>
  );
  return (
    <Page
      wide
      back={back}
      title={<bdi>{campaign.name}</bdi>}
      lead={<StateBadge state={campaign.state} />}
      actions={
        <>
          {mayAdd && add("primary")}
          {first && first.onSelect && (
            <Button icon={first.icon} onClick={first.onSelect}>
              {first.label}
            </Button>
          )}
          {others.length > 0 && (
            <Menu
              button={<Button icon={<EllipsisVertical aria-hidden />}>{campaignScreensTexts.more}</Button>}
              entries={others}
            />
          )}
        </>
      }
    >
      <NotRefreshed list={known} />
      <div className="grid grid-cols-1 gap-4">
        <About campaign={campaign} />
        <CampaignFigures campaign={campaign} />
        {campaign.counts.total > 0 && <Recipients campaignId={campaign.id} name={campaign.name} />}
        <BillCard kind="campaign" id={campaign.id} counts={campaign.counts} />
        <Section title={texts.activities}>
          <div>
            <ListBody
              {...{ list, more, total, from }}
              label={campaignScreensTexts.activities.pages}
              count={activities.length}
              perPage={ACTIVITIES_PAGE}
              onGo={listState.go}
              empty={{
                icon: <Send />,
                title: texts.none,
                text: isOver(campaign) ? texts.over : texts.noneText,
                action: mayAdd && add("secondary"),
              }}
            >
              <ActivityTable activities={activities} />
            </ListBody>
          </div>
        </Section>
      </div>
      {dialog}
      {actions.dialog}
    </Page>
  );
}

function About({ campaign: { description, user, createdOn, startAt, endAt } }: { campaign: Campaign }) {
  return (
    <dl className="grid gap-x-6 gap-y-1.5 sm:grid-cols-[8rem_minmax(0,1fr)]">
      {description && (
        <Entry name={texts.description}>
          <span dir="auto" className="whitespace-pre-wrap">
            {description}
          </span>
        </Entry>
      )}
      <Entry name={texts.by}>{`${user.name}, ${formatShortDay(createdOn)}`}</Entry>
      {startAt && <Entry name={texts.starts}>{formatShortDay(startAt)}</Entry>}
      {endAt && <Entry name={texts.ends}>{formatShortDay(endAt)}</Entry>}
    </dl>
  );
}
