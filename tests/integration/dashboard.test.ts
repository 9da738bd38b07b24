import { describe, expect, test } from "vitest";
import { makeBot } from "#tests/support/bot.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { talk } from "#tests/support/talks.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as dashboardApi from "#workers/contract/endpoints/dashboard.ts";
import { waitingWork } from "#workers/contract/endpoints/waiting-work.ts";

const harness = await startHarness();

/** Chats as live chat counts them: by the hour, UTC. */
async function chats(
  { enterpriseId }: Person,
  rows: { at: string; attended?: number; missed?: number; pickupMs?: number; department?: string }[],
): Promise<void> {
  const insert = harness.env.TENANT_1.prepare(
    "INSERT INTO chat_hours (enterprise_id, hour, department_id, attended, missed, pickup_ms) VALUES (?, ?, ?, ?, ?, ?)",
  );
  await harness.env.TENANT_1.batch(
    rows.map(({ at, attended = 0, missed = 0, pickupMs = 0, department = "" }) =>
      insert.bind(enterpriseId, Date.parse(at), department, attended, missed, pickupMs),
    ),
  );
}
const info = async (person: Person, query: object) =>
  (await person.call(dashboardApi.dashboardInfo, { query: { fromDate: "", toDate: "", ...query } }))
    .dashBoardData;

describe("the dashboard's chats", () => {
  test("have a row for every day of the range, zero where there was none", async () => {
    const person = await makePerson(harness);
    await chats(person, [
      { at: "2026-11-02T10:00:00Z", attended: 3, missed: 1, pickupMs: 90_000 },
      { at: "2026-11-02T11:00:00Z", attended: 1, pickupMs: 30_000, department: "sales" },
    ]);
    expect(await info(person, { fromDate: "2026-11-01", toDate: "2026-11-03" })).toEqual([
      { date: "2026-11-01", avgPickedUpInterval: 0, chatCount: 0, noOfAttendedChats: 0, noOfMissedChats: 0 },
      { date: "2026-11-02", avgPickedUpInterval: 30, chatCount: 5, noOfAttendedChats: 4, noOfMissedChats: 1 },
      { date: "2026-11-03", avgPickedUpInterval: 0, chatCount: 0, noOfAttendedChats: 0, noOfMissedChats: 0 },
    ]);
  });

  test("are of the day that it is for the viewer, by offset or by zone, summer time too", async () => {
    const person = await makePerson(harness);
    // 19:00 UTC is half past midnight of the next day in India.
    await chats(person, [
      { at: "2026-11-01T19:00:00Z", attended: 1 },
      // New York: 03:30 UTC is the evening before; the clocks changed on 1 November.
      { at: "2026-11-02T04:00:00Z", missed: 2 },
    ]);
    const counts = async (query: object) =>
      (await info(person, { fromDate: "2026-11-01", toDate: "2026-11-02", ...query })).map(
        ({ chatCount }) => chatCount,
      );
    expect(await counts({})).toEqual([1, 2]);
    expect(await counts({ clientOffset: -330 })).toEqual([0, 3]);
    expect(await counts({ timeZone: "Asia/Kolkata" })).toEqual([0, 3]);
    expect(await counts({ timeZone: "America/New_York" })).toEqual([3, 0]);
  });

  test("are told by the hour for one day", async () => {
    const person = await makePerson(harness);
    await chats(person, [{ at: "2026-11-05T09:00:00Z", attended: 2, pickupMs: 5_000 }]);
    const rows = await info(person, {
      fromDate: "2026-11-05",
      toDate: "2026-11-05",
      timeType: "HOUR",
      clientOffset: -60,
    });
    expect(rows).toHaveLength(24);
    expect(rows.find(({ chatCount }) => chatCount > 0)).toMatchObject({
      date: "2026-11-05T10:00",
      avgPickedUpInterval: 2.5,
      noOfAttendedChats: 2,
    });
  });

  test("are nobody else's", async () => {
    const [owner, stranger] = [await makePerson(harness), await makePerson(harness)];
    await chats(owner, [{ at: "2026-11-02T10:00:00Z", attended: 3 }]);
    const rows = await info(stranger, { fromDate: "2026-11-02", toDate: "2026-11-02" });
    expect(rows.map(({ chatCount }) => chatCount)).toEqual([0]);
  });

  test("are refused for a range that is none, or without end, and for an unknown zone", async () => {
    const person = await makePerson(harness);
    for (const query of [
      "fromDate=2026-11-02&toDate=2026-11-01",
      "fromDate=2000-01-01&toDate=2026-11-01",
      "fromDate=2026-11-01&toDate=2026-11-30&timeType=HOUR",
      "fromDate=yesterday&toDate=2026-11-01",
      "fromDate=2026-11-01&toDate=2026-11-01&timeZone=Mars/Base",
      "fromDate=2026-11-01&toDate=2026-11-01&timeType=YEAR",
      "",
    ]) {
      const response = await person.send("GET", `/api/e/enterprise/chat/dashboard_info?${query}`);
      expect(response.status, query).toBe(400);
    }
  });
});

describe("the dashboard's tiles", () => {
  test("count what the person may open, and nothing else", async () => {
    const person = await makePerson(harness);
    await person.call(customersApi.saveCustomer, { body: { name: "Asha", phoneNumber: "+919500000001" } });
    const { tiles } = await person.call(dashboardApi.dashboardSummary);
    expect(tiles).toEqual([
      { tile: "customers", count: 1, more: false },
      { tile: "bots", count: 0, more: false },
      { tile: "imports", count: 0, more: false },
      { tile: "users", count: 1, more: false },
      { tile: "invitations", count: 0, more: false },
    ]);
    const agent = await makePerson(harness, { roles: [3] });
    const seen = await agent.call(dashboardApi.dashboardSummary);
    expect(seen.tiles.map(({ tile }) => tile)).toEqual(["customers", "imports"]);
  });
});

describe("what matters today", () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

  test("is of all bots: their conversations, what was understood, what to review, and the weakest intents", async () => {
    const person = await makePerson(harness);
    const bots = [
      await makeBot(person, { Balance: ["my balance", "the balance"], Card: ["my card", "the card"] }),
      await makeBot(person),
    ];
    const [bank, shop] = bots as [(typeof bots)[number], (typeof bots)[number]];
    const intent = (name: string) => [bank.intents[name] ?? "", name] as const;
    await talk(harness, person, bank.agentId, [
      { at: daysAgo(1), intent: intent("Balance"), weak: true },
      { at: daysAgo(1), intent: intent("Card"), weak: true },
      { at: daysAgo(1), intent: intent("Card"), weak: true },
      // Of an intent that was deleted since.
      { at: daysAgo(1), intent: ["gone", "Gone"], weak: true },
      { at: daysAgo(1), intent: null, text: "will it rain" },
    ]);
    await talk(harness, person, shop.agentId, [
      { at: daysAgo(0), intent: null, text: "where is my parcel" },
      { at: daysAgo(0), intent: null, text: "parcel" },
    ]);
    await talk(harness, person, shop.agentId, [{ at: daysAgo(20), weak: true }]);
    const { today } = await person.call(dashboardApi.dashboardSummary);
    expect(today.bots?.days).toHaveLength(14);
    expect(today.bots?.days.at(-1)).toEqual({
      date: daysAgo(0).slice(0, 10),
      conversations: 1,
      asked: 2,
      understood: 0,
    });
    expect(today.bots?.days.at(-2)).toMatchObject({ conversations: 1, asked: 5, understood: 4 });
    expect(today.bots?.review).toEqual({ count: 3, more: false, agentId: shop.agentId });
    expect(await person.call(waitingWork)).toEqual({
      approvals: 0,
      review: 3,
      reviewOf: { [bank.agentId]: 1, [shop.agentId]: 2 },
    });
    const checker = await makeColleague(harness, person, { roles: [5] });
    expect(await checker.call(waitingWork)).toEqual({ approvals: 0, review: 0, reviewOf: {} });
    expect(today.bots?.weakest).toEqual([
      {
        intentId: bank.intents["Card"],
        intentName: "Card",
        storyId: bank.storyId,
        agentId: bank.agentId,
        agentName: bank.name,
        count: 2,
      },
      expect.objectContaining({ intentName: "Balance", count: 1 }),
    ]);
    expect(today).toMatchObject({ sending: 0, lastImport: null });

    const stranger = await makePerson(harness);
    const theirs = (await stranger.call(dashboardApi.dashboardSummary)).today;
    expect(theirs.bots).toMatchObject({ review: { count: 0, agentId: null }, weakest: [] });
    const agent = await makePerson(harness, { roles: [3] });
    expect((await agent.call(dashboardApi.dashboardSummary)).today).toEqual({
      bots: null,
      sending: null,
      lastImport: null,
    });
  });

  test("leads each figure to the bot that most of it is of, and not to the newest", async () => {
    const person = await makePerson(harness);
    const [busy, deaf, newest] = [await makeBot(person), await makeBot(person), await makeBot(person)];
    const most = async () => (await person.call(dashboardApi.dashboardSummary)).today.bots?.most;
    expect(await most()).toEqual({ conversations: null, missed: null, several: false });
    await talk(harness, person, newest.agentId, [{ at: daysAgo(8) }, { at: daysAgo(8), intent: null }]);
    await talk(harness, person, busy.agentId, [{ at: daysAgo(1) }]);
    const { agentId, name } = busy;
    const first = { id: agentId, name };
    expect(await most()).toEqual({ conversations: first, missed: first, several: false });
    await talk(harness, person, busy.agentId, [{ at: daysAgo(0), sender: "another" }]);
    await talk(harness, person, deaf.agentId, [{ at: daysAgo(0), intent: null }]);
    expect(await most()).toEqual({
      conversations: first,
      missed: { id: deaf.agentId, name: deaf.name },
      several: true,
    });
  });

  test("knows what came a week ago after this time of day", async () => {
    const person = await makePerson(harness);
    const bot = await makeBot(person);
    const week = Date.parse(daysAgo(7));
    const dayEnds = Math.floor(week / 86_400_000 + 1) * 86_400_000;
    await talk(harness, person, bot.agentId, [{ at: daysAgo(8) }, { at: daysAgo(8) }]);
    await talk(harness, person, bot.agentId, [
      { at: new Date((week + dayEnds) / 2).toISOString(), sender: "another" },
      { at: new Date((week + dayEnds) / 2 + 1).toISOString(), sender: "another", intent: null },
    ]);
    await talk(harness, person, bot.agentId, [{ at: daysAgo(0), sender: "third" }]);
    const { today } = await person.call(dashboardApi.dashboardSummary);
    expect(today.bots?.later).toEqual({ conversations: 1, asked: 2, understood: 1 });
  });

  test("finds the weakest intents among each bot's newest weak messages", async () => {
    const person = await makePerson(harness);
    const bank = await makeBot(person, {
      Balance: ["my balance", "the balance"],
      Card: ["my card", "the card"],
    });
    const shop = await makeBot(person, { Parcel: ["my parcel", "the parcel"] });
    const weak = ({ intents }: typeof bank, name: string, days: number) => ({
      at: daysAgo(days),
      intent: [intents[name] ?? "", name] as const,
      weak: true,
    });
    await talk(harness, person, bank.agentId, [weak(bank, "Balance", 10)]);
    const copies = JSON.stringify(Array.from({ length: 1_000 }, (_, at) => `-copy${at}`));
    await harness.env.TENANT_1.prepare(
      `INSERT INTO turns (id, enterprise_id, agent_id, conversation_id, at, text, intent_id, intent_name, confidence, answer,
         others, model_version_id, channel, weak)
       SELECT t.id || n.value, t.enterprise_id, t.agent_id, t.conversation_id, t.at, t.text, t.intent_id, t.intent_name,
         t.confidence, t.answer, t.others, t.model_version_id, t.channel, t.weak
       FROM turns t CROSS JOIN json_each(?2) n WHERE t.agent_id = ?1`,
    )
      .bind(bank.agentId, copies)
      .run();
    await talk(harness, person, bank.agentId, [weak(bank, "Card", 1), weak(bank, "Card", 1)]);
    await talk(harness, person, shop.agentId, [weak(shop, "Parcel", 12)]);
    const { today } = await person.call(dashboardApi.dashboardSummary);
    // They were said by nobody: no count knows them.
    await harness.env.TENANT_1.prepare("DELETE FROM turns WHERE agent_id = ? AND instr(id, '-copy') > 0")
      .bind(bank.agentId)
      .run();
    expect(today.bots?.weakest.map(({ intentName, count }) => [intentName, count])).toEqual([
      ["Balance", 998],
      ["Card", 2],
      ["Parcel", 1],
    ]);
  });

  test("tells the newest import, but no mere check", async () => {
    const person = await makePerson(harness);
    const { TENANT_1: db } = harness.env;
    const counts = JSON.stringify({ total: 5, accepted: 4, rejected: 1 });
    const importing = (id: string, state: string, at: number) =>
      db
        .prepare(
          `INSERT INTO customer_imports (id, enterprise_id, file_name, file, bytes, encoding, delimiter, headers, mapping, state,
             cursor, line, counts, created_marks, started_by, created_at, updated_at)
           VALUES (?1, ?2, ?1, ?1, 1, 'utf-8', ',', '[]', '[]', ?3, 0, 0, ?5, '[]', 'u', ?4, ?4)`,
        )
        .bind(id, person.enterpriseId, state, at, counts);
    const name = `${person.enterpriseId}.csv`;
    await db.batch([
      importing(`old-${name}`, "COMPLETED", 1),
      importing(name, "COMPLETED", 2),
      importing(`check-${name}`, "CHECKED", 3),
    ]);
    const { today } = await person.call(dashboardApi.dashboardSummary);
    expect(today.lastImport).toEqual({
      id: name,
      fileName: name,
      state: "COMPLETED",
      accepted: 4,
      rejected: 1,
      createdAt: "1970-01-01T00:00:00.002Z",
    });
  });
});
