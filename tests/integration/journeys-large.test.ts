import { expect, test, onTestFinished } from "vitest";
import { graphOf } from "#tests/support/flow.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makeChannel } from "#tests/support/messaging.ts";
import { makePerson } from "#tests/support/people.ts";
import { manyRuns, startedJourney, othersAside } from "#tests/support/runs.ts";
import { aroundDatabase } from "#tests/support/watched-database.ts";
import type { TenantDb } from "#db/client.ts";
import { simulatorCapabilities } from "#workers/contract/simulator-capabilities.ts";
import { workRuns } from "#workers/domain/runs/carry-on.ts";

/** Runs that hold as much as they may. */
const harness = await startHarness();
const DAY_MS = 86_400_000;
const PEOPLE = 500;

const waiting = graphOf(
  {
    start: ["start"],
    wait: ["wait", { until: { kind: "duration", length: { amount: 1, unit: "days" } } }],
    end: ["end"],
  },
  ["start > wait", "wait > end"],
);

test("500 runs with all the variables that they may have go on page by page, none of them alone", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const { instanceId } = await startedJourney(harness, channel, waiting);
  const db = harness.env.TENANT_1;
  // Due for whoever looks in two days, so that the clock of now leaves them alone.
  const now = Date.now() + 2 * DAY_MS;
  onTestFinished(await othersAside(harness, instanceId));
  await manyRuns(harness, instanceId, { count: PEOPLE, nodeId: "wait", wakeAt: now - DAY_MS });
  await db
    .prepare(
      `UPDATE runs SET data = json_set(data, '$.vars', json_object('list', json(?2)), '$.heard', json_object('last', json(?2))) WHERE instance_id = ?1`,
    )
    .bind(instanceId, JSON.stringify(Array.from({ length: 100 }, () => '"'.repeat(300))))
    .run();
  const size = await db
    .prepare("SELECT min(octet_length(data)) AS bytes FROM runs WHERE instance_id = ?")
    .bind(instanceId)
    .first<number>("bytes");
  expect(size).toBeGreaterThan(100_000);

  let calls = 0;
  const watched = {
    $client: aroundDatabase(db, {
      around: (_, run) => {
        calls += 1;
        return run();
      },
    }),
  } as unknown as TenantDb;
  const deps = {
    capabilities: (_: number, type: number) => simulatorCapabilities(type),
    placeOf: async () => ({ zone: "UTC", country: "IN" }),
    formLink: () => ({ token: "", url: "" }),
    linksOf: () => Promise.reject(new Error("nobody waits for a click")),
  };
  let worked = 0;
  for (let more = true; more;) {
    const look = await workRuns(watched, deps, () => now);
    worked += look.worked;
    more = look.more;
  }
  expect(worked).toBe(PEOPLE);
  // Nobody is behind these, so they are over; one by one that would be more than a call each.
  const open = await db
    .prepare("SELECT count(*) AS n FROM runs WHERE instance_id = ? AND state = 'waiting'")
    .bind(instanceId)
    .first<number>("n");
  expect(open).toBe(0);
  expect(calls).toBeLessThan(PEOPLE / 4);
});
