const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Waits after each try that failed, as Standard Webhooks proposes; after the last there is none. */
export const RETRIES = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;
/** So much of a wait is added by chance at most, so that what failed together does not come again together. */
const JITTER = 0.1;

/** How long to wait after so many tries; null after the last. */
export function waitAfter(attempts: number, random = Math.random): number | null {
  const wait = RETRIES[attempts - 1];
  return wait === undefined ? null : Math.round(wait * (1 + JITTER * random()));
}
