import { expect, test } from "vitest";
import { SenderPace } from "#workers/jobs/sender-pace.ts";

test("no second of a sender has more calls than the rate", () => {
  const pace = new SenderPace();
  const begun: number[] = [];
  for (let now = 0; begun.length < 1_500;) {
    const inMs = pace.freeInMs(300, now);
    if (inMs > 0) {
      now += inMs;
      continue;
    }
    pace.begun(300, now);
    begun.push(now);
    // Bursts, and rests between them.
    if (begun.length % 100 === 0) now += 130;
  }
  const most = Math.max(...begun.map((from) => begun.filter((at) => at >= from && at < from + 1_000).length));
  expect(most).toBe(300);
  const slow = new SenderPace();
  slow.begun(0.5, 0);
  slow.begun(0.5, 1_000);
  expect(slow.freeInMs(0.5, 1_200)).toBe(800);
});

test("calls are spread over the second, as far as a timer can tell", () => {
  const pace = new SenderPace();
  pace.begun(80, 0);
  expect(pace.freeInMs(80, 0)).toBeCloseTo(11.25);
  expect(pace.freeInMs(80, 12)).toBe(0);
  const fast = new SenderPace();
  fast.begun(1_000, 0);
  expect(fast.freeInMs(1_000, 0)).toBe(0);
});

test("a block of a slow vendor is no larger than what is called within the time of its claim", () => {
  const pace = new SenderPace();
  for (let call = 0; call < 100; call++) pace.ended(300);
  expect(pace.blockOf(50, { free: 6, all: 6 })).toBe(12);
  for (let call = 0; call < 100; call++) pace.ended(900);
  expect(pace.blockOf(50, { free: 6, all: 6 })).toBe(6);
});

test("while calls hang, a block is what the others do within a burst's time", () => {
  const pace = new SenderPace();
  for (let call = 0; call < 100; call++) pace.ended(24);
  expect(pace.blockOf(50, { free: 6, all: 6 })).toBe(50);
  expect(pace.blockOf(50, { free: 2, all: 6 })).toBe(20);
  pace.ended(20_000);
  expect(pace.blockOf(50, { free: 1, all: 6 })).toBe(10);
  expect(pace.usualMs).toBeGreaterThan(2_000);
  for (let call = 0; call < 100; call++) pace.ended(900);
  expect(pace.blockOf(50, { free: 3, all: 6 })).toBe(3);
});
