import { useQueryOf } from "#app/data/query.ts";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { RowTh, Table, Td, Th } from "#app/components/ui/table.tsx";
import { formatCount } from "#app/lib/format.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { type BroadcastDetail, broadcastUrls } from "#workers/contract/endpoints/broadcasts.ts";
import { isGoingOn } from "#app/features/broadcasts/figures.ts";
import { Section } from "#app/features/broadcasts/section.tsx";
import { useProgress } from "#app/features/broadcasts/use-progress.ts";

const texts = broadcastsTexts.view;

/** Links whose clicks are counted, and who opened them. */
export function Links({ broadcast }: { broadcast: BroadcastDetail }) {
  const { answer, failure, reload } = useQueryOf(broadcastUrls, { params: { id: broadcast.id } });
  useProgress((now) => isGoingOn(broadcast, now), reload);
  return (
    <Section title={texts.links}>
      {answer ? (
        <Rows urls={answer.urls} />
      ) : failure ? (
        <ErrorState title={texts.linksFailed} text={failure.message} onRetry={reload} />
      ) : (
        <Progress label={texts.links} />
      )}
    </Section>
  );
}

function Rows({ urls }: { urls: readonly { url: string; people: number; clicks: number }[] }) {
  const { linkHead: head } = texts;
  if (urls.length === 0) return <p className="text-muted">{texts.noLinks}</p>;
  return (
    <>
      <p className="text-[0.8125rem] text-muted">{texts.linksLead}</p>
      <Table caption={texts.linksTable}>
        <thead>
          <tr>
            <Th>{head.url}</Th>
            <Th>{head.people}</Th>
            <Th>{head.clicks}</Th>
          </tr>
        </thead>
        <tbody>
          {urls.map(({ url, people, clicks }) => (
            <tr key={url}>
              <RowTh className="min-w-40 [overflow-wrap:anywhere]">{url}</RowTh>
              <Td className="tabular-nums">{formatCount(people)}</Td>
              <Td className="tabular-nums">{formatCount(clicks)}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}
