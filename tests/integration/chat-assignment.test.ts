import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { makeColleague } from "#tests/support/colleagues.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import {
  answerOurselves,
  deliver,
  makeChannel,
  rowsOf,
  saying,
  type TestChannel,
} from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { makeWaiting } from "#tests/support/waiting-chat.ts";
import { ctxOvertaken, watchedCtx } from "#tests/support/watched-ctx.ts";
import { alertsIn } from "#workers/contract/chat-alerts.ts";
import { chatsChanged } from "#workers/contract/chat-events.ts";
import type { ChatPart } from "#workers/contract/chat-people.ts";
import { type ChatRules, noChatRules } from "#workers/contract/chat-rules.ts";
import * as statusApi from "#workers/contract/endpoints/agent-status.ts";
import * as chatConfigApi from "#workers/contract/endpoints/chat-config.ts";
import { chatMonitor } from "#workers/contract/endpoints/chat-monitor.ts";
import { chatSummary } from "#workers/contract/endpoints/chats.ts";
import * as departmentsApi from "#workers/contract/endpoints/departments.ts";
import * as usersApi from "#workers/contract/endpoints/users.ts";
import { chatsAssigned, OFFER_MS } from "#workers/domain/chats/assign.ts";
import { offerLapses } from "#workers/domain/chats/lapse.ts";
import { type TimerHandlers, workDue } from "#workers/domain/messaging/timers.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const db = harness.env.TENANT_1;
const HANDLERS: TimerHandlers = {
  floorEnds: () => [],
  chatTimesOut: () => [],
  chatsAssigned,
  chatComesBack: () => [],
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
};

const set = (owner: Person, rules: Partial<ChatRules>) =>
  owner.call(chatConfigApi.saveChatConfig, { body: { ...noChatRules, assignment: "roundRobin", ...rules } });
const say = (person: Person, agentStatus: "online" | "away") =>
  person.call(statusApi.updateAgentStatus, { body: { agentStatus } });
const atHand = async ({ enterpriseId }: Person) =>
  (
    await rowsOf<{ id: string }>(
      harness,
      "SELECT user_id AS id FROM chat_agents WHERE enterprise_id = ? AND at_hand ORDER BY user_id",
      enterpriseId,
    )
  ).map(({ id }) => id);
/** Somebody who is at hand, as the chats know it. */
async function atWork(owner: Person, name: string): Promise<Person> {
  const person = await makeColleague(harness, owner, { name });
  await say(person, "online");
  await eventually(async () => expect(await atHand(owner)).toContain(person.userId));
  return person;
}
/** Sets how chats are given to people, without anything that wakes the clock. */
const givenBy = ({ enterpriseId }: Person, assignment: "manual" | "roundRobin") =>
  db
    .prepare("UPDATE chat_rules SET rules = json_set(rules, '$.assignment', ?) WHERE id = ?")
    .bind(assignment, enterpriseId);
/**
 * Has waiting chats offered in 50 s and says when that is, so that nobody but this test looks. Timers of tests before would be
 * worked first, and be overtaken there.
 */
async function offeringAt(owner: Person): Promise<number> {
  const due = Date.now() + 50_000;
  await db.batch([
    givenBy(owner, "roundRobin"),
    db
      .prepare(
        "INSERT INTO timers (enterprise_id, kind, subject, seq, due_at) VALUES (?, 'chatsAssigned', '', 0, ?)",
      )
      .bind(owner.enterpriseId, due),
    db.prepare("DELETE FROM timers WHERE enterprise_id <> ?").bind(owner.enterpriseId),
  ]);
  return due;
}
/** Does work that would have the clock look at once, as if it had not. */
async function unoffered(owner: Person, work: () => Promise<unknown>): Promise<void> {
  await givenBy(owner, "manual").run();
  await work();
  await givenBy(owner, "roundRobin").run();
}
/** Looks as the clock will, so long from now. */
const look = (owner: Person, inMs = 1) =>
  workDue(watchedCtx(harness, owner, () => undefined).db, HANDLERS, Date.now() + inMs);
const press = (person: Person, chatId: string, action: string) =>
  person.send("POST", `/api/e/enterprise/chat/${chatId}/actions`, { action, id: randomUUID() });
/** To whom each chat is offered, in the order in which they came. */
const offeredTo = async (chatIds: readonly string[]) =>
  Promise.all(
    chatIds.map(async (id) => {
      const [row] = await rowsOf<{ people: string }>(harness, "SELECT people FROM chats WHERE id = ?", id);
      const parts = JSON.parse(row?.people ?? "[]") as ChatPart[];
      return parts.find(({ part }) => part === "assigned")?.name ?? "";
    }),
  );
async function chats(channel: TestChannel, count: number): Promise<string[]> {
  const made: string[] = [];
  for (let n = 0; n < count; n++) made.push((await makeWaiting(harness, channel)).chatId);
  return made;
}

test("waiting chats are offered in turn to who is online and has room; who accepts has it, and has room again once it is closed", async () => {
  const owner = await makePerson(harness);
  const [asha, ravi] = [await atWork(owner, "Asha"), await atWork(owner, "Ravi")];
  const away = await atWork(owner, "Meera");
  await say(away, "away");
  await set(owner, { capacity: 1 });
  await eventually(async () => expect(await atHand(owner)).toHaveLength(2));
  const [first, second, third] = await chats(await makeChannel(harness, owner), 3);
  const ids = [first ?? "", second ?? "", third ?? ""];
  await eventually(async () => {
    await look(owner);
    expect((await offeredTo(ids)).toSorted()).toEqual(["", "Asha", "Ravi"]);
  });
  const { agents, capacity } = await owner.call(chatMonitor, { query: {} });
  expect(capacity).toBe(1);
  const takenBy = (name: string) => agents.find((each) => each.name === name)?.taken;
  expect(["Asha", "Ravi", "Meera"].map(takenBy)).toEqual([1, 1, 0]);
  const [whose] = await offeredTo(ids);
  const taker = whose === "Asha" ? asha : ravi;
  const { response } = (await (await press(taker, ids[0] ?? "", "acceptAssign")).json()) as {
    response: { chat: { handlingAgent: string } };
  };
  expect(response.chat.handlingAgent).toBe(taker.userId);
  await look(owner, 30_000);
  expect((await offeredTo(ids))[2]).toBe("");
  await taker.send("POST", `/api/e/enterprise/chat/${ids[0]}/close`, { id: randomUUID() });
  await eventually(async () => {
    await look(owner);
    expect((await offeredTo(ids))[2]).toBe(whose);
  });
});

test("an offer that is refused, lies, or is made to somebody who goes, goes to the next; with nobody left it is everybody's", async () => {
  const owner = await makePerson(harness);
  const [asha, ravi] = [await atWork(owner, "Asha"), await atWork(owner, "Ravi")];
  await set(owner, {});
  const [chatId = ""] = await chats(await makeChannel(harness, owner), 1);
  const isWith = (name: string, inMs?: number) =>
    eventually(async () => {
      await look(owner, inMs);
      expect(await offeredTo([chatId])).toEqual([name]);
    });
  await eventually(async () => {
    await look(owner);
    expect(await offeredTo([chatId])).not.toEqual([""]);
  });
  const [one = ""] = await offeredTo([chatId]);
  const [first, other] = one === "Asha" ? [asha, ravi] : [ravi, asha];
  const two = one === "Asha" ? "Ravi" : "Asha";
  await isWith(two, OFFER_MS + 1_000);
  await press(other, chatId, "declineChat");
  await isWith(one);
  // It was refused by one and lies with the other: it stays where it is.
  await look(owner, 2 * OFFER_MS);
  expect(await offeredTo([chatId])).toEqual([one]);
  await say(first, "away");
  await isWith("");
  const events = await rowsOf<{ body: string }>(
    harness,
    "SELECT body FROM live_events WHERE enterprise_id = ? ORDER BY seq DESC LIMIT 1",
    owner.enterpriseId,
  );
  expect(JSON.parse(events[0]?.body ?? "{}")).toMatchObject({
    action: "chatsChanged",
    data: { chats: [{ id: chatId, people: [] }] },
  });
  expect((await press(owner, chatId, "agentPickupChat")).status).toBe(200);
});

test("a department's chats are offered to its own people, and its queue holds up no other", async () => {
  const owner = await makePerson(harness);
  await atWork(owner, "Asha");
  const ravi = await atWork(owner, "Ravi");
  const busy = await makeColleague(harness, owner, { name: "Of sales, away" });
  const [sales, service] = await Promise.all(
    [
      ["Sales", busy],
      ["Service", ravi],
    ].map(async ([name, member]) => {
      const { id } = await owner.call(departmentsApi.createDepartment, {
        body: { name: name as string, desc: "", manager: "" },
      });
      await owner.call(departmentsApi.addUsers, {
        params: { id },
        body: { users: [(member as Person).userId] },
      });
      return id;
    }),
  );
  const [ofSales, ofService] = [await makeChannel(harness, owner), await makeChannel(harness, owner)];
  const put = "UPDATE channels SET department_id = ? WHERE id = ?";
  await db.batch([db.prepare(put).bind(sales, ofSales.id), db.prepare(put).bind(service, ofService.id)]);
  const ids = [...(await chats(ofSales, 2)), ...(await chats(ofService, 1))];
  await set(owner, {});
  await eventually(async () => {
    await look(owner);
    expect(await offeredTo(ids)).toEqual(["", "", "Ravi"]);
  });
});

test("who takes a chat by hand between the look and the offer has no room for another, and the chat is offered once by two clocks", async () => {
  const owner = await makePerson(harness);
  const asha = await atWork(owner, "Asha");
  const channel = await makeChannel(harness, owner);
  await set(owner, { assignment: "manual", capacity: 2 });
  const [byHand = "", waits = ""] = await chats(channel, 2);
  // Somebody else has asked her to take the first: the rules leave it alone.
  await owner.send("POST", `/api/e/enterprise/chat/${byHand}/actions`, {
    action: "assignChat",
    id: randomUUID(),
    userId: asha.userId,
  });
  const [third = ""] = await chats(channel, 1);
  const due = await offeringAt(owner);
  const { ctx, wasOvertaken } = ctxOvertaken(harness, owner, "SELECT CASE WHEN (SELECT count(*)", () =>
    unoffered(owner, () => press(asha, third, "agentPickupChat")),
  );
  await workDue(ctx.db, HANDLERS, due + 1);
  expect(wasOvertaken()).toBe(true);
  expect(await offeredTo([byHand, waits])).toEqual(["Asha", ""]);
  await set(owner, { capacity: 3 });
  await Promise.all([look(owner), look(owner)]);
  await eventually(async () => {
    await look(owner);
    expect(await offeredTo([byHand, waits])).toEqual(["Asha", "Asha"]);
  });
  const offers = "SELECT id FROM chat_actions WHERE chat_id = ? AND type = 21";
  expect(await rowsOf(harness, offers, waits)).toHaveLength(1);
});

test("whom a colleague asks by hand, before an offer or as it is made, the rules leave alone", async () => {
  const owner = await makePerson(harness);
  const [asha, ravi] = [await atWork(owner, "Asha"), await atWork(owner, "Ravi")];
  const channel = await makeChannel(harness, owner);
  const ask = (chatId: string, { userId }: Person) =>
    owner.send("POST", `/api/e/enterprise/chat/${chatId}/actions`, {
      action: "assignChat",
      id: randomUUID(),
      userId,
    });
  await set(owner, { assignment: "manual" });
  const [asked = "", waits = ""] = await chats(channel, 2);
  await ask(asked, ravi);
  // It is Asha's turn.
  await db
    .prepare("UPDATE chat_agents SET offered_at = 1 WHERE enterprise_id = ? AND user_id = ?")
    .bind(owner.enterpriseId, ravi.userId)
    .run();
  const due = await offeringAt(owner);
  const { ctx, wasOvertaken } = ctxOvertaken(harness, owner, "SELECT CASE WHEN (SELECT count(*)", () =>
    unoffered(owner, () => ask(waits, ravi)),
  );
  await workDue(ctx.db, HANDLERS, due + 1);
  expect(wasOvertaken()).toBe(true);
  expect(await offeredTo([asked, waits])).toEqual(["Ravi", "Ravi"]);
  // However long they let it lie.
  await look(owner, 2 * OFFER_MS);
  expect(await offeredTo([asked, waits])).toEqual(["Ravi", "Ravi"]);
  expect((await press(asha, waits, "agentPickupChat")).status).toBe(200);
});

test("who may no longer answer chats, or was deactivated, is offered none", async () => {
  const owner = await makePerson(harness);
  const [asha, ravi] = [await atWork(owner, "Asha"), await atWork(owner, "Ravi")];
  await owner.call(usersApi.updateRoles, { params: { id: asha.userId }, body: { roles: [6] } });
  await eventually(async () => expect(await atHand(owner)).toEqual([ravi.userId]));
  await owner.send("DELETE", `/api/e/enterprise/users/${ravi.userId}`);
  await eventually(async () => expect(await atHand(owner)).toEqual([]));
  // Nor where a supervisor calls them online; rules that are saved read everybody anew.
  const path = `/api/e/enterprise/chat_monitor/agents/${ravi.userId}/status`;
  expect((await owner.send("PUT", path, { agentStatus: "online" })).status).toBe(200);
  await set(owner, {});
  expect(await atHand(owner)).toEqual([]);
});

test("whoever begins to wait, or waits for somebody who comes or is free again, is offered at once: nobody waits for the sweeper", async () => {
  const owner = await makePerson(harness);
  const agents = new Map<string, Person>();
  for (const name of ["Asha", "Bela", "Chitra", "Dev"]) agents.set(name, await atWork(owner, name));
  await set(owner, { capacity: 1 });
  const channel = await makeChannel(harness, owner);
  const waited: Record<"begun" | "freed" | "come", number[]> = { begun: [], freed: [], come: [] };
  const offered = (id: string) =>
    eventually(async () => {
      const [to = ""] = await offeredTo([id]);
      expect(to).not.toBe("");
      return to;
    });
  // Nothing but the chat itself wakes the clock here.
  const taken: [id: string, name: string][] = [];
  while (taken.length < agents.size) {
    const [id = ""] = await chats(channel, 1);
    const since = performance.now();
    taken.push([id, await offered(id)]);
    waited.begun.push(performance.now() - since);
  }
  for (const [id, name] of taken) {
    const [next = ""] = await chats(channel, 1);
    const agent = agents.get(name) as Person;
    await press(agent, id, "acceptAssign");
    await agent.send("POST", `/api/e/enterprise/chat/${id}/close`, { id: randomUUID() });
    const since = performance.now();
    await offered(next);
    waited.freed.push(performance.now() - since);
  }
  for (let round = 0; round < agents.size; round++) {
    const [id = ""] = await chats(channel, 1);
    await atWork(owner, `Eve ${round}`);
    const since = performance.now();
    await offered(id);
    waited.come.push(performance.now() - since);
  }
  // The sweeper would take two seconds in the middle. The slowest is left out: somebody else had the machine.
  for (const [of, times] of Object.entries(waited)) {
    const others = times.toSorted((a, b) => a - b).slice(0, -1);
    expect(
      others.reduce((sum, each) => sum + each, 0),
      of,
    ).toBeLessThan(others.length * 850);
  }
});

test("who comes back is offered to whoever had their last chat, and after a minute to the next", async () => {
  const owner = await makePerson(harness);
  const asha = await atWork(owner, "Asha");
  await set(owner, {});
  const channel = await makeChannel(harness, owner);
  const { chatId, phone } = await makeWaiting(harness, channel);
  await press(asha, chatId, "agentPickupChat");
  await asha.send("POST", `/api/e/enterprise/chat/${chatId}/close`, { id: randomUUID() });
  // It would be Ravi's turn.
  await atWork(owner, "Ravi");
  await db
    .prepare("UPDATE chat_agents SET offered_at = 9 WHERE enterprise_id = ? AND user_id = ?")
    .bind(owner.enterpriseId, asha.userId)
    .run();
  await deliver(harness, channel, [saying(phone, "one more thing")]);
  const again = await eventually(async () => {
    const [row] = await rowsOf<{ id: string }>(
      harness,
      "SELECT id FROM chats WHERE channel_id = ? AND state = 1",
      channel.id,
    );
    expect(row).toBeDefined();
    return row?.id ?? "";
  });
  await eventually(async () => {
    await look(owner);
    expect(await offeredTo([again])).toEqual(["Asha"]);
  });
  await look(owner, OFFER_MS + 1_000);
  await eventually(async () => expect(await offeredTo([again])).toEqual(["Ravi"]));
});

test("where people pick chats up, who comes back is offered to whoever had their last chat alone, for a minute", async () => {
  const owner = await makePerson(harness);
  const asha = await atWork(owner, "Asha");
  await set(owner, { assignment: "manual", followsUp: true });
  const channel = await makeChannel(harness, owner);
  const { chatId, phone } = await makeWaiting(harness, channel);
  await press(asha, chatId, "agentPickupChat");
  await asha.send("POST", `/api/e/enterprise/chat/${chatId}/close`, { id: randomUUID() });
  await atWork(owner, "Ravi");
  await deliver(harness, channel, [saying(phone, "one more thing")]);
  const again = await eventually(async () => {
    const [row] = await rowsOf<{ id: string }>(
      harness,
      "SELECT id FROM chats WHERE channel_id = ? AND state = 1",
      channel.id,
    );
    expect(row).toBeDefined();
    return row?.id ?? "";
  });
  const [stranger = ""] = await chats(channel, 1);
  await eventually(async () => {
    await look(owner);
    expect(await offeredTo([again, stranger])).toEqual(["Asha", ""]);
  });
  await eventually(async () => {
    await look(owner, OFFER_MS + 1_000);
    expect(await offeredTo([again, stranger])).toEqual(["", ""]);
  });
  const queues = async (queue: "new" | "assigned") =>
    (await asha.call(chatSummary, { query: { queue } })).chats.map((chat) => chat.chatId).toSorted();
  expect([await queues("new"), await queues("assigned")]).toEqual([[again, stranger].toSorted(), []]);
});

test("where people pick chats up, no queue of strangers holds up who comes back, and no offer outlives the rule", async () => {
  const owner = await makePerson(harness);
  const asha = await atWork(owner, "Asha");
  await set(owner, { assignment: "manual", followsUp: true });
  const channel = await makeChannel(harness, owner);
  const { chatId, phone } = await makeWaiting(harness, channel);
  await press(asha, chatId, "agentPickupChat");
  await asha.send("POST", `/api/e/enterprise/chat/${chatId}/close`, { id: randomUUID() });
  // They wait for longer than whoever comes back.
  await makeWaiting(harness, channel);
  await db
    .prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 21)
       INSERT INTO chats (id, enterprise_id, channel_id, identity_id, state, waiting_since, seq, unread, last_at, last_text, created_at, updated_at)
       SELECT c.id || '-' || n.i, c.enterprise_id, c.channel_id, c.identity_id || n.i, 1, 1, 0, 0, 1000, '', 1, 1
       FROM chats c, n WHERE c.channel_id = ? AND c.state = 1`,
    )
    .bind(channel.id)
    .run();
  await deliver(harness, channel, [saying(phone, "one more thing")]);
  const again = await eventually(async () => {
    const [row] = await rowsOf<{ id: string }>(
      harness,
      "SELECT c.id FROM chats c JOIN addresses a ON a.identity_id = c.identity_id WHERE c.channel_id = ? AND a.address = ? AND c.state = 1",
      ...[channel.id, phone],
    );
    expect(row).toBeDefined();
    return row?.id ?? "";
  });
  await eventually(async () => {
    await look(owner);
    expect(await offeredTo([again])).toEqual(["Asha"]);
  });
  // Switched off, the next look withdraws it, and says so.
  await set(owner, { assignment: "manual", followsUp: false });
  const newest = `SELECT body FROM live_events WHERE enterprise_id = ? ORDER BY seq DESC LIMIT 1`;
  await eventually(async () => {
    await look(owner, 20_000);
    expect(await offeredTo([again])).toEqual([""]);
  });
  const [told] = await rowsOf<{ body: string }>(harness, newest, owner.enterpriseId);
  expect(chatsChanged.parse((JSON.parse(told?.body ?? "") as { data: unknown }).data).chats).toMatchObject([
    { id: again, people: [] },
  ]);
});

test("a chat that a colleague gives to somebody who has gone waits for everybody again after a minute, and the queue is told", async () => {
  const owner = await makePerson(harness);
  const [asha, gone, there] = [
    await atWork(owner, "Asha"),
    await makeColleague(harness, owner, { name: "Gone" }),
    await atWork(owner, "There"),
  ];
  const channel = await makeChannel(harness, owner);
  const [lost = "", kept = ""] = await chats(channel, 2);
  for (const [id, person] of [
    [lost, gone],
    [kept, there],
  ] as const) {
    await press(asha, id, "agentPickupChat");
    const given = await asha.send("POST", `/api/e/enterprise/chat/${id}/actions`, {
      ...{ action: "transferChat", id: randomUUID(), userId: person.userId, departmentId: "", note: "" },
    });
    expect(given.status).toBe(200);
  }
  const handlers = { ...HANDLERS, offerLapses };
  const at = (inMs: number) =>
    workDue(watchedCtx(harness, owner, () => undefined).db, handlers, Date.now() + inMs);
  await at(OFFER_MS - 10_000);
  const newOnes = async () =>
    (await asha.call(chatSummary, { query: { queue: "new" } })).chats.map(({ chatId }) => chatId);
  expect(await newOnes()).toEqual([]);
  const { kept: told } = await at(OFFER_MS + 1_000);
  expect(await newOnes()).toEqual([lost]);
  const events = [...told.values()]
    .flat()
    .map(({ body }) => chatsChanged.parse((JSON.parse(body) as { data: unknown }).data))
    .filter(({ chats: [chat] }) => chat?.id === lost);
  const alerts = events.flatMap((event) => alertsIn(event, { uId: asha.userId, now: Date.now() + OFFER_MS }));
  expect(alerts).toMatchObject([{ kind: "new", chatId: lost }]);
  // Whoever is there keeps it, unless they go before they take it.
  await db.prepare("UPDATE chat_agents SET at_hand = 0 WHERE user_id = ?").bind(there.userId).run();
  await at(2 * OFFER_MS + 2_000);
  expect((await newOnes()).toSorted()).toEqual([lost, kept].toSorted());
});
