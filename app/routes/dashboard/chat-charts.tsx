import { MessagesSquare, RotateCw } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { ApiError, call } from "#app/api.ts";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { formatCount, formatMoment, formatSeconds } from "#app/format.ts";
import { messages } from "#app/messages.ts";
import { zoneName } from "#app/zone.ts";
import { type ChatFigures, dashboardInfo } from "#workers/contract/endpoints/dashboard.ts";
import { Bars } from "./bars.tsx";
import { FiguresTable } from "./figures-table.tsx";
import { Line } from "./line.tsx";
import { labelOf, type Period, periods, rangeOf } from "./periods.ts";

const texts = messages.dashboard;

/** Average pickup time and attended against missed chats of a period, as pictures, as a sentence and as a table. */
export default function ChatCharts({ mayConnect }: { mayConnect: boolean }) {
  const [period, setPeriod] = useState<Period>("WEEK");
  const { rows, updatedAt, failure, busy, refresh } = useFigures(period);
  return (
    <section aria-labelledby="chat-charts" className="mt-6">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="chat-charts" className="text-base font-semibold">
          {texts.chats}
        </h2>
        <div role="group" aria-label={texts.period} className="flex flex-wrap gap-1">
          {periods.map((each) => (
            <Button
              key={each}
              size="sm"
              tone={each === period ? "primary" : "secondary"}
              aria-pressed={each === period}
              onClick={() => setPeriod(each)}
            >
              {texts.periods[each]}
            </Button>
          ))}
          <IconButton
            size="sm"
            label={texts.refresh}
            aria-disabled={busy}
            icon={<RotateCw aria-hidden />}
            onClick={() => !busy && refresh()}
          />
        </div>
      </div>
      {failure ? (
        <ErrorState title={texts.failed} text={failure} busy={busy} onRetry={refresh} />
      ) : rows === undefined ? (
        <Skeleton className="h-64" />
      ) : rows.every(({ chatCount }) => chatCount === 0) ? (
        <Card className="p-0">
          <EmptyState
            icon={<MessagesSquare />}
            title={texts.none}
            action={mayConnect && <ButtonLink to="/admin/channels">{texts.connect}</ButtonLink>}
          >
            {texts.noneText}
          </EmptyState>
        </Card>
      ) : (
        <Charts rows={rows} period={period} busy={busy} />
      )}
      {updatedAt && (
        <p className="mt-2 text-[0.8125rem] text-muted">
          {texts.updated(formatMoment(updatedAt), zoneName())}
        </p>
      )}
    </section>
  );
}

function Charts({ rows, period, busy }: { rows: readonly ChatFigures[]; period: Period; busy: boolean }) {
  const named = rows.map((row) => ({ ...row, label: labelOf(row.date, period) }));
  const points = named.map(({ label, avgPickedUpInterval, noOfAttendedChats }) => ({
    label,
    value: noOfAttendedChats > 0 ? avgPickedUpInterval : null,
  }));
  const bars = named.map(({ label, noOfAttendedChats, noOfMissedChats }) => ({
    label,
    attended: noOfAttendedChats,
    missed: noOfMissedChats,
  }));
  return (
    <div aria-busy={busy} className={busy ? "opacity-60" : undefined}>
      <p role="status" className="mb-3 text-muted">
        {summaryOf(named)}
      </p>
      <div className="grid gap-4 lg:grid-cols-2">
        <Chart title={texts.pickup} lead={texts.pickupLead}>
          <Line points={points} label={texts.pickup} format={formatSeconds} />
        </Chart>
        <Chart title={texts.attendedMissed}>
          <Bars bars={bars} label={texts.attendedMissed} />
        </Chart>
      </div>
      <details className="mt-3">
        <summary className="w-fit cursor-pointer rounded py-1 font-medium text-accent-ink">
          {texts.table}
        </summary>
        <div className="mt-2">
          <FiguresTable rows={named} period={period} />
        </div>
      </details>
    </div>
  );
}

function Chart({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <Card>
      <h3 className="font-semibold">{title}</h3>
      <p className="mb-3 min-h-5 text-[0.8125rem] text-muted">{lead}</p>
      {children}
    </Card>
  );
}

/** What the pictures show, in words. */
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

/** The figures of a period; the last ones stay until the new ones are there. */
function useFigures(period: Period) {
  const [state, setState] = useState<{
    period: Period;
    round: number;
    rows?: ChatFigures[];
    updatedAt?: string;
    failure?: string;
  }>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    call(dashboardInfo, { query: rangeOf(period), signal: stop.signal }).then(
      ({ dashBoardData, updatedAt }) => setState({ period, round, rows: dashBoardData, updatedAt }),
      (error: unknown) => {
        if (stop.signal.aborted) return;
        const failure = error instanceof ApiError ? error.message : messages.errors.internal;
        setState({ period, round, failure });
      },
    );
    return () => stop.abort();
  }, [period, round]);
  const fits = state?.period === period;
  return {
    rows: fits ? state.rows : undefined,
    updatedAt: fits ? state.updatedAt : undefined,
    failure: fits ? state.failure : undefined,
    busy: !fits || state.round !== round,
    refresh: () => setRound((now) => now + 1),
  };
}
