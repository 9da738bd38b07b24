import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { makeColleague } from "#tests/support/colleagues.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, makeChannel, type TestChannel } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { makeWaiting } from "#tests/support/waiting-chat.ts";
import { CHAT } from "#workers/contract/chat-states.ts";
import {
  chatAnalytics,
  MOST_ANALYTICS_DAYS,
  NO_DEPARTMENT,
} from "#workers/contract/endpoints/chat-analytics.ts";
import * as labelsApi from "#workers/contract/endpoints/chat-labels.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import * as departmentsApi from "#workers/contract/endpoints/departments.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const db = harness.env.TENANT_1;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const waiting = async (channel: TestChannel): Promise<string> => (await makeWaiting(harness, channel)).chatId;
const press = (person: Person, chatId: string, action: string) =>
  person.send("POST", `/api/e/enterprise/chat/${chatId}/actions`, { action, id: randomUUID() });
/** Puts a chat's beginning and end at these times. */
const lasted = (chatId: string, from: number, until: number) =>
  db.prepare("UPDATE chats SET created_at = ?, closed_at = ? WHERE id = ?").bind(from, until, chatId).run();

test("ended chats are counted by hour, department, agent, channel and label, and each figure finds its chats", async () => {
  const owner = await makePerson(harness);
  const agent = await makeColleague(harness, owner, { name: "Asha" });
  const { id: sales } = await owner.call(departmentsApi.createDepartment, {
    body: { name: "Sales", desc: "", manager: "" },
  });
  await owner.call(departmentsApi.addUsers, {
    params: { id: sales },
    body: { users: [owner.userId, agent.userId] },
  });
  const { id: loan } = await owner.call(labelsApi.createChatLabel, {
    body: { name: "Loan", departmentId: "" },
  });
  const [ours, other] = [await makeChannel(harness, owner), await makeChannel(harness, owner)];
  await db.prepare("UPDATE channels SET department_id = ? WHERE id = ?").bind(sales, ours.id).run();
  const [long, short, missed, open, old] = [
    await waiting(ours),
    await waiting(other),
    await waiting(ours),
    await waiting(ours),
    await waiting(other),
  ] as [string, string, string, string, string];
  for (const chatId of [long, short, old]) {
    expect((await press(agent, chatId, "agentPickupChat")).status).toBe(200);
    await agent.send("PUT", `/api/e/enterprise/chat/${chatId}/update_tag`, {
      tags: chatId === long ? [loan] : [],
    });
    expect(
      (await agent.send("POST", `/api/e/enterprise/chat/${chatId}/close`, { id: randomUUID() })).status,
    ).toBe(200);
  }
  const now = Date.now();
  await db
    .prepare("UPDATE chats SET state = ?, missed_reason = 1 WHERE id = ?")
    .bind(CHAT.missed, missed)
    .run();
  await lasted(long, now - 5 * HOUR_MS, now - 3 * HOUR_MS);
  await lasted(short, now - 4 * HOUR_MS, now - 3 * HOUR_MS);
  await lasted(missed, now - 4 * HOUR_MS, now - HOUR_MS);
  await lasted(old, now - 9 * DAY_MS, now - 8 * DAY_MS);
  const range = { since: new Date(now - DAY_MS).toISOString(), until: new Date(now + HOUR_MS).toISOString() };
  const figures = (departmentId = "") => owner.call(chatAnalytics, { query: { ...range, departmentId } });

  const all = await figures();
  expect(all.total).toMatchObject({ closed: 2, missed: 1, durationSeconds: 5_400, attended: 3 });
  const ended = all.hours.filter((hour) => hour.closed + hour.missed > 0);
  expect(ended.map(({ closed, missed: none }) => [closed, none])).toEqual([
    [2, 0],
    [0, 1],
  ]);
  expect(all.departments).toMatchObject([
    { id: sales, name: "Sales", closed: 1, missed: 1, durationSeconds: 7_200 },
    { id: NO_DEPARTMENT, name: "", closed: 1, missed: 0, durationSeconds: 3_600 },
  ]);
  expect(all.agents).toMatchObject([{ id: agent.userId, name: "Asha", closed: 2, missed: 0 }]);
  expect(all.channels.map(({ id, closed, missed: none }) => [id, closed, none])).toEqual([
    [ours.id, 1, 1],
    [other.id, 1, 0],
  ]);
  expect(all.labels).toMatchObject([{ id: loan, name: "Loan", closed: 1, missed: 0 }]);
  expect((await figures(sales)).total).toMatchObject({
    closed: 1,
    missed: 1,
    durationSeconds: 7_200,
    attended: 1,
  });
  expect((await figures(NO_DEPARTMENT)).total).toMatchObject({ closed: 1, missed: 0, attended: 2 });

  const found = async (query: object) =>
    (await owner.call(chatsApi.chatHistory, { query: { ...range, ...query } })).chats
      .map(({ chatId }) => chatId)
      .toSorted();
  expect(await found({})).toEqual([long, missed].toSorted());
  expect(await found({ departmentId: sales, state: CHAT.missed })).toEqual([missed]);
  expect(await found({ channelId: ours.id, agentId: agent.userId })).toEqual([long]);
  expect(await found({ label: loan })).toEqual([long]);
  expect(await found({ channelId: ours.id })).not.toContain(open);

  // Beside as much time before; the bar of an hour of the day, in any zone, opens the chats that it counts.
  expect(all.before).toMatchObject({ closed: 0, missed: 0, started: 0 });
  const week = { since: new Date(now - 6 * DAY_MS).toISOString(), until: range.until };
  const { before } = await owner.call(chatAnalytics, { query: { ...week, departmentId: "" } });
  expect(before).toMatchObject({ closed: 1, missed: 0, started: 1, durationSeconds: 86_400 });
  const inIndia = (at: number) => new Date(at - (at % HOUR_MS) + 5.5 * HOUR_MS).getUTCHours();
  const ofHour = (at: number) => found({ hour: inIndia(at), timeZone: "Asia/Kolkata" });
  expect(await ofHour(now - 3 * HOUR_MS)).toEqual([long]);
  expect(await ofHour(now - HOUR_MS)).toEqual([missed]);
  expect(await ofHour(now - 6 * HOUR_MS)).toEqual([]);
  const wide = { since: new Date(0).toISOString(), until: range.until };
  for (const query of [
    { hour: 3 },
    { ...wide, hour: 3 },
    { ...range, hour: 24 },
    { ...range, hour: 3, timeZone: "Mars" },
  ])
    expect(await refusedHistory(owner, query)).toBe(400);
});

const refusedHistory = async (owner: Person, query: Record<string, string | number>): Promise<number> =>
  (
    await owner.send(
      "GET",
      `/api/e/enterprise/chat/history?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
    )
  ).status;

test("the figures are saved as CSV, a row an item, with names that no spreadsheet takes for formulas", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  await db.prepare("UPDATE channels SET name = '=1+1' WHERE id = ?").bind(channel.id).run();
  await waiting(channel);
  const now = Date.now();
  const day = now - (now % DAY_MS);
  const query = new URLSearchParams({
    since: new Date(day - DAY_MS).toISOString(),
    until: new Date(day + DAY_MS).toISOString(),
    timeZone: "UTC",
  });
  const answer = await owner.send("GET", `/api/e/enterprise/chat_analytics/csv?${query}`);
  expect(answer.headers.get("content-type")).toMatch("text/csv");
  const lines = (await answer.text()).split("\r\n");
  const of = (part: string) => lines.filter((line) => line.startsWith(`${part},`));
  const date = (at: number) => new Date(at).toISOString().slice(0, 10);
  expect(of("All chats")).toEqual([
    "All chats,This period,1,,0,0,,0,,",
    "All chats,The period before,0,,0,0,,0,,",
  ]);
  expect(of("By day")).toEqual([`By day,${date(day - DAY_MS)},0,,0,0`, `By day,${date(day)},1,,0,0`]);
  expect(of("By hour of the day")).toHaveLength(24);
  expect(of("By channel")).toEqual(["By channel,'=1+1,1,,0,0,,0,"]);
  const agent = await makeColleague(harness, owner);
  expect((await agent.send("GET", `/api/e/enterprise/chat_analytics/csv?${query}`)).status).toBe(403);
});

test("a time that is too long or runs backwards is refused; figures are for who may see analytics", async () => {
  const owner = await makePerson(harness);
  const agent = await makeColleague(harness, owner);
  const at = (days: number) => new Date(Date.UTC(2026, 0, 1) + days * DAY_MS).toISOString();
  const ask = (person: Person, since: string, until: string) =>
    person.send("GET", `/api/e/enterprise/chat_analytics?since=${since}&until=${until}`);
  expect((await ask(owner, at(0), at(MOST_ANALYTICS_DAYS))).status).toBe(200);
  for (const [since, until] of [
    [at(0), at(MOST_ANALYTICS_DAYS + 1)],
    [at(1), at(0)],
  ] as const)
    expect((await ask(owner, since, until)).status).toBe(400);
  expect((await ask(agent, at(0), at(1))).status).toBe(403);
});
