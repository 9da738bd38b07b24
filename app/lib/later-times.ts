/** When people begin to work, where somebody says only the day. */
const MORNING_H = 9;
const HOUR_MS = 3_600_000;
const MONDAY = 1;

/** Times that are often chosen, in the reader's zone; each once, the earliest first. */
export function usualTimes(now: Date): { inAnHour: Date; tomorrow: Date; monday: Date | undefined } {
  const tomorrow = morningAfter(now, 1);
  const monday = morningAfter(now, (MONDAY - now.getDay() + 7) % 7 || 7);
  return {
    inAnHour: new Date(now.getTime() + HOUR_MS),
    tomorrow,
    monday: monday.getTime() === tomorrow.getTime() ? undefined : monday,
  };
}

const morningAfter = (now: Date, days: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING_H);
