import { expect, test } from "vitest";
import { usualTimes } from "#app/lib/later-times.ts";
import { localMoment } from "#app/lib/zone.ts";

const at = (text: string) => new Date(text);

test("usual times are an hour from now, tomorrow at nine and the next Monday at nine, in the reader's zone", () => {
  const wednesday = at("2026-11-25T14:30:00");
  expect(usualTimes(wednesday)).toEqual({
    inAnHour: at("2026-11-25T15:30:00"),
    tomorrow: at("2026-11-26T09:00:00"),
    monday: at("2026-11-30T09:00:00"),
  });
  // On a Monday the next one is meant, also before nine.
  expect(usualTimes(at("2026-11-30T08:00:00")).monday).toEqual(at("2026-12-07T09:00:00"));
  // On a Sunday it is tomorrow, which is offered already.
  expect(usualTimes(at("2026-11-29T08:00:00"))).toMatchObject({
    tomorrow: at("2026-11-30T09:00:00"),
    monday: undefined,
  });
});

test("a time is written as the picker has it", () => {
  expect(localMoment(at("2026-11-25T09:00:00"))).toBe("2026-11-25T09:00:00");
});
