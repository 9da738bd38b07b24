import { beforeEach, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { graphOf } from "#tests/support/flow.ts";
import { startHarness } from "#tests/support/harness.ts";
import { expectNoDrift, expectSaid, newPhone, say } from "#tests/support/journey-talk.ts";
import {
  answerOurselves,
  deliver,
  makeChannel,
  messagesOf,
  rowsOf,
  saidOn,
  saying,
  type TestChannel,
} from "#tests/support/messaging.ts";
import { makePerson } from "#tests/support/people.ts";
import { runsOf, startedJourney } from "#tests/support/runs.ts";
import { automationTexts } from "#texts/automation.ts";
import { messagingTexts } from "#texts/messaging.ts";
import * as blacklistApi from "#workers/contract/endpoints/blacklist.ts";

/** Whoever refuses messages, or is blocked, is asked nothing more by a journey, and leaves it unless it says otherwise. */
const harness = await startHarness();
beforeEach(() => answerOurselves(harness));

const { optOut, blocked } = automationTexts.failures;
const DAY = { amount: 1, unit: "days" } as const;
/** Something that waits, and what would be said behind it. */
const waiting = (type: string, data: object, port: string, start: object = {}) =>
  graphOf({ start: ["start", start], it: [type, data], unwanted: say("Unwanted") }, [
    "start > it",
    `it${port} > unwanted`,
  ]);
const asking = (start: object = {}) => waiting("ask", { text: "Which town?" }, "", start);
const inState = (instanceId: string, state: string) =>
  eventually(async () => {
    // Nobody wakes the clock where somebody is blocked: the sweeper does.
    await harness.scheduled();
    expect(await runsOf(harness, instanceId)).toMatchObject([{ state }]);
  });
const reasonOf = async (instanceId: string) =>
  (JSON.parse((await runsOf(harness, instanceId))[0]?.data ?? "{}") as { reason?: object | null }).reason;
const floorsOf = ({ id }: TestChannel) =>
  rowsOf(harness, "SELECT run_id FROM floors WHERE channel_id = ?", id);
const lastSpeaker = async (channel: TestChannel) =>
  (await messagesOf(harness, channel)).flatMap(({ speaker }) => speaker ?? []).at(-1);
const isIn = (instanceId: string, node: string) =>
  eventually(async () =>
    expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "waiting", node_id: node }]),
  );

test.each<[string, object, string]>([
  ["ask", { text: "Which town?" }, ""],
  ["buttons", { text: "Which?", options: [{ id: "a", label: "A" }] }, ".noReply"],
  ["wait", { until: { kind: "duration", length: DAY } }, ""],
  ["waitFor", { events: [{ id: "paid", kind: "event", key: "order.paid" }], timeout: DAY }, ".event:paid"],
])(
  "whoever says STOP while a journey waits in “%s” has left it, and is answered by others",
  async (...of) => {
    const [type, data, port] = of;
    const owner = await makePerson(harness);
    const channel = await makeChannel(harness, owner);
    const { instanceId } = await startedJourney(harness, channel, waiting(type, data, port), {
      keyword: "in",
    });
    const who = newPhone();
    await deliver(harness, channel, [saying(who, "in")]);
    await isIn(instanceId, "it");
    const before = await saidOn(harness, channel);
    await deliver(harness, channel, [saying(who, "STOP"), saying(who, "hello?")]);
    await inState(instanceId, "exited");
    expect(await reasonOf(instanceId)).toMatchObject({ code: "optOut", sentence: optOut, nodeId: "it" });
    expect(await floorsOf(channel)).toEqual([]);
    await deliver(harness, channel, [saying(who, "is anybody there?")]);
    await eventually(async () =>
      expect(
        await rowsOf(
          harness,
          "SELECT 1 AS n FROM messages WHERE channel_id = ? AND body ->> '$.text' = 'is anybody there?'",
          channel.id,
        ),
      ).toHaveLength(1),
    );
    expect(await lastSpeaker(channel)).not.toBe("floor");
    const said = (await saidOn(harness, channel)).slice(before.length);
    expect(said[0]).toBe(messagingTexts.stopped);
    expect(said).not.toContain("Unwanted");
    await expectNoDrift(harness, owner.enterpriseId);
  },
);

test("a journey that goes on without messages keeps who refuses them, and neither its question nor a later one is theirs", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const graph = graphOf(
    {
      start: ["start", { optOut: "goOn" }],
      first: ["ask", { text: "Which town?", timeout: { amount: 1, unit: "hours" } }],
      again: ["ask", { text: "Which street?" }],
    },
    ["start > first", "first.noReply > again"],
  );
  const { instanceId } = await startedJourney(harness, channel, graph, { keyword: "in" });
  const who = newPhone();
  await deliver(harness, channel, [saying(who, "in")]);
  await expectSaid(harness, channel, ["Which town?"]);
  expect(await floorsOf(channel)).toHaveLength(1);
  await deliver(harness, channel, [saying(who, "STOP"), saying(who, "Pune")]);
  await eventually(async () => expect(await floorsOf(channel)).toEqual([]));
  await harness.scheduled();
  // The words behind the refusal were no answer.
  await isIn(instanceId, "first");
  await harness.env.TENANT_1.prepare(
    "UPDATE runs SET wake_at = 1, data = json_set(data, '$.wakeAt', 1) WHERE instance_id = ?",
  )
    .bind(instanceId)
    .run();
  await eventually(async () => {
    await harness.scheduled();
    expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "waiting", node_id: "again" }]);
  });
  expect(await floorsOf(channel)).toEqual([]);
  await deliver(harness, channel, [saying(who, "hello?")]);
  await eventually(async () =>
    expect(
      await rowsOf(
        harness,
        "SELECT 1 AS n FROM messages WHERE channel_id = ? AND body ->> '$.text' = 'hello?'",
        channel.id,
      ),
    ).toHaveLength(1),
  );
  expect(await lastSpeaker(channel)).not.toBe("floor");
  await isIn(instanceId, "again");
  await expectNoDrift(harness, owner.enterpriseId);
});

test("whoever is blocked by the enterprise leaves, with a reason of its own", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const { instanceId } = await startedJourney(harness, channel, asking(), { keyword: "in" });
  const [who, other] = [newPhone(), newPhone()];
  await deliver(harness, channel, [saying(who, "in")]);
  await isIn(instanceId, "it");
  await owner.call(blacklistApi.addToBlacklist, { body: { addresses: [other] } });
  await harness.scheduled();
  await isIn(instanceId, "it");
  await owner.call(blacklistApi.addToBlacklist, { body: { addresses: [who] } });
  await inState(instanceId, "exited");
  expect(await reasonOf(instanceId)).toMatchObject({ code: "blocked", sentence: blocked });
  expect(await floorsOf(channel)).toEqual([]);
  await expectNoDrift(harness, owner.enterpriseId);
});

test("a journey that records a refusal itself goes on, and others of the person end", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const resting = await startedJourney(
    harness,
    channel,
    waiting("wait", { until: { kind: "duration", length: DAY } }, ""),
    { keyword: "rest" },
  );
  const recording = await startedJourney(
    harness,
    channel,
    graphOf(
      {
        start: ["start"],
        opt: ["updateCustomer", { changes: [{ kind: "optOut", purpose: "service" }] }],
        kept: ["wait", { until: { kind: "duration", length: DAY } }],
      },
      ["start > opt", "opt > kept"],
    ),
    { keyword: "no more" },
  );
  const who = newPhone();
  await deliver(harness, channel, [saying(who, "rest")]);
  await isIn(resting.instanceId, "it");
  await deliver(harness, channel, [saying(who, "no more")]);
  await inState(resting.instanceId, "exited");
  await isIn(recording.instanceId, "kept");
  await expectNoDrift(harness, owner.enterpriseId);
});

test("a refusal of offers alone ends nothing: a journey's messages are none", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const { instanceId } = await startedJourney(harness, channel, asking(), { keyword: "in" });
  await deliver(harness, channel, [saying(newPhone(), "in")]);
  await isIn(instanceId, "it");
  await harness.env.TENANT_1.prepare(
    `INSERT INTO consents (id, enterprise_id, identity_id, channel_type, purpose, given, wording, source, at)
     SELECT r.id || 'm', r.enterprise_id, r.identity_id, 0, 'marketing', 0, '', 'vendor', 1 FROM runs r WHERE r.instance_id = ?`,
  )
    .bind(instanceId)
    .run();
  await harness.scheduled();
  await isIn(instanceId, "it");
  expect(await floorsOf(channel)).toHaveLength(1);
});
