import { afterEach, expect, test, vi } from "vitest";
import { enterpriseId } from "#workers/contract/ids.ts";
import { Tails } from "#workers/jobs/tails.ts";

afterEach(() => vi.unstubAllGlobals());

const one = () =>
  new Map([["instance", { of: "instance", entered: 1, steps: 1, ended: 0, failed: 0, latest: [] }]]);

test("steps are told at once, then once a second with all that came between, and more seldom where nobody watches", async () => {
  const waits: number[] = [];
  vi.stubGlobal("scheduler", { wait: async (ms: number) => void waits.push(ms) });
  const told: number[] = [];
  let watching = 1;
  const tails = new Tails(() => ({
    tellTopics: async ([first]) => {
      if (first?.event.action === "runsStepped") told.push(first.event.data.entered);
      return watching;
    },
  }));
  const of = enterpriseId.parse("0190a0c2-0000-7000-8000-000000000001");
  await tails.take(of, one(), Date.now());
  const second = tails.take(of, one(), Date.now());
  expect(tails.take(of, one(), Date.now()), "it is going to be told already").toBeUndefined();
  watching = 0;
  await second;
  await tails.take(of, one(), Date.now());
  expect(told).toEqual([1, 2, 1]);
  expect(waits.map((ms) => Math.ceil(ms / 1_000))).toEqual([1, 5]);
});
