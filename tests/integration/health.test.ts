import { expect, test } from "vitest";
import { startHarness } from "#tests/support/harness.ts";

const harness = await startHarness();

test("the api Worker answers its health check", async () => {
  const response = await harness.fetch("/api/healthz");
  expect(response.status).toBe(200);
});

test("a test reaches each Worker's own database", async () => {
  for (const database of [harness.env.DIRECTORY, harness.env.TENANT_1, harness.env.TENANT_2]) {
    expect(await database.prepare("SELECT 1 AS one").first("one")).toBe(1);
  }
});
