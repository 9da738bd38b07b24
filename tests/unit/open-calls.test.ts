import { expect, test, vi } from "vitest";
import { OpenCalls } from "#workers/jobs/open-calls.ts";

test("a call that hangs takes a place, and one that was just made will give it back", async () => {
  vi.useFakeTimers();
  try {
    const calls = new OpenCalls(2);
    const { promise, resolve } = Promise.withResolvers<void>();
    calls.add(promise);
    calls.add(Promise.withResolvers<void>().promise);
    expect([calls.size, calls.free]).toEqual([2, 2]);
    vi.advanceTimersByTime(999);
    expect(calls.free).toBe(2);
    vi.advanceTimersByTime(1);
    expect(calls.free).toBe(0);
    resolve();
    await calls.any();
    expect([calls.size, calls.free]).toEqual([1, 1]);
  } finally {
    vi.useRealTimers();
  }
});

test("nobody waits for an answer where no call is open", async () => {
  const calls = new OpenCalls(2);
  await calls.any();
  await calls.all();
  expect(calls.free).toBe(2);
});
