import { CalendarDays, ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { IconButton } from "#app/components/ui/icon-button.tsx";
import { addressOf } from "#app/features/broadcasts/addresses.ts";
import { StateSign } from "#app/features/broadcasts/state-badge.tsx";
import { pageLocale } from "#app/lib/language/language.ts";
import { monthBeside, weeksOf } from "#app/lib/moment.ts";
import { dayOf } from "#app/lib/zone.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { type BroadcastInCalendar, MOST_IN_CALENDAR } from "#workers/contract/endpoints/broadcasts.ts";

const texts = broadcastsTexts.calendar;

/** So many of a day stand in its cell before the rest is asked for. */
const AT_ONCE = 3;

const named = (day: string, form: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(pageLocale("en-GB"), { ...form, timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );
const clockOf = (at: string): string =>
  new Intl.DateTimeFormat(pageLocale("en-GB"), { hour: "2-digit", minute: "2-digit" }).format(new Date(at));

/** A month of broadcasts by the day, in the reader's zone, on which each began or is to begin. */
export function Calendar({
  month,
  broadcasts,
  more,
  onGo,
}: {
  /** yyyy-mm */
  month: string;
  broadcasts: readonly BroadcastInCalendar[];
  more: boolean;
  onGo: (month: string) => void;
}) {
  const days = Map.groupBy(broadcasts, ({ at }) => dayOf(new Date(at)));
  const today = dayOf(new Date());
  const monthName = named(`${month}-01`, { month: "long", year: "numeric" });
  return (
    <section aria-label={texts.table(monthName)}>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <IconButton
          icon={<ChevronLeft aria-hidden />}
          label={texts.before}
          onClick={() => onGo(monthBeside(month, -1))}
        />
        <IconButton
          icon={<ChevronRight aria-hidden />}
          label={texts.after}
          onClick={() => onGo(monthBeside(month, 1))}
        />
        <h2 aria-live="polite" className="font-semibold">
          {monthName}
        </h2>
        {month !== today.slice(0, 7) && (
          <Button size="sm" onClick={() => onGo(today.slice(0, 7))}>
            {texts.today}
          </Button>
        )}
      </div>
      {more && (
        <Banner kind="info" className="mb-3">
          {texts.cut(MOST_IN_CALENDAR)}
        </Banner>
      )}
      <Month {...{ month, monthName, days, today }} />
      <div className="sm:hidden">
        {days.size === 0 ? (
          <EmptyState icon={<CalendarDays />} title={texts.none}>
            {texts.noneText}
          </EmptyState>
        ) : (
          <ol className="grid gap-3">
            {[...days].map(([day, ones]) => (
              <li key={day}>
                <h3 className={cx("mb-1 font-medium", day === today && "text-accent-ink")}>
                  {named(day, { weekday: "long", day: "numeric", month: "short" })}
                </h3>
                <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
                  {ones.map((one) => (
                    <li key={one.id} className="p-3">
                      <Entry one={one} />
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}

type Days = ReadonlyMap<string, readonly BroadcastInCalendar[]>;

function Month({
  month,
  monthName,
  days,
  today,
}: {
  month: string;
  monthName: string;
  days: Days;
  today: string;
}) {
  const weeks = weeksOf(month);
  // A week that is in every month's middle has all of its days.
  const weekdays = (weeks[1] ?? []).flatMap((day) => (day === null ? [] : [day]));
  return (
    <table className="w-full table-fixed border-collapse rounded-lg border border-line bg-surface text-left max-sm:hidden">
      <caption className="sr-only">{texts.table(monthName)}</caption>
      <thead>
        <tr>
          {weekdays.map((day) => (
            <th
              key={day}
              scope="col"
              className="border-b border-line px-2 py-1.5 text-[0.8125rem] text-muted"
            >
              {named(day, { weekday: "short" })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, at) => (
          <tr key={at}>
            {week.map((day, column) => (
              <td
                key={column}
                className={cx("h-24 border border-line p-1.5 align-top", day === null && "bg-canvas")}
              >
                {day !== null && (
                  <Day key={day} day={day} isToday={day === today} ones={days.get(day) ?? []} />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Day({
  day,
  isToday,
  ones,
}: {
  day: string;
  isToday: boolean;
  ones: readonly BroadcastInCalendar[];
}) {
  const [isOpen, setIsOpen] = useState(false);
  const shown = isOpen ? ones : ones.slice(0, AT_ONCE);
  const rest = ones.length - shown.length;
  return (
    <>
      <time
        dateTime={day}
        aria-current={isToday ? "date" : undefined}
        className={cx(
          "inline-grid size-6 place-items-center text-[0.8125rem] tabular-nums",
          isToday && "rounded-full bg-accent-soft font-semibold text-accent-ink",
        )}
      >
        {Number(day.slice(8))}
      </time>
      {ones.length > 0 && (
        <ul className="grid gap-0.5">
          {shown.map((one) => (
            <li key={one.id} className="min-w-0">
              <Entry one={one} />
            </li>
          ))}
        </ul>
      )}
      {rest > 0 && (
        <button
          type="button"
          className="min-h-6 rounded text-[0.8125rem] text-accent-ink underline underline-offset-2"
          onClick={() => setIsOpen(true)}
        >
          {texts.more(rest)}
        </button>
      )}
    </>
  );
}

const Entry = ({ one: { id, name, channelName, status, at } }: { one: BroadcastInCalendar }) => (
  <Link
    to={addressOf(id)}
    title={[name, channelName].filter(Boolean).join(", ")}
    className="flex min-h-6 min-w-0 items-center gap-1 rounded text-[0.8125rem] hover:underline"
  >
    <StateSign status={status} />
    <time dateTime={at} className="shrink-0 text-muted tabular-nums">
      {clockOf(at)}
    </time>
    <bdi className="min-w-0 truncate">{name}</bdi>
  </Link>
);
