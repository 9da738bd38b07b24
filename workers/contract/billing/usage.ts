/**
 * Kinds of use that plans have prices and limits for, each counted in whole numbers. A price is for `per` of them: what is
 * stored counts by the day, in MB, and is sold by the GB and day.
 */
export const usageKinds = {
  messageOut: { per: 1 },
  broadcastMessage: { per: 1 },
  messageIn: { per: 1 },
  botTurn: { per: 1 },
  run: { per: 1 },
  speechSecond: { per: 1 },
  storedMb: { per: 1_024 },
} as const satisfies Record<string, { per: number }>;
export type UsageKind = keyof typeof usageKinds;
export const usageKindNames = Object.keys(usageKinds) as [UsageKind, ...UsageKind[]];

const DAY_MS = 86_400_000;
export const dayOf = (at: number): number => Math.floor(at / DAY_MS);
export const startOf = (day: number): number => day * DAY_MS;

/** Months are counted from the year 0, UTC: the next one is one more. */
export function monthOf(at: number): number {
  const date = new Date(at);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** The first day of a month and the first behind it. */
export const daysOf = (month: number): { from: number; to: number } => ({
  from: dayOf(Date.UTC(Math.floor(month / 12), month % 12)),
  to: dayOf(Date.UTC(Math.floor((month + 1) / 12), (month + 1) % 12)),
});

/** "2026-11". */
export const monthName = (month: number): string =>
  `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;
