import { Button } from "#app/components/ui/button.tsx";
import { type DayRange, dayPeriods, lastDays, movedRange } from "#app/lib/day-range.ts";
import { dashboardsTexts as texts } from "#texts/dashboards.ts";
import { DayFilter } from "./day-filter.tsx";

/** Days of a report: the last 7, 30 or 90, or one's own, of which there is a most. Each takes effect at once. */
export function DayRangeChoice({
  range,
  mostDays,
  onChange,
}: {
  range: DayRange;
  mostDays: number;
  onChange: (days: { from: string; to: string }) => void;
}) {
  return (
    <>
      <div role="group" aria-label={texts.period} className="flex flex-wrap gap-1">
        {dayPeriods.map((each) => {
          const { fromDate, toDate } = lastDays(Number(each));
          const chosen = fromDate === range.fromDate && toDate === range.toDate;
          return (
            <Button
              key={each}
              tone={chosen ? "primary" : "secondary"}
              aria-pressed={chosen}
              onClick={() => onChange({ from: fromDate, to: toDate })}
            >
              {texts.periods[each]}
            </Button>
          );
        })}
      </div>
      <DayFilter
        label={texts.from}
        value={range.fromDate}
        onChange={(from) => onChange(movedRange(range, { from }, mostDays))}
      />
      <DayFilter
        label={texts.to}
        value={range.toDate}
        onChange={(to) => onChange(movedRange(range, { to }, mostDays))}
      />
    </>
  );
}
