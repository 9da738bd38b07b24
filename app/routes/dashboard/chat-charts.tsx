import { MessagesSquare, RotateCw } from "lucide-react";
import { useState } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { Chart } from "#app/components/chart/chart.tsx";
import { UpdatedAgo } from "#app/components/updated-ago.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { formatCount, formatSeconds } from "#app/lib/format.ts";
import { useGuide } from "#app/session/guide.ts";
import { dashboardTexts as texts } from "#texts/dashboard.ts";
import { type DayRange, movedRange } from "#app/lib/day-range.ts";
import { dayOf, zoneName } from "#app/lib/zone.ts";
import { type ChatFigures, dashboardInfo, MOST_DAYS } from "#workers/contract/endpoints/dashboard.ts";
import { labelOf } from "./labels.ts";
import { FIRST_PERIOD } from "./parts.ts";
import { type Period, periods, queryOf, rangeOf } from "./periods.ts";

const CHANNELS = "/admin/channels";

/** The days shown: a period up to now, or days of one's own. */
interface Asked {
  period: Period | null;
  query: ReturnType<typeof queryOf>;
}
const ofPeriod = (period: Period): Asked => ({ period, query: rangeOf(period) });
const ofDays = (days: DayRange): Asked => ({ period: null, query: queryOf(days) });

/** Average pickup time, and attended and missed chats of a period, as charts, as a sentence and as tables. */
export function ChatCharts({ first, mayConnect }: { first?: Asked["query"]; mayConnect: boolean }) {
  const [asked, setAsked] = useState<Asked>(() =>
    first ? { period: FIRST_PERIOD, query: first } : ofPeriod(FIRST_PERIOD),
  );
  const hasChannel = useGuide()?.steps.some(({ step, done }) => step === "channel" && done) ?? false;
  const { period, query } = asked;
  const { answer, at, asking, failure } = useQueryOf(
    dashboardInfo,
    { query: asked.query },
    { keepsLast: true },
  );
  const rows = answer?.dashBoardData;
  // The figures of the last period stay until the new ones arrive.
  const [shown, setShown] = useState(asked);
  if (!asking && shown !== asked) setShown(asked);
  const refresh = () => setAsked(period ? ofPeriod(period) : ofDays(query));
  const move = (moved: { from: string } | { to: string }) => {
    const { from, to } = movedRange(query, moved, MOST_DAYS.DAY);
    setAsked(ofDays({ fromDate: from, toDate: to }));
  };
  return (
    <section aria-labelledby="chat-charts" className="mt-6">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="chat-charts" className="text-base font-semibold">
          {texts.chats}
        </h2>
        <div role="group" aria-label={texts.period} className="flex flex-wrap items-end gap-1">
          {periods.map((each) => (
            <Button
              key={each}
              size="sm"
              tone={each === period ? "primary" : "secondary"}
              aria-pressed={each === period}
              onClick={() => setAsked(ofPeriod(each))}
            >
              {texts.periods[each]}
            </Button>
          ))}
          <DayField label={texts.from} value={query.fromDate} onChange={(from) => move({ from })} />
          <DayField label={texts.to} value={query.toDate} onChange={(to) => move({ to })} />
          <IconButton
            size="sm"
            label={texts.refresh}
            aria-disabled={asking}
            icon={<RotateCw aria-hidden />}
            onClick={() => !asking && refresh()}
          />
        </div>
      </div>
      {failure ? (
        <ErrorState title={texts.failed} text={failure.message} busy={asking} onRetry={refresh} />
      ) : rows === undefined ? (
        <Skeleton className="h-64" />
      ) : rows.every(({ chatCount }) => chatCount === 0) ? (
        <Card className="p-0">
          <EmptyState
            icon={<MessagesSquare />}
            title={texts.none}
            action={
              mayConnect && (
                <ButtonLink to={hasChannel ? "/simulator" : CHANNELS}>
                  {hasChannel ? texts.play : texts.connect}
                </ButtonLink>
              )
            }
          >
            {texts.noneText}
          </EmptyState>
        </Card>
      ) : (
        <Charts rows={rows} {...shown} busy={asking} />
      )}
      {answer && (
        <UpdatedAgo at={at} className="mt-2">
          {texts.daysIn(zoneName())}
        </UpdatedAgo>
      )}
    </section>
  );
}

/** A year that is still being typed, such as 0020, is no day yet. */
const FIRST_DAY = "2000-01-01";

/** A first or last day of one's own; it takes effect once all of it is typed. */
function DayField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (day: string) => void;
}) {
  const [typed, setTyped] = useState<string>();
  return (
    <label className="flex items-center gap-1 text-[0.8125rem] text-muted">
      {label}
      <TextInput
        type="date"
        className="min-h-8! w-36! py-0.5! pointer-coarse:min-h-11!"
        value={typed ?? value}
        max={dayOf(new Date())}
        onBlur={() => setTyped(undefined)}
        onChange={({ target }) => {
          const isWhole = target.value >= FIRST_DAY;
          setTyped(isWhole ? undefined : target.value);
          if (isWhole) onChange(target.value);
        }}
      />
    </label>
  );
}

function Charts({ rows, period, query, busy }: Asked & { rows: readonly ChatFigures[]; busy: boolean }) {
  const labels = rows.map(({ date }) => labelOf(date, period));
  const shared = { labelName: query.timeType === "HOUR" ? texts.hour : texts.date, labels };
  return (
    <div aria-busy={busy} className={busy ? "opacity-60" : undefined}>
      <p role="status" className="mb-3 text-muted">
        {summaryOf(rows.map((row, at) => ({ ...row, label: labels[at] ?? "" })))}
      </p>
      <div className="grid gap-4 lg:grid-cols-2">
        <Chart
          {...shared}
          kind="line"
          title={texts.pickup}
          summary={texts.pickupLead}
          format={formatSeconds}
          series={[
            {
              name: texts.pickup,
              tone: "accent",
              // Without an attended chat there is no pickup time; zero would be wrong.
              values: rows.map((row) => (row.noOfAttendedChats > 0 ? row.avgPickedUpInterval : null)),
            },
          ]}
        />
        <Chart
          {...shared}
          kind="bar"
          stacked
          title={texts.attendedMissed}
          summary={texts.attendedMissedLead}
          series={[
            { name: texts.attended, tone: "success", values: rows.map((row) => row.noOfAttendedChats) },
            { name: texts.missed, tone: "danger", values: rows.map((row) => row.noOfMissedChats) },
          ]}
        />
      </div>
    </div>
  );
}

/** A text alternative to the charts. */
function summaryOf(rows: readonly (ChatFigures & { label: string })[]): string {
  const sum = (of: (row: ChatFigures) => number) => rows.reduce((total, row) => total + of(row), 0);
  const attended = sum(({ noOfAttendedChats }) => noOfAttendedChats);
  const waited = sum(({ avgPickedUpInterval, noOfAttendedChats }) => avgPickedUpInterval * noOfAttendedChats);
  const most = rows.reduce((best, row) => (row.chatCount > best.chatCount ? row : best));
  return [
    texts.summary(
      formatCount(attended),
      formatCount(sum(({ noOfMissedChats }) => noOfMissedChats)),
      attended > 0 ? formatSeconds(waited / attended) : texts.noPickup,
    ),
    texts.busiest(most.label, formatCount(most.chatCount)),
  ].join(" ");
}
