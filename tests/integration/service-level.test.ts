import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, makeChannel, type TestChannel } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { makeWaiting } from "#tests/support/waiting-chat.ts";
import { watchedCtx } from "#tests/support/watched-ctx.ts";
import { type ChatRules, noChatRules } from "#workers/contract/chat-rules.ts";
import * as chatConfigApi from "#workers/contract/endpoints/chat-config.ts";
import { chatMonitor } from "#workers/contract/endpoints/chat-monitor.ts";
import * as departmentsApi from "#workers/contract/endpoints/departments.ts";
import { chatsAssigned } from "#workers/domain/chats/assign.ts";
import { chatComesBack } from "#workers/domain/chats/come-back.ts";
import { chatTimesOut } from "#workers/domain/chats/time-out.ts";
import { floorEnds } from "#workers/domain/messaging/floors.ts";
import { workDue } from "#workers/domain/messaging/timers.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const db = harness.env.TENANT_1;
const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

/** Where it is noon or so: no test runs over midnight. */
const hour = new Date().getUTCHours();
const noon = hour > 12 ? `Etc/GMT+${hour - 12}` : `Etc/GMT-${12 - hour}`;
const monitorOf = (owner: Person) => owner.call(chatMonitor, { query: { zone: noon } });
const levelOf = async (owner: Person) => (await monitorOf(owner)).level;
const set = (owner: Person, rules: Partial<ChatRules>) =>
  owner.call(chatConfigApi.saveChatConfig, { body: { ...noChatRules, ...rules } });

/** A chat that has waited for so long. */
async function waited(channel: TestChannel, ms: number): Promise<string> {
  const { chatId } = await makeWaiting(harness, channel);
  await db
    .prepare(
      "UPDATE chats SET asked_at = asked_at - ?2, waiting_since = waiting_since - ?2, created_at = created_at - ?2 WHERE id = ?1",
    )
    .bind(chatId, ms)
    .run();
  return chatId;
}

async function press(person: Person, chatId: string, action: string, more: object = {}): Promise<void> {
  const answer = await person.send("POST", `/api/e/enterprise/chat/${chatId}/actions`, {
    action,
    id: randomUUID(),
    ...more,
  });
  expect(answer.status).toBe(200);
}

async function pickedUp(owner: Person, channel: TestChannel, seconds: number): Promise<string> {
  const chatId = await waited(channel, seconds * SECOND_MS);
  await press(owner, chatId, "agentPickupChat");
  return chatId;
}

async function departmentOf(owner: Person, channel: TestChannel, name: string): Promise<string> {
  const { id } = await owner.call(departmentsApi.createDepartment, { body: { name } });
  await db.prepare("UPDATE channels SET department_id = ? WHERE id = ?").bind(id, channel.id).run();
  return id;
}

test("the service level is the share of today's chats that were picked up in time, of all and of each department", async () => {
  const [owner, stranger] = [await makePerson(harness), await makePerson(harness)];
  const [sales, service] = [await makeChannel(harness, owner), await makeChannel(harness, owner)];
  await departmentOf(owner, sales, "Sales");
  await departmentOf(owner, service, "Service");
  expect(await monitorOf(owner)).toMatchObject({ targetSeconds: 60, level: { met: 0, of: 0 } });

  await pickedUp(owner, sales, 30);
  await pickedUp(owner, sales, 90);
  await pickedUp(owner, service, 1);
  expect(await levelOf(owner)).toEqual({ met: 2, of: 3 });
  // A chat that has waited for less than the target may still be picked up in time.
  await waited(sales, 5 * SECOND_MS);
  expect(await levelOf(owner)).toEqual({ met: 2, of: 3 });
  await waited(service, 61 * SECOND_MS);
  const { level, queues } = await monitorOf(owner);
  expect(level).toEqual({ met: 2, of: 4 });
  expect(queues).toMatchObject([
    { departmentName: "Sales", level: { met: 1, of: 2 } },
    { departmentName: "Service", level: { met: 1, of: 2 } },
  ]);
  expect(await levelOf(stranger)).toEqual({ met: 0, of: 0 });
});

test("yesterday's chats don't count today, by the clock of whoever looks", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  await pickedUp(owner, channel, 10);
  const old = await pickedUp(owner, channel, 90);
  expect(await levelOf(owner)).toEqual({ met: 1, of: 2 });
  await db
    .prepare("UPDATE chats SET asked_at = asked_at - ?2 WHERE id = ?1")
    .bind(old, 14 * HOUR_MS)
    .run();
  expect(await levelOf(owner)).toEqual({ met: 1, of: 1 });
  const refused = await owner.send("GET", "/api/e/enterprise/chat_monitor?zone=Mars/Olympus");
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { errors: { zone: "Name a time zone such as Asia/Kolkata." } },
  ]);
});

test("who was missed after longer than the target counts as not met, once, and who gave up sooner nowhere", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  await set(owner, { pickUpMinutes: 2 });
  const chatId = await waited(channel, 0);
  await workDue(
    watchedCtx(harness, owner, () => undefined).db,
    {
      floorEnds,
      chatTimesOut,
      chatsAssigned,
      chatComesBack,
      offerLapses: () => [],
      videoCallEnds: () => [],
      broadcastStarts: () => [],
      broadcastResumes: () => [],
      activityRuns: () => [],
      activityFallbacks: () => [],
      comparisonEnds: () => [],
      campaignStarts: () => [],
      campaignEnds: () => [],
      instanceStarts: () => [],
      instanceEnds: () => [],
      scheduledEntries: () => [],
    },
    Date.now() + 2 * 60 * SECOND_MS + 500,
  );
  expect(await levelOf(owner)).toEqual({ met: 0, of: 1 });
  await set(owner, { pickUpMinutes: 2, targetSeconds: 300 });
  expect(await levelOf(owner)).toEqual({ met: 0, of: 0 });
  await set(owner, { pickUpMinutes: 2 });
  await db
    .prepare("UPDATE chats SET asked_at = asked_at - ?2 WHERE id = ?1")
    .bind(chatId, 120 * SECOND_MS)
    .run();
  await press(owner, chatId, "agentMissedChatPickup");
  expect(await levelOf(owner)).toEqual({ met: 0, of: 1 });
  // A chat that is missed for the hour has not waited.
  const never: ChatRules["hours"] = { timezone: "UTC", week: Array<null>(7).fill(null), holidays: [] };
  await set(owner, { hours: never });
  await makeWaiting(harness, channel);
  expect(await levelOf(owner)).toEqual({ met: 0, of: 1 });
});

test("the first pick-up counts, and stays counted while the chat waits for another department", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const other = await makeChannel(harness, owner);
  const departmentId = await departmentOf(owner, other, "Service");
  const chatId = await pickedUp(owner, channel, 10);
  await press(owner, chatId, "transferChat", { departmentId, note: "" });
  await db.prepare("UPDATE chats SET asked_at = asked_at - ?2 WHERE id = ?1").bind(chatId, 600_000).run();
  expect(await levelOf(owner)).toEqual({ met: 1, of: 1 });
  await press(owner, chatId, "agentPickupChat");
  const { queues } = await monitorOf(owner);
  expect(queues).toMatchObject([{ departmentName: "Service", level: { met: 1, of: 1 } }, {}]);
});

test("the target is a setting: what it is, that it is not shown, and what it cannot be", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  await pickedUp(owner, channel, 90);
  expect(await levelOf(owner)).toEqual({ met: 0, of: 1 });
  await set(owner, { targetSeconds: 120 });
  expect(await monitorOf(owner)).toMatchObject({ targetSeconds: 120, level: { met: 1, of: 1 } });
  await set(owner, { targetSeconds: null });
  expect(await monitorOf(owner)).toMatchObject({ targetSeconds: null, level: { met: 0, of: 0 } });
  // A row from before there was one.
  await db
    .prepare("UPDATE chat_rules SET rules = json_remove(rules, '$.targetSeconds') WHERE id = ?")
    .bind(owner.enterpriseId)
    .run();
  expect(await monitorOf(owner)).toMatchObject({ targetSeconds: 60, level: { met: 0, of: 1 } });
  const refused = await owner.send("PUT", "/api/e/enterprise/chat_config", {
    ...noChatRules,
    targetSeconds: 0,
  });
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { errors: { targetSeconds: "Enter 1 to 3600 seconds." } },
  ]);
});
