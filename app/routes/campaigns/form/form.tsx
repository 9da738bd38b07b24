import { UnsavedProvider, useUnsavedGuard } from "#app/drafts/unsaved.ts";
import { load, useLoaded } from "#app/data/query.ts";
import { frameOf } from "#app/kit/frame-of.tsx";
import { prefetched } from "#app/data/prefetch-screens.ts";
import { Page } from "#app/components/page.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { useCan } from "#app/session/session.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import { uiTexts } from "#texts/ui.ts";
import { type CampaignState, mayMoveActivity } from "#workers/contract/campaign.ts";
import { getActivity } from "#workers/contract/endpoints/activities.ts";
import { getCampaign } from "#workers/contract/endpoints/campaigns.ts";
import type { Route } from "./+types/form.ts";
import { activityAddress } from "#app/features/broadcasts/addresses.ts";
import { campaignAddress, CAMPAIGNS } from "../addresses.ts";
import { ActivityForm } from "./activity-form.tsx";

const texts = campaignScreensTexts.form;
const gone = campaignScreensTexts.activity;

export const { meta, HydrateFallback, ErrorBoundary } = frameOf({
  title: texts.newTitle,
  failed: gone.failed,
  wide: true,
  Gone: () => <Missing title={gone.gone} />,
});

/** The activity in the address, or a new one of the campaign in its query. */
export const clientLoader = prefetched(
  async ({ params: { id }, request: { url } }: Route.ClientLoaderArgs) => {
    if (id !== undefined) {
      return { activity: await load(getActivity, { params: { id } }), campaign: undefined };
    }
    const campaignId = new URL(url).searchParams.get("campaign") ?? "";
    const campaign = campaignId ? await load(getCampaign, { params: { id: campaignId } }) : undefined;
    return { activity: undefined, campaign };
  },
);

/** Makes an activity, or changes one that has not begun. */
export default function ActivityFormPage({ loaderData: { activity, campaign } }: Route.ComponentProps) {
  const unsaved = useUnsavedGuard(guarding);
  return (
    <UnsavedProvider value={unsaved}>
      {activity ? (
        <Edited key={activity.answer.id} activity={activity} />
      ) : campaign ? (
        <Page
          wide
          title={texts.newTitle}
          lead={`${texts.lead} ${texts.of(campaign.answer.name)}`}
          back={{ label: campaign.answer.name, to: campaignAddress(campaign.answer.id) }}
        >
          <ActivityForm campaignId={campaign.answer.id} stored={undefined} />
        </Page>
      ) : (
        <Missing title={texts.noCampaign} />
      )}
    </UnsavedProvider>
  );
}

type Loaded = Route.ComponentProps["loaderData"];

function Edited({ activity }: { activity: NonNullable<Loaded["activity"]> }) {
  const { answer } = useLoaded(activity);
  const seesNumbers = useCan()("CUSTOMER.VIEW");
  const isHidden = !seesNumbers && answer.request.phoneNumber.length > 0;
  const isOver = !mayMoveActivity("edit", answer.state as CampaignState, answer.approval);
  return (
    <Page
      wide
      title={texts.editTitle}
      lead={`${texts.lead} ${texts.of(answer.campaignName)}`}
      back={{ label: answer.name, to: activityAddress(answer.id) }}
    >
      {isHidden || isOver ? (
        <EmptyState
          title={isOver ? texts.begun : gone.hiddenNumbers}
          action={<ButtonLink to={activityAddress(answer.id)}>{uiTexts.backTo(answer.name)}</ButtonLink>}
        />
      ) : (
        <ActivityForm campaignId={answer.campaignId} stored={answer} />
      )}
    </Page>
  );
}

const Missing = ({ title }: { title: string }) => (
  <Page title={texts.newTitle}>
    <EmptyState
      title={title}
      action={<ButtonLink to={CAMPAIGNS}>{campaignScreensTexts.activities.openCampaigns}</ButtonLink>}
    />
  </Page>
);

const guarding = {
  leaves: (from: { pathname: string }, to: { pathname: string }) => from.pathname !== to.pathname,
  why: () => uiTexts.leaveHint,
};
