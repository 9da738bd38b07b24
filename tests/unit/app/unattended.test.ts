import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { me } from "#workers/contract/endpoints/profile.ts";
import { UNATTENDED } from "#workers/contract/unattended.ts";

/** Calls of a tab say whether somebody is there: only theirs keep a session from being idle. */
let press: () => void;
const fetched: Headers[] = [];

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  const window = new EventTarget();
  vi.stubGlobal("window", window);
  vi.stubGlobal("document", { documentElement: { lang: "en" } });
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  press = () => window.dispatchEvent(new Event("keydown"));
  vi.stubGlobal("localStorage", { getItem: () => "token" });
  fetched.length = 0;
  vi.stubGlobal("fetch", (_: string, { headers }: { headers: Headers }) => {
    fetched.push(headers);
    return Promise.resolve(Response.json({ status: true, response: {} }));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("after five minutes without a hand a tab's calls are no use of the session, until it is touched", async () => {
  const { call, whenUsed } = await import("#app/data/api.ts");
  let used = 0;
  whenUsed(() => used++);
  const saysUnattended = async () => {
    await call(me);
    return fetched.at(-1)?.has(UNATTENDED);
  };
  expect([await saysUnattended(), used]).toEqual([false, 1]);
  vi.advanceTimersByTime(5 * 60_000 - 1);
  expect([await saysUnattended(), used]).toEqual([false, 2]);
  vi.advanceTimersByTime(1);
  expect([await saysUnattended(), used]).toEqual([true, 2]);
  press();
  expect([await saysUnattended(), used]).toEqual([false, 3]);
});
