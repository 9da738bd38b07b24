import { afterEach, beforeEach, expect, test } from "vitest";
import { trainBot } from "#db/seed/train.ts";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, deliver, makeChannel, rowsOf, saying } from "#tests/support/messaging.ts";
import { forgetOutbound } from "#tests/support/outbound.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { answerNames } from "#tests/support/push-service.ts";
import { playReceiver } from "#tests/support/receiver.ts";
import { addTemplate } from "#tests/support/templates.ts";
import { sweeperOf } from "#workers/api/finish-work.ts";
import * as broadcastSendingApi from "#workers/contract/endpoints/broadcast-sending.ts";
import * as broadcastsApi from "#workers/contract/endpoints/broadcasts.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";
import * as hooksApi from "#workers/contract/endpoints/webhooks-out.ts";
import { recipientTold, turnTold } from "#workers/contract/hook-data.ts";
import { noTrouble } from "#workers/contract/simulator.ts";
import type { HookEvent } from "#workers/contract/webhooks-out.ts";

/** Events that triggers write: of broadcasts' recipients, and of bots' turns. */
const harness = await startHarness();
const { TENANT_1 } = harness.env;
beforeEach(async () => {
  forgetOutbound();
  answerOurselves(harness);
  answerNames();
  await sweeperOf(harness.env).arm();
});
// Deliveries still on their way would be called in the middle of the next test.
afterEach(() =>
  TENANT_1.batch([TENANT_1.prepare("DELETE FROM hooks"), TENANT_1.prepare("DELETE FROM hook_deliveries")]),
);

const hooked = async (owner: Person, events: HookEvent[]) => {
  const receiver = playReceiver();
  const { secret } = await owner.call(hooksApi.createHook, { body: { url: receiver.url, events } });
  receiver.secrets.push(secret);
  return receiver;
};
const told = async ({ enterpriseId }: Person, type: HookEvent) =>
  (
    await rowsOf<{ body: string }>(
      harness,
      "SELECT body FROM hook_deliveries WHERE enterprise_id = ? AND type = ? ORDER BY seq",
      enterpriseId,
      type,
    )
  ).map(({ body }) => JSON.parse(body) as { revision: number; data: unknown });
let last = 0;
const phoneOf = () =>
  `+9197${String(process.pid % 10_000).padStart(4, "0")}${String(++last).padStart(4, "0")}`;

test("a receiver that asked for it hears what became of each recipient of a broadcast, masked, and of a retry anew", async () => {
  const owner = await makePerson(harness);
  const stranger = await makePerson(harness);
  const receiver = await hooked(owner, ["broadcast.status"]);
  const deaf = await hooked(owner, ["message.status"]);
  const others = await hooked(stranger, ["broadcast.status"]);
  const channel = await makeChannel(harness, owner);
  const templateUId = await addTemplate(harness, channel, { parts: { body: { text: "Hello" } } });
  const refuse = (code: "131026" | null) =>
    owner.call(simulatorApi.setSimulatedTrouble, {
      params: { id: channel.id },
      body: { ...noTrouble, refuse: code },
    });
  await refuse("131026");
  const phone = phoneOf();
  const { id } = await owner.call(broadcastSendingApi.sendBroadcast, {
    body: {
      name: "Diwali",
      channelId: channel.id,
      phoneNumber: [phone],
      message: { template: { templateUId } },
    },
  });
  await eventually(async () => expect(await told(owner, "broadcast.status")).toHaveLength(1));
  await refuse(null);
  await eventually(async () =>
    expect((await owner.call(broadcastsApi.getBroadcast, { params: { id } })).data.endedAt).not.toBeNull(),
  );
  await owner.call(broadcastSendingApi.moveBroadcast, { params: { id, action: "retry" } });
  await eventually(async () => expect(await told(owner, "broadcast.status")).toHaveLength(3));
  const heard = (await told(owner, "broadcast.status")).map(({ data }) => recipientTold.parse(data));
  expect(heard.map(({ recipient }) => [recipient.status, recipient.code])).toEqual([
    ["failed", "131026"],
    ["sent", null],
    ["delivered", null],
  ]);
  expect(heard[0]).toMatchObject({
    broadcast: { id, name: "Diwali", channelId: channel.id, activityId: null },
    recipient: { address: `+${"•".repeat(phone.length - 4)}${phone.slice(-3)}` },
  });
  await eventually(() => expect(receiver.calls).toHaveLength(3));
  expect(JSON.stringify(receiver.calls)).not.toContain(phone.slice(1));
  expect([deaf.calls, others.calls]).toEqual([[], []]);
});

test("a receiver hears how a bot took each message, by its intent and without a word of it", async () => {
  const owner = await makePerson(harness);
  const bot = await makeBot(owner, smallBank);
  await trainBot(owner, bot.agentId);
  const receiver = await hooked(owner, ["bot.turn"]);
  const channel = await makeChannel(harness, owner, { agentId: bot.agentId });
  const phone = phoneOf();
  await deliver(harness, channel, [saying(phone, "I lost my card")]);
  await eventually(async () => expect(await told(owner, "bot.turn")).toHaveLength(1));
  await deliver(harness, channel, [saying(phone, "I want to talk to a person")]);
  await eventually(async () => expect(await told(owner, "bot.turn")).toHaveLength(2));
  const [first, second] = (await told(owner, "bot.turn")).map(({ data }) => turnTold.parse(data));
  expect(first).toMatchObject({
    chat: { channelId: channel.id },
    bot: { id: bot.agentId, name: bot.name },
    turn: {
      outcome: "answered",
      kind: "answer",
      intent: { id: bot.intents["Lost card"], name: "Lost card" },
    },
  });
  expect(first?.turn.confidence).toBeGreaterThan(0);
  expect(second?.turn).toMatchObject({ outcome: "handedOver", kind: null, intent: null });
  await eventually(() => expect(receiver.calls).toHaveLength(2));
  expect(JSON.stringify(receiver.calls)).not.toMatch(/lost my card|Answer of|talk to a person/);
});
