/** How finely reports count. All time zones begin their days at a quarter of an hour. */
export const QUARTER_MS = 15 * 60_000;
export const DAY_MS = 24 * 60 * 60_000;

/** Senders who had not written for so long are new in any day, also in one of 25 hours. */
export const RETURN_MS = 26 * 60 * 60_000;

export const quarterOf = (at: number): number => at - (at % QUARTER_MS);
