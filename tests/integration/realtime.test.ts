import { describe, expect, test } from "vitest";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { startHarness } from "#tests/support/harness.ts";
import { Line, openLine } from "#tests/support/line.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { endpoints } from "#workers/contract/endpoints.ts";

const harness = await startHarness();
const action = (name: string) => (message: Record<string, unknown>) => message.action === name;
const trained = (message: Record<string, unknown>) =>
  message.action === "jobProgress" && (message.data as { state: string }).state === "done";

async function trainOnce(person: Person): Promise<void> {
  const bot = await makeBot(person, smallBank);
  await person.call(endpoints.agents.train, { params: { id: bot.agentId }, query: {} });
}

describe("the actions socket", () => {
  test("opens with the auth message and answers a ping", async () => {
    const line = await openLine(harness, await makePerson(harness));
    await line.say('{"action":"ping"}');
    expect(await line.hears(action("pong"))).toEqual({ action: "pong" });
  });

  test.each([
    ["a forged token", { action: "auth", token: "x.y.z" }],
    ["something that is not the auth message", { action: "hello" }],
    ["text that is not JSON", "not json"],
  ])("closes with 4001 on %s", async (_, message) => {
    const line = await new Line(harness).say(message);
    expect(await line.closed).toBe(4001);
  });

  test("opens with a ticket, which is good once", async () => {
    const person = await makePerson(harness);
    const { ticket } = await person.call(endpoints.account.socketTicket);
    const line = new Line(harness, `/api/actions?ticket=${ticket}`);
    await line.hears(action("onOpen"));
    const again = await harness.fetch(`/api/actions?ticket=${ticket}`, { headers: { upgrade: "websocket" } });
    expect(again.status).toBe(403);
  });

  test("of an ended session closes with 4001, whichever way it was opened", async () => {
    const person = await makePerson(harness);
    const bridged = await openLine(harness, person);
    const { ticket } = await person.call(endpoints.account.socketTicket);
    const direct = new Line(harness, `/api/actions?ticket=${ticket}`);
    await direct.hears(action("onOpen"));
    await person.call(endpoints.account.logout);
    expect(await Promise.all([bridged.closed, direct.closed])).toEqual([4001, 4001]);
  });

  test("carries the progress of a training with rising numbers", async () => {
    const person = await makePerson(harness);
    const line = await openLine(harness, person);
    await trainOnce(person);
    const last = await line.hears(trained);
    const numbers = line.received.filter(action("jobProgress")).map(({ seq }) => Number(seq));
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(last).toMatchObject({ data: { progress: 1, message: "Agent trained successfully" } });
  });

  test("gives one who comes back exactly what was missed", async () => {
    const person = await makePerson(harness);
    const witness = await openLine(harness, person);
    await trainOnce(person);
    await witness.hears(trained);
    const events = witness.received.filter(action("jobProgress"));
    const seen = Number(events[0]?.seq);
    const returned = await openLine(harness, person, seen);
    await returned.hears(trained);
    expect(returned.received.filter(action("jobProgress"))).toEqual(events.slice(1));
  });

  test("tells one who missed more than is kept to fetch anew", async () => {
    const person = await makePerson(harness);
    const line = await openLine(harness, person, 987_654);
    expect(await line.hears(action("refetch"))).toMatchObject({ action: "refetch" });
  });

  test("tells a person without the permission nothing, and another enterprise nothing (S-07)", async () => {
    const owner = await makePerson(harness);
    const stranger = await openLine(harness, await makePerson(harness));
    const line = await openLine(harness, owner);
    await trainOnce(owner);
    await line.hears(trained);
    await stranger.say('{"action":"ping"}');
    await stranger.hears(action("pong"));
    expect(stranger.received.filter(action("jobProgress"))).toEqual([]);
  });

  test("survives the hub's sleep: the socket stays, the next event comes with the next number", async () => {
    const person = await makePerson(harness);
    const line = await openLine(harness, person);
    await trainOnce(person);
    await line.hears(trained);
    const before = line.received.filter(action("jobProgress")).length;
    await harness.evictHub(person.enterpriseId);
    await trainOnce(person);
    await line.hears((message) => trained(message) && line.received.filter(trained).length === 2);
    const numbers = line.received.filter(action("jobProgress")).map(({ seq }) => Number(seq));
    expect(numbers.length).toBeGreaterThan(before);
    expect(numbers).toEqual(Array.from(numbers, (_, index) => Number(numbers[0]) + index));
  });

  test("answers what it does not know without closing", async () => {
    const line = await openLine(harness, await makePerson(harness));
    await line.say({ action: "dance" });
    expect(await line.hears(action("error"))).toMatchObject({ message: "unknown action" });
    await line.say('{"action":"ping"}');
    await line.hears(action("pong"));
  });
});
