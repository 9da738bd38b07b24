import { expect, test } from "vitest";
import { BURST_S, PermitBucket } from "#workers/domain/messaging/permits.ts";

const RATE = 80;

test("whoever asks, no second has more than the rate and one burst, and a new bucket is empty", () => {
  const bucket = new PermitBucket(0);
  expect(bucket.take(RATE, 50, 1, 0)).toEqual({ granted: 0, afterMs: 13 });
  const times: number[] = [];
  for (let at = 0; at <= 5_000; at += 7) {
    for (let sender = 0; sender < 4; sender++) {
      const { granted } = bucket.take(RATE, 10, 1, at);
      times.push(...Array.from({ length: granted }, () => at));
    }
  }
  expect(times.length).toBeGreaterThan(5 * RATE * 0.95);
  for (const from of times) {
    const within = times.filter((at) => at >= from && at < from + 1_000).length;
    expect(within).toBeLessThanOrEqual(RATE * (1 + BURST_S) + 1);
  }
});

test("what came in is taken from what may go out, and no more than a second's worth is owed", () => {
  const bucket = new PermitBucket(0);
  bucket.spend(10, RATE, 1_000);
  // A quarter of a second's worth was there.
  expect(bucket.take(RATE, 50, 1, 1_000).granted).toBe(10);
  bucket.spend(100 * RATE, RATE, 1_000);
  expect(bucket.take(RATE, 50, 1, 1_990).granted).toBe(0);
  expect(bucket.take(RATE, 50, 1, 2_025).granted).toBe(2);
});

test("permits that were not used are there for the next one", () => {
  const bucket = new PermitBucket(0);
  expect(bucket.take(RATE, 50, 20, 250).granted).toBe(20);
  bucket.giveBack(5);
  expect(bucket.take(RATE, 50, 1, 250).granted).toBe(5);
});
