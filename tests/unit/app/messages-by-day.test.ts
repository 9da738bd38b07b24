import { expect, test } from "vitest";
import { byDay } from "#app/routes/admin/delivery-report/by-day.ts";
import { reachesArchive } from "#app/routes/admin/delivery-report/shown.ts";
import type { MessageCount } from "#workers/contract/endpoints/reports-of-messages.ts";

const row = (day: string, status: MessageCount["status"], count: number): MessageCount => ({
  day,
  channelId: "c",
  channelName: "Shop",
  source: "bot",
  status,
  count,
});

test("each column of a day holds who came further, and the latest day is first", () => {
  const counts = [
    row("2026-11-24", "read", 2),
    row("2026-11-24", "delivered", 3),
    row("2026-11-24", "unknown", 1),
    row("2026-11-25", "expired", 1),
    row("2026-11-25", "failed", 1),
    row("2026-11-25", "sent", 4),
  ];
  expect(byDay(counts)).toEqual([
    { day: "2026-11-25", total: 6, sent: 4, delivered: 0, read: 0, failed: 2 },
    { day: "2026-11-24", total: 6, sent: 5, delivered: 5, read: 2, failed: 0 },
  ]);
  expect(byDay([])).toEqual([]);
});

test("days that reach back to the archive are told from those that don't", () => {
  const now = new Date("2026-11-26T12:00:00Z");
  expect(reachesArchive({ since: "2026-08-27" }, now)).toBe(true);
  expect(reachesArchive({ since: "2026-08-29" }, now)).toBe(false);
});
