import { expect, test } from "vitest";
import { makeBot } from "#tests/support/bot.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { switchAnalyticsOn } from "#tests/support/dashboards.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makeChannel } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import * as api from "#workers/contract/endpoints/own-dashboards.ts";

/** Figures of dashboards that people make themselves. */
const harness = await startHarness();
const db = harness.env.TENANT_1;
const path = `/api${api.listOwnDashboards.path}`;

const DAY_MS = 86_400_000;
const dayAt = (at: number): string => new Date(at).toISOString().slice(0, 10);
const week = () => ({ fromDate: dayAt(Date.now() - 6 * DAY_MS), toDate: dayAt(Date.now()) });
const range = () => new URLSearchParams(week()).toString();

async function makeOwner(): Promise<Person> {
  const owner = await makePerson(harness);
  await switchAnalyticsOn(harness, owner);
  return owner;
}
const made = (person: Person, name = "Mine", copyOf = "") =>
  person.call(api.createOwnDashboard, { body: { name, copyOf } });
const tile = (more: object = {}) => ({
  id: "one",
  kind: "number" as const,
  measures: ["usedRuns" as const],
  ...more,
});
/** Runs of today and of eight days ago. */
async function used({ enterpriseId }: Person) {
  const today = Math.floor(Date.now() / DAY_MS);
  await db
    .prepare(
      "INSERT INTO usage_days (enterprise_id, kind, day, count) VALUES (?1, 'run', ?2, 7), (?1, 'run', ?3, 9)",
    )
    .bind(enterpriseId, today, today - 8)
    .run();
}

test("tiles show the figures of their days, compared where that is asked for", async () => {
  const owner = await makeOwner();
  await used(owner);
  const { id } = await made(owner);
  const tiles = [
    tile({ id: "a" }),
    tile({ id: "b", compare: false }),
    tile({ id: "c", kind: "bars", measures: ["usedRuns", "usedTurns"] }),
  ];
  await owner.send("PUT", `${path}/${id}`, { name: "Runs", tiles });
  const shown = await owner.call(api.showOwnDashboard, { params: { id }, query: week() });
  const [compared, plain, bars] = shown.tiles;
  expect(compared?.figures).toMatchObject([{ measure: "usedRuns", value: 7, before: 9 }]);
  expect(plain?.figures).toMatchObject([{ value: 7, before: null }]);
  expect(bars?.figures.map(({ measure, days }) => [measure, days.at(-1)])).toEqual([
    ["usedRuns", 7],
    ["usedTurns", 0],
  ]);
  expect(shown.days).toHaveLength(7);
});

test("a filter narrows a tile down to a channel, a bot or a department, and says to which", async () => {
  const owner = await makeOwner();
  const [one, two] = [await makeChannel(harness, owner), await makeChannel(harness, owner)];
  const hour = Math.floor(Date.now() / 3_600_000);
  const insert = db.prepare(
    "INSERT INTO message_hours (enterprise_id, channel_id, hour, direction, fact, count) VALUES (?, ?, ?, 'in', 'made', ?)",
  );
  await db.batch([
    insert.bind(owner.enterpriseId, one.id, hour, 3),
    insert.bind(owner.enterpriseId, two.id, hour, 4),
  ]);
  const { id } = await made(owner);
  const received = (channelId: string) =>
    tile({ id: channelId || "all", measures: ["received"], filter: { channelId } });
  await owner.send("PUT", `${path}/${id}`, {
    name: "Received",
    tiles: [received(""), received(one.id), received("gone"), received(two.id)],
  });
  const { tiles } = await owner.call(api.showOwnDashboard, { params: { id }, query: week() });
  expect(tiles.map(({ figures, filteredBy }) => [figures[0]?.value, filteredBy.length])).toEqual([
    [7, 0],
    [3, 1],
    [0, 1],
    [4, 1],
  ]);
  expect(tiles[2]?.filteredBy).toEqual([""]);
  expect((await owner.call(api.getOwnDashboard, { params: { id } })).choices.channels).toHaveLength(2);
  await db.prepare("DELETE FROM message_hours WHERE enterprise_id = ?").bind(owner.enterpriseId).run();
});

test("chats and bots are narrowed down to a department and a bot", async () => {
  const owner = await makeOwner();
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  await db
    .prepare(
      `INSERT INTO chat_figures (enterprise_id, kind, of_id, department_id, hour, name, started)
       VALUES (?1, 'all', '', 'sales', ?2, '', 5), (?1, 'all', '', 'care', ?2, '', 2)`,
    )
    .bind(owner.enterpriseId, hour)
    .run();
  const { id } = await made(owner);
  const started = (departmentId: string) =>
    tile({ id: departmentId || "all", measures: ["chatsStarted"], filter: { departmentId } });
  const bots = [await makeBot(owner), await makeBot(owner)] as const;
  const today = Date.parse(week().toDate);
  await db.batch(
    bots.map(({ agentId }, at) =>
      db
        .prepare("INSERT INTO report_sums (enterprise_id, agent_id, grain, at, turns) VALUES (?, ?, ?, ?, ?)")
        .bind(owner.enterpriseId, agentId, DAY_MS, today, at + 3),
    ),
  );
  const said = (botId: string) =>
    tile({ id: `bot${botId.length}`, measures: ["botMessages"], filter: { botId } });
  await owner.send("PUT", `${path}/${id}`, {
    name: "Chats",
    tiles: [started(""), started("sales"), said(""), said(bots[1].agentId)],
  });
  const { tiles } = await owner.call(api.showOwnDashboard, { params: { id }, query: week() });
  expect(tiles.map(({ figures }) => figures[0]?.value)).toEqual([7, 5, 7, 4]);
  // Every file's end checks that the sums are of turns that were said.
  await db.prepare("DELETE FROM report_sums WHERE enterprise_id = ?").bind(owner.enterpriseId).run();
  await db.prepare("DELETE FROM chat_figures WHERE enterprise_id = ?").bind(owner.enterpriseId).run();
});

test("a figure whose own screen somebody may not open has no numbers for them, in the file neither", async () => {
  const owner = await makeOwner();
  await used(owner);
  const viewer = await makeColleague(harness, owner, { roles: [6] });
  const { id } = await made(owner);
  const tiles = [tile({ id: "use" }), tile({ id: "chats", measures: ["chatsStarted"] })];
  await owner.send("PUT", `${path}/${id}`, { name: "Both", tiles, sharing: "all" });
  const shown = await viewer.call(api.showOwnDashboard, { params: { id }, query: week() });
  expect(shown.tiles.map(({ isHidden, figures, rows }) => [isHidden, figures.length, rows.length])).toEqual([
    [true, 0, 0],
    [false, 1, 0],
  ]);
  const csvOf = (person: Person, tileId: string) =>
    person.send("GET", `${path}/${id}/tiles/${tileId}/csv?${range()}`);
  expect((await csvOf(viewer, "use")).status).toBe(403);
  expect((await csvOf(viewer, "chats")).status).toBe(200);
  expect((await csvOf(viewer, "nothing")).status).toBe(404);
  // The dashboards that every enterprise has hide the same.
  const built = await viewer.send("GET", `/api/e/enterprise/analytics/dashboard?name=cost&${range()}`);
  expect(((await built.json()) as { response: object }).response).toMatchObject({
    figures: [],
    hidden: ["bots", "usage", "spending"],
  });
});

test("a tile's file has its figures, and no cell that a spreadsheet would run", async () => {
  const owner = await makeOwner();
  await used(owner);
  const channel = await makeChannel(harness, owner);
  await db.prepare("UPDATE channels SET name = '=1+1' WHERE id = ?").bind(channel.id).run();
  await db
    .prepare(
      "INSERT INTO message_hours (enterprise_id, channel_id, hour, direction, fact, count) VALUES (?, ?, ?, 'in', 'made', 3)",
    )
    .bind(owner.enterpriseId, channel.id, Math.floor(Date.now() / 3_600_000))
    .run();
  const { id } = await made(owner);
  const tiles = [
    tile({ id: "number" }),
    tile({ id: "plain", compare: false }),
    tile({ id: "bars", kind: "bars", measures: ["usedRuns", "usedTurns"] }),
    tile({ id: "table", kind: "table", measures: ["received"] }),
  ];
  await owner.send("PUT", `${path}/${id}`, { name: "Files", tiles });
  const linesOf = async (tileId: string) => {
    const response = await owner.send("GET", `${path}/${id}/tiles/${tileId}/csv?${range()}`);
    expect(response.headers.get("content-type")).toContain("text/csv");
    return (await response.text()).replace("\uFEFF", "").trimEnd().split("\r\n");
  };
  expect(await linesOf("number")).toEqual(["Figure,Value,In the days before", "Runs,7,9"]);
  expect(await linesOf("plain")).toEqual(["Figure,Value", "Runs,7"]);
  const bars = await linesOf("bars");
  expect(bars).toHaveLength(8);
  expect([bars[0], bars.at(-1)]).toEqual(["Day,Runs,Bot turns", `${week().toDate},7,0`]);
  expect(await linesOf("table")).toEqual(["Channel,Messages received", "'=1+1,3"]);
  await db.prepare("DELETE FROM message_hours WHERE enterprise_id = ?").bind(owner.enterpriseId).run();
});
