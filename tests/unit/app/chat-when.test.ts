import { expect, test } from "vitest";
import { formatWhen } from "#app/routes/chats/messages/day.ts";
import { toneOfWait } from "#app/routes/chats/list/wait-tone.ts";

test("a row says the time of today's last message, the day of an older one, and the year of one long ago", () => {
  const now = new Date(2026, 10, 14, 18, 30).getTime();
  expect(formatWhen(new Date(2026, 10, 14, 9, 5).getTime(), now)).toMatch(/^09:05\sam$/i);
  expect(formatWhen(new Date(2026, 10, 13, 23, 59).getTime(), now)).toBe("13 Nov");
  expect(formatWhen(new Date(2025, 11, 31, 9, 5).getTime(), now)).toBe("31 Dec 2025");
});

test("a wait is late by the enterprise's own time, and far too late at five times that", () => {
  const tones = (target: number | null) =>
    [29, 30, 119, 120, 150, 599, 600].map((seconds) => toneOfWait(seconds, target));
  expect(tones(30)).toEqual([
    "neutral",
    ...Array<string>(3).fill("warning"),
    ...Array<string>(3).fill("danger"),
  ]);
  expect(tones(null)).toEqual([
    ...Array<string>(3).fill("neutral"),
    ...Array<string>(3).fill("warning"),
    "danger",
  ]);
});
