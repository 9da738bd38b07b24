import * as fc from "fast-check";
import { expect, test } from "vitest";
import { plan, repeatUnits } from "#workers/contract/campaign.ts";
import { momentIn, timeIn } from "#workers/contract/zone-moment.ts";
import { runsOf } from "#workers/domain/campaigns/plan.ts";

const runs = (of: object, now = 0) => runsOf(plan.parse(of), now).map((at) => new Date(at).toISOString());

test("without a start the first run is now, and later ones are at its clock", () => {
  const now = Date.parse("2026-11-24T08:15:30.500Z");
  expect(runs({}, now)).toEqual(["2026-11-24T08:15:30.500Z"]);
  expect(runs({ timezone: "Asia/Kolkata", repeat: { unit: "day", every: 2, runs: 2 } }, now)).toEqual([
    "2026-11-24T08:15:30.500Z",
    "2026-11-26T08:15:00.000Z",
  ]);
});

test("a clock that changes keeps the local time", () => {
  const weekly = { unit: "week", every: 1, runs: 3 };
  expect(runs({ startAt: "2026-10-18T09:30", timezone: "Europe/Berlin", repeat: weekly })).toEqual([
    "2026-10-18T07:30:00.000Z",
    "2026-10-25T08:30:00.000Z",
    "2026-11-01T08:30:00.000Z",
  ]);
});

test("a local time that a clock leaves out moves forward", () => {
  const daily = { unit: "day", every: 1, runs: 3 };
  expect(runs({ startAt: "2026-03-28T02:30", timezone: "Europe/Berlin", repeat: daily })).toEqual([
    "2026-03-28T01:30:00.000Z",
    "2026-03-29T01:30:00.000Z",
    "2026-03-30T00:30:00.000Z",
  ]);
  // West of Greenwich, too: it is half past three then.
  expect(runs({ startAt: "2026-03-08T02:30", timezone: "America/New_York" })).toEqual([
    "2026-03-08T07:30:00.000Z",
  ]);
  // Of an hour that comes twice it is the first.
  expect(runs({ startAt: "2026-11-01T01:30", timezone: "America/New_York" })).toEqual([
    "2026-11-01T05:30:00.000Z",
  ]);
});

test("a month that is too short for the day has its run on its last", () => {
  const monthly = { unit: "month", every: 1, runs: 4 };
  expect(runs({ startAt: "2027-12-31T10:00", timezone: "UTC", repeat: monthly })).toEqual([
    "2027-12-31T10:00:00.000Z",
    "2028-01-31T10:00:00.000Z",
    "2028-02-29T10:00:00.000Z",
    "2028-03-31T10:00:00.000Z",
  ]);
});

test("runs follow each other in time in every zone, at one clock where that exists", () => {
  const zones = [
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Kolkata",
    "Africa/Cairo",
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.date({ min: new Date("2026-01-01"), max: new Date("2028-12-31"), noInvalidDate: true }),
      fc.record({
        unit: fc.constantFrom(...repeatUnits),
        every: fc.integer({ min: 1, max: 3 }),
        runs: fc.integer({ min: 2, max: 12 }),
      }),
      (timezone, at, repeat) => {
        const startAt = at.toISOString().slice(0, 16);
        const times = runsOf(plan.parse({ startAt, timezone, repeat }), 0);
        expect(times).toHaveLength(repeat.runs);
        for (const [index, time] of times.entries()) {
          if (index > 0) expect(time).toBeGreaterThan(times[index - 1] ?? 0);
          const clock = momentIn(timezone, time).slice(11, 16);
          // Where clocks leave the moment out, it is later by as much as they are set forward.
          if (clock !== startAt.slice(11)) expect(clock > startAt.slice(11)).toBe(true);
        }
        expect(timeIn(timezone, momentIn(timezone, times[0] ?? 0))).toBeLessThanOrEqual(times[0] ?? 0);
      },
    ),
    { numRuns: 200 },
  );
});
