import { useState } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { ListPager } from "#app/kit/list-pager.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { formatShortDay } from "#app/lib/format.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import { campaignsTexts } from "#texts/campaigns.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { campaignResponses, RESPONSES_PAGE } from "#workers/contract/endpoints/campaigns.ts";
import { Section } from "#app/features/broadcasts/section.tsx";

const texts = campaignScreensTexts.responses;

/** People who have replied to an activity, the latest first, with their first words. */
export function Responses({ campaignId, activityId }: { campaignId: string; activityId: string }) {
  const [from, setFrom] = useState(0);
  const { answer, asking, failure, reload } = useQueryOf(
    campaignResponses,
    { params: { id: campaignId }, query: { activityId, from } },
    { keepsLast: true },
  );
  return (
    <Section title={texts.title}>
      {answer ? (
        <>
          <Rows responses={answer.responses} />
          {answer.isArchived && <p className="text-[0.8125rem] text-muted">{texts.archived}</p>}
          <ListPager
            label={texts.pages}
            from={from}
            count={answer.responses.length}
            more={answer.more}
            perPage={RESPONSES_PAGE}
            onGo={setFrom}
          />
        </>
      ) : failure ? (
        <ErrorState title={texts.failed} text={failure.message} busy={asking} onRetry={reload} />
      ) : (
        <Progress label={texts.loading} />
      )}
    </Section>
  );
}

function Rows({ responses }: Pick<ReplyOf<typeof campaignResponses>, "responses">) {
  const { head } = texts;
  const hasRuns = responses.some(({ run }) => run > 1);
  if (responses.length === 0) return <p className="text-muted">{texts.none}</p>;
  return (
    <Table caption={texts.table}>
      <thead>
        <tr>
          <Th>{head.who}</Th>
          <Th>{head.words}</Th>
          <Th>{head.to}</Th>
          <Th>{head.at}</Th>
        </tr>
      </thead>
      <tbody>
        {responses.map(({ id, name, from, text, repliedAt, isFallback, template, variant, run }) => (
          <tr key={id}>
            <RowTh className="[overflow-wrap:anywhere]">
              <bdi>{name || from}</bdi>
              {name && <span className="block font-normal text-muted">{from}</span>}
            </RowTh>
            <Td className="min-w-40 [overflow-wrap:anywhere] whitespace-pre-wrap">
              <span dir="auto">{text || texts.gone}</span>
            </Td>
            <Td className="min-w-32 [overflow-wrap:anywhere]">
              <bdi>
                {texts.answered(
                  template,
                  variant && campaignsTexts.comparison.names[variant],
                  hasRuns ? run : null,
                )}
              </bdi>
              {isFallback && <span className="block text-[0.8125rem] text-muted">{texts.toFallback}</span>}
            </Td>
            <Td className="whitespace-nowrap tabular-nums">{formatShortDay(repliedAt)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
