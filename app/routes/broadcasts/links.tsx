import { useQueryOf } from "#app/data/query.ts";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { type BroadcastDetail, broadcastUrls } from "#workers/contract/endpoints/broadcasts.ts";
import { isGoingOn } from "#app/features/broadcasts/figures.ts";
import { LinkRows } from "#app/features/broadcasts/link-rows.tsx";
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
        answer.urls.length === 0 ? (
          <p className="text-muted">{texts.noLinks}</p>
        ) : (
          <LinkRows urls={answer.urls} />
        )
      ) : failure ? (
        <ErrorState title={texts.linksFailed} text={failure.message} onRetry={reload} />
      ) : (
        <Progress label={texts.links} />
      )}
    </Section>
  );
}
