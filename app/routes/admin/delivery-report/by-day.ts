import type { MessageCount } from "#workers/contract/endpoints/reports-of-messages.ts";

/** The messages of a day by outcome; each column includes those that came further. */
export interface DayFigures {
  day: string;
  total: number;
  sent: number;
  delivered: number;
  read: number;
  failed: number;
}

/** Counts by day, channel, source and status as one row a day, the latest first. */
export function byDay(counts: readonly MessageCount[]): DayFigures[] {
  const days = Map.groupBy(counts, ({ day }) => day);
  return [...days]
    .map(([day, rows]) => {
      const of = (...statuses: MessageCount["status"][]) =>
        rows.reduce((sum, { status, count }) => sum + (statuses.includes(status) ? count : 0), 0);
      return {
        day,
        total: rows.reduce((sum, { count }) => sum + count, 0),
        sent: of("sent", "delivered", "read"),
        delivered: of("delivered", "read"),
        read: of("read"),
        failed: of("failed", "expired"),
      };
    })
    .toSorted((one, other) => other.day.localeCompare(one.day));
}
