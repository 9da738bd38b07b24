import { pageLocale } from "#app/lib/language/language.ts";
import { useEffect, useRef, useState } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { ListPager } from "#app/kit/list-pager.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { FigureTd, FigureTh, RowTh, Table, Th } from "#app/components/ui/table.tsx";
import { Section } from "#app/features/broadcasts/section.tsx";
import { formatCount } from "#app/lib/format.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import { type Activity, activityDays, DAYS_PAGE } from "#workers/contract/endpoints/activities.ts";

const texts = campaignScreensTexts.days;
const FIGURES = ["sent", "delivered", "read", "replied", "clicked", "failed", "unknown"] as const;
const dayOf = new Intl.DateTimeFormat(pageLocale(), { dateStyle: "medium", timeZone: "UTC" });

/** Everybody's outcome by the day of their call; nothing before anybody was called. */
export function ActivityDays({ activity: { id, counts } }: { activity: Activity }) {
  const [from, setFrom] = useState(0);
  const called = counts.total - counts.queued;
  const { answer, failure, asking, reload } = useQueryOf(
    activityDays,
    { params: { id }, query: { from } },
    { keepsLast: true, enabled: called > 0 },
  );
  const now = JSON.stringify(counts);
  const before = useRef(now);
  useEffect(() => {
    if (before.current !== now) reload();
    before.current = now;
  });
  if (called === 0 || (!answer && !failure)) return null;
  if (answer?.days.length === 0 && from === 0) return null;
  const clicked = answer?.days.some((each) => each.clicked > 0) ?? false;
  const unknown = answer?.days.some((each) => each.unknown > 0) ?? false;
  const shown = FIGURES.filter((each) =>
    each === "clicked" ? clicked : each === "unknown" ? unknown : true,
  );
  return (
    <Section title={texts.title}>
      {answer ? (
        <>
          <Table caption={texts.table}>
            <thead>
              <tr>
                <Th>{texts.day}</Th>
                {shown.map((each) => (
                  <FigureTh key={each}>{texts.figures[each]}</FigureTh>
                ))}
              </tr>
            </thead>
            <tbody>
              {answer.days.map((each) => (
                <tr key={each.day}>
                  <RowTh className="whitespace-nowrap">{dayOf.format(new Date(each.day))}</RowTh>
                  {shown.map((figure) => (
                    <FigureTd key={figure}>{formatCount(each[figure])}</FigureTd>
                  ))}
                </tr>
              ))}
            </tbody>
          </Table>
          <p className="text-[0.8125rem] text-muted">{texts.lead(answer.timezone)}</p>
          <ListPager
            label={texts.pages}
            from={from}
            count={answer.days.length}
            more={answer.more}
            perPage={DAYS_PAGE}
            onGo={setFrom}
          />
        </>
      ) : (
        <ErrorState title={texts.failed} text={failure?.message ?? ""} busy={asking} onRetry={reload} />
      )}
    </Section>
  );
}
