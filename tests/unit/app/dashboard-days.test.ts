import { expect, test } from "vitest";
import { labelOf } from "#app/routes/dashboard/labels.ts";
import { queryOf, rangeOf } from "#app/routes/dashboard/periods.ts";

const now = new Date(2026, 10, 30, 15);
const daysOf = ({ fromDate, toDate, timeType }: ReturnType<typeof queryOf>) => [fromDate, toDate, timeType];

test("a period of the dashboard ends today, and its only day goes by the hour", () => {
  expect(daysOf(rangeOf("WEEK", now))).toEqual(["2026-11-24", "2026-11-30", "DAY"]);
  expect(daysOf(rangeOf("DAY", now))).toEqual(["2026-11-30", "2026-11-30", "HOUR"]);
});

test("days of one's own are asked for as they are, but for those to come", () => {
  const asked = (fromDate: string, toDate: string) => daysOf(queryOf({ fromDate, toDate }, now));
  expect(asked("2026-01-05", "2026-02-01")).toEqual(["2026-01-05", "2026-02-01", "DAY"]);
  expect(asked("2026-11-20", "2026-12-24")).toEqual(["2026-11-20", "2026-11-30", "DAY"]);
  expect(asked("2026-11-20", "2026-11-20")).toEqual(["2026-11-20", "2026-11-20", "HOUR"]);
  expect(asked("2026-12-01", "2026-12-24")).toEqual(["2026-11-30", "2026-11-30", "HOUR"]);
  expect(labelOf("2026-11-20", null)).toBe("20/11");
  expect(labelOf("2026-11-20", "WEEK")).toBe("Fri 20 Nov");
});
