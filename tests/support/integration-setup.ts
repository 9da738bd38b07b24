import { afterAll, afterEach, expect } from "vitest";
import { driftOfAll } from "#workers/domain/reports/recount.ts";
import { runningHarness } from "./harness.ts";
import { forgetOutbound, unexpected } from "./outbound.ts";

afterEach(() => {
  const stray = [...unexpected];
  forgetOutbound();
  expect(stray, "outbound requests that no test answered").toEqual([]);
});

// What reports read is what the turns say, whatever a file did to them.
afterAll(async () => {
  const harness = await runningHarness();
  if (!harness) return;
  const { TENANT_1, TENANT_2 } = harness.env;
  const drift = await Promise.all([TENANT_1, TENANT_2].map(driftOfAll));
  expect(drift.flat(), "counts that are not what the turns add up to").toEqual([]);
});
