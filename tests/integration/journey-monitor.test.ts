import { beforeAll, beforeEach, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { graphOf } from "#tests/support/flow.ts";
import { startHarness } from "#tests/support/harness.ts";
import { expectNoDrift, newPhone, say } from "#tests/support/journey-talk.ts";
import { idleDeps, keepJobs } from "#tests/support/jobs.ts";
import { answerOurselves, deliver, makeChannel, rowsOf, saying } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { refused } from "#tests/support/refused.ts";
import { ctxFor } from "#tests/support/training.ts";
import { nextVersion, runsOf, startedJourney } from "#tests/support/runs.ts";
import { type AutomationKind, automationKinds } from "#workers/contract/automation/kinds.ts";
import * as instancesApi from "#workers/contract/endpoints/automation-instances.ts";
import * as monitorApi from "#workers/contract/endpoints/journey-monitor.ts";
import { journeyReport } from "#workers/contract/endpoints/journey-report.ts";
import { sweepRuns } from "#workers/domain/automations/troubles.ts";
import { runJob } from "#workers/domain/jobs/run-pages.ts";
import { sweepPages } from "#workers/domain/runs/sweep-pages.ts";

/** A journey that is watched: its steps in figures, what fails and who is stuck, and what is done about them. */
const harness = await startHarness();
let owner: Person;
beforeAll(async () => {
  owner = await makePerson(harness);
});
beforeEach(() => answerOurselves(harness));

const greeting = (data: object) =>
  graphOf({ start: ["start"], hello: ["sendMessage", data], end: ["end", { outcome: "greeted" }] }, [
    "start > hello",
    "hello > end",
  ]);
const BROKEN = greeting({ variants: "none" });
const MENDED = greeting(say("Hello")[1]);
const asking = graphOf(
  {
    start: ["start"],
    ask: ["buttons", { text: "?", options: [{ id: "1", label: "Yes" }] }],
    goal: ["milestone", { milestoneId: "agreed", value: { type: "static", value: 5 } }],
  },
  ["start > ask", "ask.option:1 > goal"],
);
const started = async (graph: typeof BROKEN, people: number, kind: AutomationKind = "journey") => {
  const channel = await makeChannel(harness, owner);
  const journey = await startedJourney(harness, channel, graph, { keyword: "begin", kind });
  const phones = Array.from({ length: people }, newPhone);
  await deliver(
    harness,
    channel,
    phones.map((phone) => saying(phone, "begin")),
  );
  const params = { id: journey.automationId, instanceId: journey.instanceId };
  return { ...journey, channel, phones, params };
};
type Started = Awaited<ReturnType<typeof started>>;
const statesOf = async ({ instanceId }: Pick<Started, "instanceId">) =>
  (await runsOf(harness, instanceId)).map(({ state }) => state).toSorted();
const troubles = (params: Started["params"], kind: AutomationKind = "journey") =>
  owner.call(monitorApi.monitorDoors[kind].troubles, { params });
/** As if everybody had come to where they are so long ago. */
const since = (instanceId: string, ms: number) =>
  harness.env.TENANT_1.prepare(
    "UPDATE runs SET data = json_set(data, '$.since', ?2) WHERE instance_id = ?1 AND state = 'waiting'",
  )
    .bind(instanceId, Date.now() - ms)
    .run();

test.each(automationKinds)(
  "%s: failures stand by their cause; one or all are tried again, in the mended version, each once",
  async (kind) => {
    const [works, watched] = [instancesApi.instanceDoors[kind], monitorApi.monitorDoors[kind]];
    const journey = await started(BROKEN, 3, kind);
    const { params, channel, instanceId, automationId } = journey;
    await eventually(async () => expect(await statesOf(journey)).toEqual(["failed", "failed", "failed"]));
    const cause = { node: { id: "hello", type: "sendMessage" }, code: "brokenNode", runs: 3 };
    expect(await troubles(params, kind)).toMatchObject({
      causes: [cause],
      more: false,
      stuck: [],
      jobId: null,
    });
    const listed = await owner.call(works.runs, {
      params,
      query: { node: "hello", code: "brokenNode", state: "failed" },
    });
    expect(listed.runs).toHaveLength(3);
    const [first] = await runsOf(harness, instanceId);
    const one = { ...params, runId: first?.id ?? "" };

    // In the version in which it failed it fails again.
    await owner.call(works.retryRun, { params: one });
    await eventually(async () =>
      expect((await runsOf(harness, instanceId)).find(({ id }) => id === one.runId)).toMatchObject({
        state: "failed",
        seq: 3,
      }),
    );
    const { number } = await nextVersion(harness, channel, automationId, MENDED);
    await owner.call(works.version, { params, body: { number, revision: 1 } });
    await owner.call(works.retryRun, { params: one, body: { newest: true } });
    await eventually(async () => expect(await statesOf(journey)).toEqual(["completed", "failed", "failed"]));
    expect(await refused(owner.call(works.retryRun, { params: one }))).toMatchObject({
      status: 409,
      message: expect.stringContaining("hasn't failed"),
    });

    const body = { what: "retry", node: "hello", code: "brokenNode", newest: true } as const;
    expect(await owner.call(watched.sweep, { params, body })).toMatchObject({ runs: 2 });
    await eventually(async () =>
      expect(await statesOf(journey)).toEqual(["completed", "completed", "completed"]),
    );
    await eventually(async () =>
      expect(await troubles(params, kind)).toMatchObject({ causes: [], jobId: null }),
    );
    expect(await refused(owner.call(watched.sweep, { params, body }))).toMatchObject({
      status: 409,
    });
    expect(await rowsOf(harness, "SELECT message FROM jobs WHERE subject = ?", instanceId)).toEqual([
      { message: "2 people tried again" },
    ]);
    await expectNoDrift(harness, channel.enterpriseId);
  },
);

test("a sweep that dies in its pages goes on, tells each once, and leaves alone who has not failed or failed since", async () => {
  const ctx = ctxFor(harness, owner);
  const giveBack = await keepJobs(harness, owner);
  const channel = await makeChannel(harness, owner);
  const { automationId, instanceId } = await startedJourney(harness, channel, BROKEN);
  await harness.env.TENANT_1.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
     INSERT INTO runs (id, enterprise_id, instance_id, version_id, channel_id, identity_id, entry_key, state, node_id, seq, data, started_at, ended_at)
     SELECT printf('%s-%08d', o.id, i), o.enterprise_id, o.id, o.version_id, o.channel_id, 'nobody', 'many-' || i, iif(i % 3 = 0, 'completed', 'failed'), 'hello', 0,
       json_object('reason', json_object('code', iif(i % 3 = 1, 'one', 'two'))), 1, iif(i = 1, ?2, 2)
     FROM n CROSS JOIN automation_instances o ON o.id = ?1`,
  )
    .bind(instanceId, Date.now() + 3_600_000)
    .run();
  const told = () =>
    rowsOf<{ n: number }>(
      harness,
      `SELECT count(*) AS n FROM run_inbox x JOIN runs r ON r.id = x.run_id WHERE r.instance_id = ? AND x.kind = 'retry' GROUP BY r.data ->> '$.reason.code'`,
      instanceId,
    );
  const asked = { what: "retry", node: "hello", newest: false, from: "failed", before: undefined } as const;
  const handlers = { "runs.sweep": { pages: sweepPages, failure: "" } } as never;
  // Paused, so that the clock leaves what it is told where it is.
  await harness.env.TENANT_1.prepare("UPDATE automation_instances SET state = 3 WHERE id = ?")
    .bind(instanceId)
    .run();
  const one = await sweepRuns(ctx, "journey", { id: automationId, instanceId }, { ...asked, code: "one" });
  expect(one.runs).toBe(399);
  await expect(
    sweepRuns(ctx, "journey", { id: automationId, instanceId }, { ...asked, code: "two" }),
  ).rejects.toThrow("already");
  expect(await runJob(ctx, one.jobId, handlers, idleDeps)).toBe("done");
  expect(await told()).toEqual([{ n: 399 }]);

  await harness.env.TENANT_1.prepare(
    "UPDATE runs SET data = json_set(data, '$.reason.code', 'all') WHERE instance_id = ? AND state = 'failed'",
  )
    .bind(instanceId)
    .run();
  const two = await sweepRuns(ctx, "journey", { id: automationId, instanceId }, { ...asked, code: "all" });
  const dying = { ...idleDeps, breathe: () => Promise.reject(new Error("killed")) };
  expect(await runJob(ctx, two.jobId, handlers, dying)).toBe("tried");
  await harness.env.TENANT_1.prepare("UPDATE jobs SET lease_until = 0 WHERE id = ?").bind(two.jobId).run();
  expect(await runJob(ctx, two.jobId, handlers, idleDeps)).toBe("done");
  // People who had been told before are not told again.
  expect(await told()).toEqual([{ n: 799 }]);
  expect(
    await rowsOf(
      harness,
      "SELECT count(*) AS n FROM run_inbox x JOIN runs r ON r.id = x.run_id WHERE r.instance_id = ? AND r.state <> 'failed'",
      instanceId,
    ),
  ).toEqual([{ n: 0 }]);
  await harness.env.TENANT_1.batch([
    harness.env.TENANT_1.prepare("DELETE FROM run_inbox WHERE run_id GLOB ?").bind(`${instanceId}-*`),
    harness.env.TENANT_1.prepare("DELETE FROM runs WHERE instance_id = ?").bind(instanceId),
  ]);
  await giveBack();
});

test("a retry that breaks off leaves the failure with its reason, holds up nobody, and may be asked for again", async () => {
  const journey = await started(BROKEN, 1);
  const { params, instanceId, channel, automationId } = journey;
  await eventually(async () => expect(await statesOf(journey)).toEqual(["failed"]));
  const run = async () => (await runsOf(harness, instanceId))[0];
  const retry = async () =>
    owner.call(instancesApi.retryJourneyRun, {
      params: { ...params, runId: (await run())?.id ?? "" },
      body: { newest: true },
    });
  // A row that no engine reads: what carries it on breaks off.
  const kept = (await run())?.data ?? "";
  const data = (json: string) =>
    harness.env.TENANT_1.prepare("UPDATE runs SET data = ?2, attempts = 5 WHERE instance_id = ?1")
      .bind(instanceId, json)
      .run();
  await data('{"vars":null}');
  await retry();
  await eventually(async () => expect((await run())?.data).toContain("broken"));
  expect(await run()).toMatchObject({ state: "failed" });
  expect(
    await rowsOf(
      harness,
      "SELECT count(*) AS n FROM run_inbox x JOIN runs r ON r.id = x.run_id WHERE r.instance_id = ? AND x.done_at IS NULL",
      instanceId,
    ),
  ).toEqual([{ n: 0 }]);
  await data(kept);
  const { versionId } = await nextVersion(harness, channel, automationId, MENDED);
  await harness.env.TENANT_1.prepare("UPDATE automation_instances SET version_id = ?2 WHERE id = ?1")
    .bind(instanceId, versionId)
    .run();
  await retry();
  await eventually(async () => expect(await statesOf(journey)).toEqual(["completed"]));
  await expectNoDrift(harness, channel.enterpriseId);
});

test("who is at a step for three times as long as others are is stuck, and is ended; whoever came later is not", async () => {
  const journey = await started(asking, 7);
  const { params, phones, channel, instanceId } = journey;
  await eventually(async () => expect(await statesOf(journey)).toHaveLength(7));
  await eventually(async () =>
    expect((await runsOf(harness, instanceId)).every(({ node_id }) => node_id === "ask")).toBe(true),
  );
  await since(instanceId, 100_000);
  await deliver(
    harness,
    channel,
    phones.slice(0, 5).map((phone) => saying(phone, "Yes")),
  );
  await eventually(async () =>
    expect((await statesOf(journey)).filter((state) => state === "completed")).toHaveLength(5),
  );
  const figures = () => owner.call(monitorApi.journeyFigures, { params });
  const ask = (await figures()).steps.find(({ node }) => node === "ask");
  expect(ask).toMatchObject({ entered: 7, left: 5, here: 2, errors: 0 });
  expect(ask?.medianMs).toBeGreaterThan(80_000);
  expect(ask?.medianMs).toBeLessThan(200_000);
  expect(await troubles(params)).toMatchObject({ stuck: [] });
  const [late, fresh] = (await runsOf(harness, instanceId)).filter(({ state }) => state === "waiting");
  await harness.env.TENANT_1.prepare("UPDATE runs SET data = json_set(data, '$.since', 1) WHERE id = ?")
    .bind(late?.id)
    .run();
  const { stuck } = await troubles(params);
  expect(stuck).toMatchObject([{ node: { id: "ask" }, runs: 1 }]);
  const before = stuck[0]?.before;
  const listed = await owner.call(instancesApi.listJourneyRuns, { params, query: { node: "ask", before } });
  expect(listed.runs.map(({ id }) => id)).toEqual([late?.id]);
  await owner.call(monitorApi.sweepJourneyRuns, { params, body: { what: "end", node: "ask", before } });
  await eventually(async () =>
    expect((await runsOf(harness, instanceId)).find(({ id }) => id === late?.id)?.state).toBe("cancelled"),
  );
  expect((await runsOf(harness, instanceId)).find(({ id }) => id === fresh?.id)?.state).toBe("waiting");
  await expectNoDrift(harness, channel.enterpriseId);
});

test("a number opens its people, and figures are of their days and their version alone", async () => {
  const journey = await started(asking, 3);
  const { params, phones, channel, instanceId, automationId } = journey;
  await eventually(async () =>
    expect((await runsOf(harness, instanceId)).map(({ node_id }) => node_id)).toEqual(["ask", "ask", "ask"]),
  );
  await deliver(harness, channel, [saying(phones[0] ?? "", "Yes")]);
  const figures = (query: object = {}) => owner.call(monitorApi.journeyFigures, { params, query });
  const step = async (node: string, query: object = {}) =>
    (await figures(query)).steps.find((each) => each.node === node);
  await eventually(async () => expect(await step("goal")).toMatchObject({ entered: 1, left: 1, here: 0 }));
  expect(await step("ask")).toMatchObject({
    entered: 3,
    here: 2,
    left: 1,
    ways: [{ port: "option:1", left: 1 }],
  });
  const people = async (query: object) =>
    (await owner.call(instancesApi.listJourneyRuns, { params, query })).runs.length;
  expect([
    await people({ node: "ask", state: "waiting" }),
    await people({ node: "ask", did: "entered" }),
    await people({ node: "ask", did: "left", port: "option:1" }),
    await people({ node: "ask", did: "left", port: "option:2" }),
    await people({ node: "ask", did: "errors" }),
    await people({ node: "ask", did: "entered", until: "2020-01-01T00:00:00.000Z" }),
    await people({ version: 2 }),
  ]).toEqual([2, 3, 1, 0, 0, 0, 0]);

  // Another version: its people, and not those of the first.
  const { versionId } = await nextVersion(harness, channel, automationId, asking);
  await harness.env.TENANT_1.prepare("UPDATE automation_instances SET version_id = ?2 WHERE id = ?1")
    .bind(instanceId, versionId)
    .run();
  await deliver(harness, channel, [saying(newPhone(), "begin")]);
  await eventually(async () =>
    expect(await step("ask", { version: 2 })).toMatchObject({ entered: 1, here: 1 }),
  );
  expect(await figures({ version: 1 })).toMatchObject({ version: 1, versions: [2, 1] });
  expect(await step("ask", { version: 1 })).toMatchObject({ entered: 3, here: 2 });
  expect(await step("ask")).toMatchObject({ entered: 4, here: 3 });
  expect(await step("ask", { from: "2020-01-01", to: "2020-02-01" })).toMatchObject({
    entered: 0,
    here: 3,
    medianMs: null,
  });

  // A report's figures are the same, and as the rows say.
  const report = await owner.call(journeyReport, { query: { id: automationId } });
  expect(report.steps).toEqual((await figures()).steps);
  expect(report.milestones).toMatchObject([{ id: "agreed", reached: 1, value: 5 }]);
  await expectNoDrift(harness, channel.enterpriseId);
});

test("a launch is watched by its own door alone: steps and minutes in figures, people who are taken out of it", async () => {
  const { params, instanceId } = await started(asking, 2, "encap");
  await eventually(async () => expect(await runsOf(harness, instanceId)).toHaveLength(2));
  const { figures, minutes, people } = monitorApi.monitorDoors.encap;
  await eventually(async () => {
    const { steps } = await owner.call(figures, { params, query: {} });
    expect(steps.find(({ node }) => node === "ask")).toMatchObject({ entered: 2, here: 2 });
  });
  const counted = (await owner.call(minutes, { params })).minutes.reduce(
    (sum, each) => sum + each.entered,
    0,
  );
  expect(counted).toBe(2);
  for (const call of [monitorApi.journeyFigures, monitorApi.journeyMinutes, monitorApi.listJourneyTroubles])
    expect(await refused(owner.call(call, { params, query: {} } as never))).toMatchObject({ status: 404 });
  await owner.call(people, { params, body: { what: "end", filter: { node: "ask" } } });
  await eventually(async () => expect(await statesOf({ instanceId })).toEqual(["cancelled", "cancelled"]));
});

test("an unknown instance, another journey's version and days that can't be are refused with a sentence", async () => {
  const [one, other] = [await started(asking, 0), await started(asking, 0)];
  await nextVersion(harness, other.channel, other.automationId, asking);
  const figures = (query: object, params = one.params) =>
    refused(owner.call(monitorApi.journeyFigures, { params, query }));
  expect([
    await figures({ version: 2 }),
    await figures({ from: "2026-02-01", to: "2026-01-01" }),
    await figures({ from: "2020-01-01", to: "2026-01-01" }),
    await figures({}, { ...one.params, instanceId: other.instanceId }),
    await refused(troubles({ ...one.params, instanceId: "nobody" })),
    await refused(
      owner.call(monitorApi.sweepJourneyRuns, { params: one.params, body: { what: "end", node: "" } }),
    ),
    await refused(
      owner.call(monitorApi.sweepJourneyRuns, { params: one.params, body: { what: "end", node: "ask" } }),
    ),
  ]).toMatchObject([
    { status: 400, message: expect.stringContaining("no version 2") },
    { status: 400, message: expect.stringContaining("within 400 days") },
    { status: 400, message: expect.stringContaining("within 400 days") },
    { status: 404 },
    { status: 404 },
    { status: 400, message: expect.stringContaining("at which step") },
    { status: 409, message: expect.stringContaining("Nobody matches") },
  ]);
});
