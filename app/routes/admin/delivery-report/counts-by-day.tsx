import { useState } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { FigureTd, FigureTh, RowTh, Table, Th } from "#app/components/ui/table.tsx";
import { formatCount, formatDayMonth } from "#app/lib/format.ts";
import { reportsOfMessagesTexts } from "#texts/reports-of-messages.ts";
import { uiTexts } from "#texts/ui.ts";
import { messageCounts } from "#workers/contract/endpoints/reports-of-messages.ts";
import { byDay } from "./by-day.ts";
import { countsQueryOf, type Shown } from "./shown.ts";

const texts = reportsOfMessagesTexts.byDay;
const FIGURES = ["total", "sent", "delivered", "read", "failed"] as const;

/** Messages a day of the same dates, channel and source; asked for once somebody opens it. */
export function CountsByDay({ shown }: { shown: Shown }) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className="mb-4 rounded-lg border border-line px-4 py-3"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="cursor-pointer font-medium">{texts.title}</summary>
      {open && <Days shown={shown} />}
    </details>
  );
}

function Days({ shown }: { shown: Shown }) {
  const { answer, failure } = useQueryOf(messageCounts, { query: countsQueryOf(shown) });
  if (failure) return <Failure text={`${texts.failed}. ${failure.message}`} />;
  if (!answer) return <Progress label={uiTexts.loading} />;
  const days = byDay(answer.counts);
  if (days.length === 0) return <p className="mt-2 text-muted">{reportsOfMessagesTexts.noneText}</p>;
  const { head } = texts;
  return (
    <>
      <p className="mt-1 mb-2 text-[0.8125rem] text-muted">{texts.hint}</p>
      <Table caption={texts.title}>
        <thead>
          <tr>
            <Th>{head.day}</Th>
            {FIGURES.map((each) => (
              <FigureTh key={each}>{head[each]}</FigureTh>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, ...figures }) => (
            <tr key={day}>
              <RowTh className="whitespace-nowrap">{`${formatDayMonth(day)} ${day.slice(0, 4)}`}</RowTh>
              {FIGURES.map((each) => (
                <FigureTd key={each}>{formatCount(figures[each])}</FigureTd>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}
