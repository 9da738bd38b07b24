import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepReading } from "#app/routes/chats/pane/keep-reading.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page, and a server that refuses so often. */
function scene({ refusals = 0, isHidden = false } = {}) {
  const heard = new Set<() => void>();
  const page = {
    visibilityState: isHidden ? "hidden" : "visible",
    addEventListener: (_: string, listener: () => void) => heard.add(listener),
    removeEventListener: (_: string, listener: () => void) => heard.delete(listener),
  };
  const say = vi.fn(() => (refusals-- > 0 ? Promise.reject(new Error("429")) : Promise.resolve()));
  const show = (isShown: boolean) => {
    page.visibilityState = isShown ? "visible" : "hidden";
    for (const each of heard) each();
  };
  return { stop: keepReading(say, page as unknown as Document), say, show, heard };
}

test("a read that did not arrive is said again after a while, and no more once it did", async () => {
  const { say } = scene({ refusals: 2 });
  expect(say).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(say).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(say).toHaveBeenCalledTimes(3);
});

test("nothing is read out of sight, and what comes into sight is", async () => {
  const { say, show } = scene({ isHidden: true });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(say).not.toHaveBeenCalled();
  show(true);
  expect(say).toHaveBeenCalledTimes(1);
});

test("a page that went out of sight meanwhile says it when it is back", async () => {
  const { say, show } = scene({ refusals: 1 });
  show(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(say).toHaveBeenCalledTimes(1);
  show(true);
  expect(say).toHaveBeenCalledTimes(2);
});

test("a chat that is left says nothing more, also after a refusal", async () => {
  const { say, stop, heard } = scene({ refusals: 1 });
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([say.mock.calls.length, heard.size]).toEqual([1, 0]);
});
