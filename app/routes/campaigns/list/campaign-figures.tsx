import { useQueryOf } from "#app/data/query.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import { type Campaign, campaignStats } from "#workers/contract/endpoints/campaigns.ts";
import { activityAddress } from "#app/features/broadcasts/addresses.ts";
import {
  funnelCount,
  funnelName,
  type FunnelStatus,
  plainFigure,
} from "#app/features/broadcasts/counts-funnel.tsx";
import { FigureButton, FigureParts } from "../figure-parts.tsx";
import { ReachedFunnel } from "../reached-funnel.tsx";
import { useShownFigure, withFigure } from "../use-shown-figure.ts";

const texts = campaignScreensTexts.figureParts;

/** A campaign's funnel; each number opens the activities whose people it counts. */
export function CampaignFigures({ campaign }: { campaign: Campaign }) {
  const { shown, show } = useShownFigure();
  return (
    <>
      <ReachedFunnel
        of={campaign}
        renderFigure={(status, className, children) =>
          funnelCount(campaign.counts, status) === 0 ? (
            plainFigure(status, className, children)
          ) : (
            <FigureButton className={className} onOpen={() => show(status)}>
              {children}
            </FigureButton>
          )
        }
      />
      {shown && funnelCount(campaign.counts, shown) > 0 && (
        <ByActivity id={campaign.id} status={shown} onClose={() => show(undefined)} />
      )}
    </>
  );
}

function ByActivity({ id, status, onClose }: { id: string; status: FunnelStatus; onClose: () => void }) {
  const { answer, failure, asking, reload } = useQueryOf(campaignStats, { params: { id } });
  const parts = answer?.activities.flatMap(({ id: activityId, name, counts }) => {
    const count = funnelCount(counts, status);
    return count > 0
      ? [{ id: activityId, name, count, to: withFigure(activityAddress(activityId), status) }]
      : [];
  });
  return (
    <FigureParts
      title={texts.byActivity(funnelName(status))}
      of={campaignScreensTexts.activityHead}
      failed={
        failure && {
          title: campaignScreensTexts.report.activitiesFailed,
          text: failure.message,
          busy: asking,
          onRetry: reload,
        }
      }
      {...{ parts, onClose }}
    />
  );
}
