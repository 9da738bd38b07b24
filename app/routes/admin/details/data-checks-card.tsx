import { useQueryOf } from "#app/data/query.ts";
import { formatCount, formatMoment } from "#app/lib/format.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { dataChecksTexts as texts } from "#texts/data-checks.ts";
import { dataChecks } from "#workers/contract/endpoints/enterprise.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";

type Checked = ReplyOf<typeof dataChecks>["checks"][number];

/** The findings of the last night in the enterprise's data. */
export function DataChecksCard() {
  const { answer, failure, asking, reload } = useQueryOf(dataChecks);
  return (
    <Card className="mt-4 p-5">
      <h2 className="font-semibold">{texts.title}</h2>
      <p className="mt-1 mb-3 text-muted">{texts.lead}</p>
      {answer ? (
        <Report checks={answer.checks} />
      ) : failure ? (
        <ErrorState title={texts.failed} text={failure.message} busy={asking} onRetry={reload} />
      ) : (
        <Skeleton className="h-10" />
      )}
    </Card>
  );
}

function Report({ checks }: { checks: readonly Checked[] }) {
  const at = checks
    .flatMap((check) => check.at ?? [])
    .toSorted()
    .at(-1);
  if (at === undefined) return <p className="text-muted">{texts.none}</p>;
  const looked = formatCount(checks.reduce((sum, each) => sum + each.looked, 0));
  const differing = checks.filter(({ wrong, failed }) => wrong > 0 || failed);
  const isWrong = checks.some(({ wrong }) => wrong > 0);
  return (
    <div className="grid gap-3">
      {isWrong ? (
        <Banner kind="warning">
          {texts.differs(looked)} {texts.ask}
        </Banner>
      ) : differing.length > 0 ? (
        <Banner kind="info">{texts.partly(looked)}</Banner>
      ) : (
        <Banner kind="success">{texts.sound(looked)}</Banner>
      )}
      {differing.length > 0 && (
        <ul aria-label={texts.list} className="grid gap-1">
          {differing.map(({ kind, wrong, looked: all, failed }) => (
            <li key={kind} className="flex flex-wrap justify-between gap-x-4">
              <span>{texts.kinds[kind]}</span>
              <span className="text-muted tabular-nums">
                {failed ? texts.notLooked : texts.wrong(formatCount(wrong), formatCount(all))}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="text-sm text-muted">
        {texts.last}: {formatMoment(at)}
        {checks.some((check) => check.at === null) && ` · ${texts.underway}`}
      </p>
    </div>
  );
}
