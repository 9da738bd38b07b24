/** Whether a value is JSON of so few levels and bytes; looked at level by level, so that a deep one can't break the look itself. */
export function isSmallJson(value: unknown, { bytes, levels }: { bytes: number; levels: number }): boolean {
  if (isNested(value, levels)) return false;
  const json = JSON.stringify(value) ?? "null";
  return json.length <= bytes && new TextEncoder().encode(json).length <= bytes;
}

/** Whether a value is nested more than so many levels deep. */
export const isNested = (value: unknown, left: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (left === 0 || Object.values(value).some((each) => isNested(each, left - 1)));
