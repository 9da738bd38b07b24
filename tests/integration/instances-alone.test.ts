import { beforeEach, expect, test } from "vitest";
import { makeCustomer, makeGroup } from "#tests/support/customers.ts";
import { eventually } from "#tests/support/eventually.ts";
import { graphOf, text } from "#tests/support/flow.ts";
import { startHarness } from "#tests/support/harness.ts";
import { idleDeps, keepJobs } from "#tests/support/jobs.ts";
import { expectSaid, newPhone } from "#tests/support/journey-talk.ts";
import { publishedOne } from "#tests/support/journeys.ts";
import {
  answerOurselves,
  deliver,
  makeChannel,
  rowsOf,
  saying,
  type TestChannel,
} from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { manyRuns, runsOf } from "#tests/support/runs.ts";
import { ctxFor } from "#tests/support/training.ts";
import { watchedCtx } from "#tests/support/watched-ctx.ts";
import { automationInstancesTexts } from "#texts/automation-instances.ts";
import { triggersTexts } from "#texts/triggers.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import { instanceDoors } from "#workers/contract/endpoints/automation-instances.ts";
import { launchEncap, listLaunches } from "#workers/contract/endpoints/automation-launch.ts";
import { triggerDoors } from "#workers/contract/endpoints/automation-triggers.ts";
import { automationDoors } from "#workers/contract/endpoints/automations.ts";
import { deleteChannel } from "#workers/contract/endpoints/channels.ts";
import { getJob } from "#workers/contract/endpoints/jobs.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { simulatorCapabilities } from "#workers/contract/simulator-capabilities.ts";
import { addPages, addToInstance } from "#workers/domain/automations/instances-add.ts";
import { instanceStarts } from "#workers/domain/automations/instances-move.ts";
import type { Ctx } from "#workers/domain/ctx.ts";
import { type JobHandlers, runJob } from "#workers/domain/jobs/run-pages.ts";

/** Instances work while nobody looks: their time comes late, or their channel or the whole of them is deleted. */
const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const db = harness.env.TENANT_1;
const api = instanceDoors.journey;
const MINUTE_MS = 60_000;
const everybody = { filter: { search: "", groups: [], tags: [] }, customerIds: [] };
const greeting = graphOf({ start: ["start"], hi: ["sendMessage", text("Hi")] }, ["start > hi"]);

const adding = {
  "instance.add": {
    pages: (ctx: Ctx, held: never, payload: never) =>
      addPages(ctx, held, payload, {
        asking: {
          capabilities: (_, type) => simulatorCapabilities(type),
          placeOf: () => Promise.resolve({ zone: "UTC", country: "IN" }),
        },
        hashOf: () => Promise.resolve(() => Promise.resolve("")),
      }),
    failure: "failed",
  },
} as unknown as JobHandlers;

let made = 0;
/** A launch that is scheduled, and the clock that comes so long after its time. */
async function planned(owner: Person, on?: TestChannel) {
  const channel = on ?? (await makeChannel(harness, owner, { type: channelTypes.sms }));
  const id = await publishedOne(owner, "encap", `Offer ${++made}`, greeting);
  const at = Date.now() + 3_600_000;
  const { id: instanceId } = await owner.call(launchEncap, {
    params: { id },
    body: { channelId: channel.id, audience: everybody, startAt: new Date(at).toISOString() },
  });
  const come = async (lateMs: number) => {
    const enterpriseId = owner.enterpriseId as EnterpriseId;
    const timer = { kind: "instanceStarts" as const, subject: instanceId, seq: at, dueAt: at, attempts: 0 };
    const due = { enterpriseId, timers: [{ ...timer, enterpriseId }], now: at + lateMs };
    await db.batch(await instanceStarts({ $client: db }, due));
  };
  const launch = async () => (await owner.call(listLaunches, { params: { id } })).launches[0];
  const jobs = () =>
    rowsOf(harness, "SELECT id FROM jobs WHERE subject = ? AND kind = 'instance.enter'", instanceId);
  return { id, instanceId, channel, come, launch, jobs };
}

test("a launch that is over an hour late waits for a person, who starts it; one that is less begins", async () => {
  const owner = await makePerson(harness);
  const giveBack = await keepJobs(harness, owner);
  await makeCustomer(owner, { name: "Dan" });
  const [late, soon, shelved] = [await planned(owner), await planned(owner), await planned(owner)];
  await late.come(61 * MINUTE_MS);
  await soon.come(59 * MINUTE_MS);
  expect(await late.launch()).toMatchObject({ state: INSTANCE.paused, endReason: "late", startedAt: null });
  expect(await late.jobs()).toEqual([]);
  expect(await soon.launch()).toMatchObject({ state: INSTANCE.started, endReason: "" });
  expect(await soon.jobs()).toHaveLength(1);

  await owner.call(automationDoors.encap.change, {
    params: { id: shelved.id },
    body: { name: "Shelved", archived: true },
  });
  await shelved.come(MINUTE_MS);
  expect(await shelved.launch()).toMatchObject({ state: INSTANCE.paused, endReason: "archived" });

  const params = { id: late.id, instanceId: late.instanceId };
  const resumed = await owner.call(instanceDoors.encap.move, { params, body: { action: "resume" } });
  expect(resumed).toMatchObject({ state: INSTANCE.started, endReason: "", startAt: null });
  expect(resumed.startedAt).not.toBeNull();
  expect(await late.jobs()).toHaveLength(1);
  await giveBack();
});

test("a schedule that is over an hour late lets nobody in, and it is said why", async () => {
  const owner = await makePerson(harness);
  const group = await makeGroup(owner);
  await makeCustomer(owner, { name: "Eve", phoneNumber: newPhone(), groups: [group] });
  const channel = await makeChannel(harness, owner);
  const triggers = [
    { kind: "schedule", every: "week", weekday: "mon", clock: "09:00", audience: { of: "group", id: group } },
  ];
  const graph = graphOf({ start: ["start", { triggers }], ask: ["ask", { text: "Well?" }] }, ["start > ask"]);
  const id = await publishedOne(owner, "journey", "Mondays", graph);
  const { id: instanceId } = await owner.call(api.create, {
    params: { id },
    body: { channelId: channel.id },
  });
  const why = async () =>
    (await owner.call(triggerDoors.journey.evaluations, { params: { id, instanceId }, query: {} }))
      .evaluations;
  const OF_IT = "subject = (SELECT id FROM automation_triggers WHERE instance_id = ?2)";
  const comes = async (at: number) => {
    await eventually(async () =>
      expect(
        await rowsOf(
          harness,
          `SELECT seq FROM timers WHERE ?1 > 0 AND ${OF_IT} AND due_at > ?1`,
          Date.now(),
          instanceId,
        ),
      ).toHaveLength(1),
    );
    await db.prepare(`UPDATE timers SET seq = ?1, due_at = ?1 WHERE ${OF_IT}`).bind(at, instanceId).run();
    await harness.scheduled();
  };
  await comes(Date.now() - 61 * MINUTE_MS);
  await eventually(async () =>
    expect(await why()).toMatchObject([
      { kind: "schedule", result: "late", sentence: triggersTexts.sentences.late, customer: { id: null } },
    ]),
  );
  expect(await runsOf(harness, instanceId)).toEqual([]);
  await comes(Date.now() - 59 * MINUTE_MS);
  await eventually(async () => expect(await runsOf(harness, instanceId)).toHaveLength(1));
});

test("customers who are being added to a journey that is paused meanwhile stay out, and the work says so", async () => {
  const owner = await makePerson(harness);
  const giveBack = await keepJobs(harness, owner);
  await makeCustomer(owner, { name: "Gita" });
  const channel = await makeChannel(harness, owner);
  const id = await publishedOne(owner, "journey", "By hand");
  const { id: instanceId } = await owner.call(api.create, {
    params: { id },
    body: { channelId: channel.id },
  });
  const params = { id, instanceId };
  // Past the API, which would wake a worker.
  const ctx = ctxFor(harness, owner);
  const { jobId } = await addToInstance(ctx, "journey", params, everybody);
  let isPaused = false;
  const overtaken = watchedCtx(harness, owner, async (sql) => {
    if (isPaused || !sql.startsWith("INSERT OR IGNORE INTO runs")) return;
    isPaused = true;
    await owner.call(api.move, { params, body: { action: "pause" } });
  });
  expect(await runJob(overtaken, jobId, adding, idleDeps)).toBe("lost");
  expect(isPaused).toBe(true);
  await db.prepare("UPDATE jobs SET lease_until = 0 WHERE id = ?").bind(jobId).run();
  expect(await runJob(ctx, jobId, adding, idleDeps)).toBe("done");
  expect(await owner.call(getJob, { params: { id: jobId } })).toMatchObject({
    message: automationInstancesTexts.added.stopped(0),
    result: { total: 1, done: 0, entered: 0 },
  });
  expect(await runsOf(harness, instanceId)).toEqual([]);
  await giveBack();
});

test("a channel that is deleted ends whatever is at work on it, and everybody who is in it", async () => {
  const owner = await makePerson(harness);
  const giveBack = await keepJobs(harness, owner);
  await makeCustomer(owner, { name: "Fay" });
  const channel = await makeChannel(harness, owner, { type: channelTypes.sms });
  const [gone, elsewhere] = [await publishedOne(owner, "journey", "Talk"), await makeChannel(harness, owner)];
  const on = (channelId: string, keyword: string) =>
    owner.call(api.create, { params: { id: gone }, body: { channelId, keywords: [keyword] } });
  const [talk, other] = [await on(channel.id, "talk"), await on(elsewhere.id, "talk")];
  const wakeAt = Date.now() + 86_400_000;
  await manyRuns(harness, talk.id, { count: 2_500, nodeId: "city", wakeAt });
  await manyRuns(harness, other.id, { count: 1, nodeId: "city", wakeAt });
  // One that lets its audience in, one whose time has yet to come, and one that is paused.
  const [entering, later, resting] = [
    await planned(owner, channel),
    await planned(owner, channel),
    await planned(owner, channel),
  ];
  await entering.come(0);
  await resting.come(0);
  await owner.call(instanceDoors.encap.move, {
    params: { id: resting.id, instanceId: resting.instanceId },
    body: { action: "pause" },
  });
  expect(await entering.launch()).toMatchObject({ state: INSTANCE.started, audience: { done: false } });
  await owner.call(deleteChannel, { params: { id: channel.id } });

  for (const each of [entering, later, resting])
    expect(await each.launch()).toMatchObject({ state: INSTANCE.stopped, endReason: "channelDeleted" });
  expect(
    await rowsOf(
      harness,
      "SELECT state FROM jobs WHERE subject = ? AND kind = 'instance.enter'",
      entering.instanceId,
    ),
  ).toEqual([{ state: "cancelled" }]);
  expect(
    await rowsOf(harness, "SELECT id FROM automation_triggers WHERE channel_id = ?", channel.id),
  ).toEqual([]);
  expect(
    await rowsOf(
      harness,
      "SELECT subject FROM timers WHERE enterprise_id = ? AND kind = 'instanceStarts'",
      owner.enterpriseId,
    ),
  ).toEqual([]);
  await eventually(async () => {
    const left = (await runsOf(harness, talk.id)).filter(({ state }) => state !== "cancelled");
    expect(left.length).toBe(0);
  });
  const { instances } = await owner.call(api.list, { params: { id: gone } });
  expect(new Map(instances.map(({ id, state }) => [id, state]))).toEqual(
    new Map([
      [talk.id, INSTANCE.stopped],
      [other.id, INSTANCE.started],
    ]),
  );
  expect((await runsOf(harness, other.id)).map(({ state }) => state)).toEqual(["waiting"]);
  await giveBack();
});

test("a journey that is deleted goes on with nobody who was to finish it", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const id = await publishedOne(owner, "journey", "Welcome");
  const { id: instanceId } = await owner.call(api.create, {
    params: { id },
    body: { channelId: channel.id, keywords: ["hello"] },
  });
  await deliver(harness, channel, [saying(newPhone(), "hello")]);
  await expectSaid(harness, channel, ["Which city?"]);
  await owner.call(api.move, { params: { id, instanceId }, body: { action: "stop", letFinish: true } });
  expect((await runsOf(harness, instanceId)).map(({ state }) => state)).toEqual(["waiting"]);
  await owner.call(automationDoors.journey.remove, { params: { id } });
  await eventually(async () =>
    expect((await runsOf(harness, instanceId)).map(({ state }) => state)).toEqual(["cancelled"]),
  );
});
