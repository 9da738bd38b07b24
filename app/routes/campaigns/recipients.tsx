import { useQueryOf } from "#app/data/query.ts";
import { ExportButton } from "#app/kit/export-button.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { LinkRows } from "#app/features/broadcasts/link-rows.tsx";
import { Section } from "#app/features/broadcasts/section.tsx";
import { useCan } from "#app/session/session.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import { SEES_BROADCASTS } from "#workers/contract/broadcast-events.ts";
import { campaignRecipientsCsv, campaignUrls } from "#workers/contract/endpoints/campaigns.ts";

const { csv } = broadcastsTexts;
const texts = campaignScreensTexts.recipients;

interface Of {
  campaignId: string;
  /** Empty: all of the campaign's. */
  activityId?: string;
  name: string;
}

/** Everybody whom a campaign or an activity was sent to as a file, and the links that they opened. */
export function Recipients({ campaignId, activityId = "", name }: Of) {
  const opens = useCan()(...SEES_BROADCASTS);
  if (!opens) return null;
  const input = { params: { id: campaignId }, query: { activityId } };
  return (
    <Section
      title={texts.title}
      aside={
        <ExportButton
          endpoint={campaignRecipientsCsv}
          input={input}
          fileName={csv.fileName(name)}
          label={csv.download}
          failed={csv.failed}
          size="sm"
        />
      }
    >
      <p className="text-muted">{texts.lead}</p>
      <Links input={input} />
    </Section>
  );
}

function Links({ input }: { input: { params: { id: string }; query: { activityId: string } } }) {
  const { answer, asking, failure, reload } = useQueryOf(campaignUrls, input);
  if (answer) return answer.urls.length > 0 && <LinkRows urls={answer.urls} />;
  if (!failure) return <Progress label={broadcastsTexts.view.links} />;
  return (
    <ErrorState
      title={broadcastsTexts.view.linksFailed}
      text={failure.message}
      busy={asking}
      onRetry={reload}
    />
  );
}
