import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { graphOf } from "#tests/support/flow.ts";
import { startHarness } from "#tests/support/harness.ts";
import { expectNoDrift, expectSaid, newPhone, say } from "#tests/support/journey-talk.ts";
import {
  answerOurselves,
  deliver,
  makeChannel,
  rowsOf,
  saying,
  type TestChannel,
} from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import * as chatStepsApi from "#workers/contract/endpoints/chat-steps.ts";
import { runsOf, startedJourney } from "#tests/support/runs.ts";

/** Journeys that wait for what becomes of their messages, and of chats that they handed over. */
const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const db = harness.env.TENANT_1;

async function begin(owner: Person, graph: ReturnType<typeof graphOf>) {
  const channel = await makeChannel(harness, owner);
  const journey = await startedJourney(harness, channel, graph, { keyword: "start it" });
  await deliver(harness, channel, [saying(newPhone(), "start it")]);
  return { channel, ...journey };
}
const waiting = (instanceId: string, nodeId: string) =>
  eventually(async () =>
    expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "waiting", node_id: nodeId }]),
  );
/** Changes the status of the message with these words, as a vendor's news would write it. */
const become = async (channel: TestChannel, text: string, status: string) => {
  await db
    .prepare("UPDATE messages SET status = ?3 WHERE channel_id = ?1 AND body ->> '$.text' = ?2")
    .bind(channel.id, text, status)
    .run();
  // Nobody was there to wake the clock: the sweeper does.
  await harness.scheduled();
};

const awaiting = (...kinds: string[]) =>
  graphOf(
    {
      start: ["start"],
      hello: say("Hello"),
      wait: [
        "waitFor",
        { events: kinds.map((kind) => ({ id: kind, kind })), timeout: { amount: 1, unit: "hours" } },
      ],
      ...Object.fromEntries(kinds.map((kind) => [kind, say(`It is ${kind}`)])),
    },
    ["start > hello", "hello > wait", ...kinds.map((kind) => `wait.event:${kind} > ${kind}`)],
  );

test("a run hears that its message was delivered, by the vendor's own news", async () => {
  const owner = await makePerson(harness);
  const { channel, instanceId } = await begin(owner, awaiting("delivered", "failed"));
  await expectSaid(harness, channel, ["Hello", "It is delivered"]);
  expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "completed" }]);
  await expectNoDrift(harness, owner.enterpriseId);
});

test.each([
  ["read", "read"],
  ["failed", "failed"],
  ["expired", "failed"],
])("a message that is %s meanwhile is told, and nothing else of it", async (status, kind) => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  await db.prepare("UPDATE channels SET state = 'paused' WHERE id = ?").bind(channel.id).run();
  const { instanceId } = await startedJourney(harness, channel, awaiting("read", "failed"), {
    keyword: "start it",
  });
  await deliver(harness, channel, [saying(newPhone(), "start it")]);
  await waiting(instanceId, "wait");
  await become(channel, "Hello", "sent");
  await waiting(instanceId, "wait");
  await become(channel, "Hello", status);
  await expectSaid(harness, channel, ["Hello", `It is ${kind}`]);
  // Nobody waits for it any more.
  await become(channel, "Hello", "delivered");
  const left = await rowsOf(
    harness,
    "SELECT * FROM run_inbox WHERE enterprise_id = ? AND done_at IS NULL",
    owner.enterpriseId,
  );
  expect(left).toEqual([]);
  await expectNoDrift(harness, owner.enterpriseId);
});

test("a run that begins to wait afterwards hears at once", async () => {
  const owner = await makePerson(harness);
  const { channel } = await begin(
    owner,
    graphOf(
      {
        start: ["start"],
        hello: say("Hello"),
        later: ["ask", { text: "Go on?" }],
        wait: [
          "waitFor",
          { events: [{ id: "d", kind: "delivered", of: "hello" }], timeout: { amount: 1, unit: "hours" } },
        ],
        told: say("It was delivered"),
      },
      ["start > hello", "hello > later", "later > wait", "wait.event:d > told"],
    ),
  );
  await expectSaid(harness, channel, ["Hello", "Go on?"]);
  await eventually(async () =>
    expect(
      await rowsOf(
        harness,
        "SELECT status FROM messages WHERE channel_id = ? AND body ->> '$.text' = 'Hello'",
        channel.id,
      ),
    ).toEqual([{ status: "delivered" }]),
  );
  const [{ address } = { address: "" }] = await rowsOf<{ address: string }>(
    harness,
    "SELECT a.address FROM addresses a CROSS JOIN messages m ON m.identity_id = a.identity_id WHERE m.channel_id = ? LIMIT 1",
    channel.id,
  );
  await deliver(harness, channel, [saying(address, "yes")]);
  await expectSaid(harness, channel, ["Hello", "Go on?", "It was delivered"]);
  await expectNoDrift(harness, owner.enterpriseId);
});

test("a run goes on when its chat was picked up, and when it was closed", async () => {
  const owner = await makePerson(harness);
  const { channel, instanceId } = await begin(
    owner,
    graphOf({ start: ["start"], over: ["handOver", { wait: true }], told: say("Closed") }, [
      "start > over",
      "over > told",
    ]),
  );
  await waiting(instanceId, "over");
  const [chat] = await rowsOf<{ id: string }>(
    harness,
    "SELECT id FROM chats WHERE channel_id = ?",
    channel.id,
  );
  const chatId = chat?.id ?? "";
  const steps = () =>
    rowsOf<{ seq: number }>(
      harness,
      "SELECT seq FROM run_steps WHERE node = 'over' AND run_id IN (SELECT id FROM runs WHERE instance_id = ?)",
      instanceId,
    );
  expect((await steps()).length).toBe(1);
  await owner.call(chatsApi.actOnChat, {
    params: { id: chatId },
    body: { action: "agentPickupChat", id: randomUUID() },
  });
  await harness.scheduled();
  await eventually(async () => expect((await steps()).length).toBe(2));
  await waiting(instanceId, "over");
  await owner.call(chatStepsApi.closeChat, {
    params: { id: chatId },
    body: { id: randomUUID(), feedback: "" },
  });
  await harness.scheduled();
  await eventually(async () =>
    expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "completed" }]),
  );
  // Picked up is told once: a run that goes on waiting would never come to rest.
  expect((await steps()).length).toBe(3);
  await expectNoDrift(harness, owner.enterpriseId);
});
