import { expect, test } from "vitest";
import { dayBeganIn } from "#workers/contract/zone-clock.ts";

test.each([
  ["UTC", "2026-11-24T12:48:37.250Z", "2026-11-24T00:00Z"],
  ["Asia/Kolkata", "2026-11-24T18:29:59.999Z", "2026-11-23T18:30Z"],
  ["Asia/Kolkata", "2026-11-24T18:30:00.000Z", "2026-11-24T18:30Z"],
  ["Europe/London", "2026-07-06T00:30Z", "2026-07-05T23:00Z"],
  // An hour is missing in the first of these days, and comes twice in the second.
  ["Europe/Berlin", "2026-03-29T20:00Z", "2026-03-28T23:00Z"],
  ["Europe/Berlin", "2026-10-25T20:00Z", "2026-10-24T22:00Z"],
])("a day begins by its zone's clock: %s at %s", (zone, now, begun) => {
  expect(dayBeganIn(zone, Date.parse(now))).toBe(Date.parse(begun));
});
