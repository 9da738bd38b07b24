import { expect, test } from "vitest";
import { clocksBetween } from "#workers/domain/campaigns/days.ts";
import { zoneOf } from "#workers/domain/reports/zone.ts";

const HOUR_MS = 3_600_000;
const at = Date.parse;

test("a clock's changes are found to the quarter of an hour", () => {
  const clocks = clocksBetween(
    zoneOf({ timeZone: "Europe/London" }),
    at("2026-03-20T00:00Z"),
    at("2026-11-01T00:00Z"),
  );
  expect(clocks).toEqual([
    [at("2026-03-20T00:00Z"), at("2026-03-29T01:00Z"), 0],
    [at("2026-03-29T01:00Z"), at("2026-10-25T01:00Z"), HOUR_MS],
    [at("2026-10-25T01:00Z"), at("2026-11-01T00:00Z"), 0],
  ]);
  const india = clocksBetween(zoneOf({ timeZone: "Asia/Kolkata" }), 0, 900_000);
  expect(india).toEqual([[0, 900_000, 5.5 * HOUR_MS]]);
});
