import { expect, test } from "vitest";
import { NOW, ZONE } from "#tests/bench/entity-cases.ts";
import { judgePhrases } from "#tests/bench/entity-phrases.ts";
import { compileEntities, recognise, recogniseOne } from "#workers/nlu/entities/recognise.ts";

const where = { now: NOW, timeZone: ZONE };
const both = compileEntities([], ["sys.date", "sys.time"]);
const every = compileEntities([]);

test("what people write is worth what they mean, and a wrong value is worse than none", () => {
  const wrong = judgePhrases().filter(({ verdict }) => verdict !== "right");
  expect(wrong.map(({ kind, text, wanted, found }) => ({ kind, text, wanted, found }))).toEqual([]);
});

test.each([
  ["tomorrow at 5 pm", "2026-11-26", "17:00"],
  ["book a cab tomorrow at 6 am", "2026-11-26", "06:00"],
  ["5 pm tomorrow", "2026-11-26", "17:00"],
  ["kal shaam 5 baje", "2026-11-26", "17:00"],
  ["tonight at 8", "2026-11-25", "20:00"],
  ["tomorrow morning at 8", "2026-11-26", "08:00"],
  ["tomorrow from 3 to 5 pm", "2026-11-26", "15:00"],
  ["from 3 to 5 pm tomorrow", "2026-11-26", "15:00"],
  ["3 pm to 5 pm on friday", "2026-11-27", "15:00"],
  ["monday 3 pm to tuesday 5 pm", "2026-11-30", "15:00"],
  ["2026-12-05T10:30", "2026-12-05", "10:30"],
  // The night's midnight is the next day's: together they are the moment that was meant.
  ["kal raat 12 baje", "2026-11-27", "00:00"],
])("who asks for a day and an hour gets both of “%s”", (text, day, hour) => {
  const found = Object.fromEntries(
    recognise(both, text, where).map(({ entityId, value }) => [entityId, value]),
  );
  expect(found).toEqual({ "sys.date": day, "sys.time": hour });
  expect(recogniseOne(every, text, "sys.date", where)?.value).toBe(day);
  expect(recogniseOne(every, text, "sys.time", where)?.value).toBe(hour);
  // All together they stay one moment or one stretch.
  expect(recognise(every, text, where).map(({ entityId }) => entityId)).not.toContain("sys.date");
});

test("some hours from now are an hour for who asks for one; of a day nobody has spoken", () => {
  const of = (text: string, id: string) => recogniseOne(every, text, id, where)?.value;
  expect([of("in 2 hours", "sys.time"), of("do ghante baad", "sys.time")]).toEqual(["13:30", "13:30"]);
  expect([of("in 2 hours", "sys.date"), of("I want it now", "sys.time")]).toEqual([undefined, undefined]);
});

test("the bound of an hour goes with the hour", () => {
  expect(recogniseOne(every, "tomorrow after 6 pm", "sys.time", where)?.resolution).toEqual({
    bound: "after",
  });
  expect(recogniseOne(every, "kal 5 baje ke baad", "sys.time", where)?.resolution).toEqual({
    bound: "after",
  });
});

test("a week that has just begun has no earlier days", () => {
  const monday = { now: Date.parse("2026-11-30T06:00:00Z"), timeZone: ZONE };
  const of = (text: string) => recogniseOne(every, text, "sys.period", monday)?.value;
  expect([of("earlier this week"), of("earlier this month")]).toEqual([undefined, "2026-11-01/2026-11-29"]);
});
