import { expect, test } from "vitest";
import {
  changedTile,
  draftOf,
  filtersOf,
  measuresBeside,
  movedBy,
  newTile,
  wrongIn,
} from "#app/routes/admin/analytics/config/dashboard-draft.ts";
import { measureOf } from "#workers/contract/dashboards.ts";

const tile = { ...newTile("one"), kind: "bars" as const, measures: ["sent" as const, "received" as const] };

test("figures that no longer go with a tile's kind or its first figure leave it, and so do their filters", () => {
  expect(changedTile(tile, { kind: "number" }).measures).toEqual(["sent"]);
  expect(changedTile(tile, { kind: "table" }).measures).toEqual(["sent"]);
  expect(changedTile(tile, { measures: ["readRate", "received"] }).measures).toEqual(["readRate"]);
  const narrowed = changedTile(tile, { filter: { channelId: "web", botId: "", departmentId: "" } });
  expect(narrowed.filter.channelId).toBe("web");
  expect(changedTile(narrowed, { measures: ["usedRuns"] }).filter.channelId).toBe("");
});

test("figures of one unit stand beside each other in a picture, of one subject in a table, none beside a number", () => {
  expect(measuresBeside("number", ["sent"])).toEqual([]);
  for (const each of measuresBeside("line", ["readRate"])) expect(measureOf(each).unit).toBe("share");
  for (const each of measuresBeside("table", ["readRate"])) expect(measureOf(each).source).toBe("sent");
  expect(measuresBeside("table", ["readRate"])).not.toContain("readRate");
});

test("a filter is offered where it narrows something down", () => {
  expect(filtersOf(["sent"])).toEqual(["channelId"]);
  expect(filtersOf(["chatsStarted"])).toEqual(["channelId", "departmentId"]);
  expect(filtersOf(["botMessages"])).toEqual(["botId"]);
  expect(filtersOf(["usedRuns"])).toEqual([]);
});

test("a tile moves by one place, and not beyond the ends", () => {
  expect(movedBy(["a", "b", "c"], 1, -1)).toEqual(["b", "a", "c"]);
  expect(movedBy(["a", "b", "c"], 1, 1)).toEqual(["a", "c", "b"]);
  expect(movedBy(["a", "b", "c"], 0, -1)).toEqual(["a", "b", "c"]);
  expect(movedBy(["a", "b"], 1, 1)).toEqual(["a", "b"]);
});

test("what the server would refuse is found at its place before it is sent", () => {
  const draft = { ...draftOf(undefined), name: "Board" };
  expect(wrongIn(draft)).toEqual({});
  expect(Object.keys(wrongIn({ ...draft, name: " ", sharing: "roles" }))).toEqual(["name", "roles"]);
  const schedule = { every: "day" as const, weekday: 0, monthday: 1, hour: 8, timeZone: "UTC", people: [] };
  expect(Object.keys(wrongIn({ ...draft, schedule }))).toEqual(["schedule.people"]);
});
