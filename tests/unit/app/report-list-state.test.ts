import { expect, test } from "vitest";
import { shortLabel, shownEvery } from "#app/components/chart/labels.ts";
import { before, listStateOf, searchOf, wide } from "#app/routes/bots/nlp-report/list-state.ts";

const NOW = new Date(2031, 4, 8, 12);

test("what a click leaves of the messages is in the address, and comes back from it", () => {
  const clicked = {
    ...listStateOf(new URLSearchParams("range=month"), NOW),
    ...wide,
    intent: "i1",
    intentName: "Balance",
    emotion: "joy",
    feeling: "positive",
    kind: "prompt",
    went: "partly",
    story: "-",
    storyName: "Deleted since",
    after: "i2",
    afterName: "Lost card",
    begins: true,
    day: "2031-05-01",
  };
  const search = searchOf(clicked);
  expect(search.get("range")).toBe("month");
  expect(listStateOf(search, NOW)).toEqual(clicked);
});

test("an address that names no emotion, feeling, kind or class says nothing", () => {
  const search = new URLSearchParams("tab=messages&emotion=hunger&feeling=toString&kind=magic&went=well");
  expect(listStateOf(search, NOW)).toMatchObject({ emotion: "", feeling: "", kind: "", went: "" });
});

test("the period before ends as early as this one has got, and where this one is over, where it begins", () => {
  const week = { start: "2031-05-01T00:00:00", end: "2031-05-08T23:59:59" };
  expect(before(week, NOW)).toEqual({ start: "2031-04-23T00:00:00", end: "2031-04-30T12:00:00" });
  // To the quarter of an hour, in which reports count.
  expect(before(week, new Date(2031, 4, 8, 12, 1)).end).toBe("2031-04-30T12:15:00");
  expect(before(week, new Date(2031, 4, 20)).end).toBe("2031-05-01T00:00:00");
});

test("days under bars are short, and no more of them are shown than fit side by side", () => {
  expect(shortLabel("2031-05-01")).toBe("1 May");
  expect(shortLabel("Balance")).toBe("Balance");
  const days = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      new Date(Date.UTC(2031, 10, 10 + at)).toISOString().slice(0, 10),
    );
  expect(shownEvery(days(8), 600)).toBe(1);
  for (const [count, width] of [
    [8, 290],
    [31, 290],
    [31, 900],
    [366, 290],
    [366, 900],
  ] as const) {
    const shown = Math.ceil(count / shownEvery(days(count), width));
    expect(shown * "10 Nov".length * 6.6, `${count} days in ${width} px`).toBeLessThan(width - 60);
  }
});
