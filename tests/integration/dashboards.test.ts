import { randomUUID } from "node:crypto";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { directory, tenantDatabase } from "#db/client.ts";
import { givePlan, makePlan, switchBillingOn } from "#tests/support/billing.ts";
import { makeBot } from "#tests/support/bot.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { switchAnalyticsOn } from "#tests/support/dashboards.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, makeChannel } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { readWhole } from "#tests/support/query-plan.ts";
import { makeWaiting } from "#tests/support/waiting-chat.ts";
import { billingTexts } from "#texts/billing.ts";
import {
  dashboardNames,
  dashboardSources,
  type Measure,
  measureNames,
} from "#workers/contract/dashboards.ts";
import { choosePlan } from "#workers/contract/endpoints/enterprise-billing.ts";
import { chatAnalytics } from "#workers/contract/endpoints/chat-analytics.ts";
import { MOST_DASHBOARD_DAYS, showDashboard } from "#workers/contract/endpoints/dashboards.ts";
import { messageCounts } from "#workers/contract/endpoints/reports-of-messages.ts";
import { conversationsReport } from "#workers/contract/endpoints/reports.ts";
import { createOwnDashboard, ownTileCsv } from "#workers/contract/endpoints/own-dashboards.ts";
import { permissions } from "#workers/contract/permissions.ts";
import { tilesShown } from "#workers/domain/dashboards/figures.ts";
import { dashboardShown } from "#workers/domain/dashboards/show.ts";

/** Dashboards: every figure is the one that the screen of its subject has. */
const harness = await startHarness();
beforeEach(() => answerOurselves(harness));
const db = harness.env.TENANT_1;

const DAY_MS = 86_400_000;
const dayAt = (at: number): string => new Date(at).toISOString().slice(0, 10);
const week = () => ({ fromDate: dayAt(Date.now() - 6 * DAY_MS), toDate: dayAt(Date.now()) });

async function makeOwner(): Promise<Person> {
  const owner = await makePerson(harness);
  await switchAnalyticsOn(harness, owner);
  return owner;
}
type Asked = { name?: (typeof dashboardNames)[number]; channelId?: string; timeZone?: string };
const shownTo = (person: Person, query: Asked & Partial<ReturnType<typeof week>> = {}) =>
  person.call(showDashboard, { query: { ...week(), ...query } });
const figuresIn = ({ figures }: Awaited<ReturnType<typeof shownTo>>) =>
  Object.fromEntries(figures.map(({ measure, ...figure }) => [measure, figure])) as Record<
    Measure,
    { value: number | null; before: number | null; days: (number | null)[] }
  >;

const readingOf = ({ enterpriseId }: Person, $client: D1Database) => ({
  db: { $client },
  enterpriseId,
  now: Date.now,
  directoryCtx: { db: directory(harness.env), now: Date.now },
});

/** Two chats on two channels: both answered, one closed. */
async function talked(owner: Person) {
  const channels = [await makeChannel(harness, owner), await makeChannel(harness, owner)] as const;
  for (const [at, channel] of channels.entries()) {
    const { chatId } = await makeWaiting(harness, channel);
    const press = (action: string, more = {}) =>
      owner.send("POST", `/api/e/enterprise/chat/${chatId}/actions`, { action, id: randomUUID(), ...more });
    expect((await press("agentPickupChat")).status).toBe(200);
    expect((await press("agentReplyChat", { text: "Hello" })).status).toBe(200);
    if (at === 0) await owner.send("POST", `/api/e/enterprise/chat/${chatId}/close`, { id: randomUUID() });
  }
  // Nothing of a message changes once it is delivered.
  await eventually(async () => {
    const { counts } = await owner.call(messageCounts, { query: week() });
    expect(counts.length).toBeGreaterThan(0);
    expect(counts.every(({ status }) => status === "delivered" || status === "read")).toBe(true);
  });
  return channels;
}

test("messages and chats are those of the delivery report and of the chats' analytics, of a channel too", async () => {
  const owner = await makeOwner();
  const [one] = await talked(owner);
  for (const channelId of ["", one.id]) {
    const messages = figuresIn(await shownTo(owner, { channelId }));
    const { counts } = await owner.call(messageCounts, { query: { ...week(), channelId } });
    const sum = (...statuses: string[]) =>
      counts.reduce((all, { status, count }) => all + (statuses.includes(status) ? count : 0), 0);
    const total = counts.reduce((all, { count }) => all + count, 0);
    expect(total).toBeGreaterThan(0);
    expect(messages.sent.value).toBe(total);
    expect(messages.deliveredRate.value).toBe(sum("delivered", "read") / total);
    expect(messages.failedRate.value).toBe(sum("failed", "expired") / total);
    expect(messages.received.value).toBe(channelId === "" ? 2 : 1);
    expect(messages.sent.days.reduce<number>((all, each) => all + (each ?? 0), 0)).toBe(total);
  }
  const dashboard = await shownTo(owner, { name: "agents" });
  const chats = figuresIn(dashboard);
  const since = `${week().fromDate}T00:00:00.000Z`;
  const until = new Date(Date.parse(week().toDate) + DAY_MS).toISOString();
  const { total, agents } = await owner.call(chatAnalytics, { query: { since, until, departmentId: "" } });
  expect([chats.chatsStarted.value, chats.chatsClosed.value]).toEqual([total.started, total.closed]);
  expect(total).toMatchObject({ started: 2, closed: 1 });
  expect(Math.round((chats.firstReply.value ?? 0) * 10) / 10).toBe(total.firstResponseSeconds);
  const rows = dashboard.tables.find(({ source }) => source === "agents")?.rows ?? [];
  expect(rows.map(({ id, values }) => [id, values[0]])).toEqual(agents.map(({ id, closed }) => [id, closed]));
  expect(figuresIn(await shownTo(owner, { name: "agents", channelId: one.id })).chatsStarted.value).toBe(1);
});

test("bots' figures are those of their reports, by UTC and in a zone, beside as many days before", async () => {
  const owner = await makeOwner();
  const { agentId, name } = await makeBot(owner);
  const noon = Date.parse(`${dayAt(Date.now())}T20:00:00Z`) - DAY_MS;
  const insert = db.prepare(
    "INSERT INTO report_sums (enterprise_id, agent_id, grain, at, turns, scoped, offered, conversations) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const said = [
    { at: noon, sums: [10, 6, 2, 3] },
    { at: noon - 8 * DAY_MS, sums: [4, 4, 0, 1] },
  ];
  await db.batch(
    said.flatMap(({ at, sums }) => [
      insert.bind(owner.enterpriseId, agentId, DAY_MS / 96, at, ...sums),
      insert.bind(owner.enterpriseId, agentId, DAY_MS, at - (at % DAY_MS), ...sums),
    ]),
  );
  // Every file's end checks that the sums are of turns that were said.
  onTestFinished(async () => {
    await db.prepare("DELETE FROM report_sums WHERE enterprise_id = ?").bind(owner.enterpriseId).run();
  });
  for (const timeZone of ["UTC", "Asia/Kolkata"]) {
    const dashboard = await shownTo(owner, { name: "bots", timeZone });
    const { botConversations, botMessages, understoodRate } = figuresIn(dashboard);
    const report = await owner.call(conversationsReport, {
      body: {
        agentId,
        timeZone,
        startDate: week().fromDate,
        endDate: dayAt(Date.parse(week().toDate) + DAY_MS),
      },
    });
    expect(botConversations).toMatchObject({ value: report.totalConversations, before: 1 });
    expect(botMessages.value).toBe(report.totalMessages);
    expect(understoodRate.value).toBe(report.scoped / (report.scoped + report.nonScoped));
    // 20:00 by UTC is the next day in India.
    expect(botMessages.days.indexOf(10)).toBe(timeZone === "UTC" ? 5 : 6);
    expect(understoodRate.days.filter((each) => each === null)).toHaveLength(6);
    expect(dashboard.tables[0]?.rows).toEqual([{ id: agentId, name, values: [3, 10, 0.75] }]);
  }
});

test("journeys and use are summed from their roll-ups", async () => {
  const owner = await makeOwner();
  const channel = await makeChannel(harness, owner);
  const [automation, instance, version] = [randomUUID(), randomUUID(), randomUUID()];
  const today = Math.floor(Date.now() / DAY_MS);
  const run = (sql: string, ...values: unknown[]) => db.prepare(sql).bind(...values);
  await db.batch([
    run(
      `INSERT INTO automations (id, enterprise_id, kind, name, name_key, version, changed, created_at, updated_at)
       VALUES (?, ?, 'journey', 'Loans', 'loans', 1, 0, 1, 1)`,
      automation,
      owner.enterpriseId,
    ),
    run(
      `INSERT INTO automation_instances (id, enterprise_id, automation_id, version_id, channel_id, name, state, started_at, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, '', 1, 1, 1, 1)`,
      instance,
      owner.enterpriseId,
      automation,
      version,
      channel.id,
    ),
    run(
      `INSERT INTO automation_versions (id, enterprise_id, automation_id, number, graph, checksum, published_by, published_at)
       VALUES (?, ?, ?, 1, '{}', '', '', 1)`,
      version,
      owner.enterpriseId,
      automation,
    ),
    run(
      "INSERT INTO entry_hours (enterprise_id, instance_id, hour, entered) VALUES (?1, ?2, ?3, 5), (?1, ?2, ?4, 2)",
      owner.enterpriseId,
      instance,
      today * 24 + 3,
      (today - 7) * 24,
    ),
    run(
      `INSERT INTO node_daily (enterprise_id, instance_id, version_id, day, node, port, entered, "left", errors, timed_out) VALUES (?, ?, ?, ?, 'ask', '', 5, 4, 3, 1)`,
      owner.enterpriseId,
      instance,
      version,
      dayAt(Date.now()),
    ),
    run(
      "INSERT INTO usage_days (enterprise_id, kind, day, count) VALUES (?1, 'run', ?2, 7), (?1, 'botTurn', ?3, 9)",
      owner.enterpriseId,
      today,
      today - 9,
    ),
  ]);
  const dashboard = await shownTo(owner, { name: "journeys" });
  const journeys = figuresIn(dashboard);
  expect(journeys.journeysEntered).toMatchObject({ value: 5, before: 2 });
  expect([journeys.journeyErrors.value, journeys.journeyTimeouts.value]).toEqual([3, 1]);
  expect(dashboard.tables.map(({ rows }) => rows)).toEqual([
    [{ id: automation, name: "Loans", values: [5] }],
    [{ id: automation, name: "Loans", values: [3, 1] }],
  ]);
  const use = figuresIn(await shownTo(owner, { name: "cost" }));
  expect(use.usedRuns).toMatchObject({ value: 7, before: 0 });
  expect(use.usedTurns).toMatchObject({ value: 0, before: 9 });
});

test("cost is money by the plan, by the day and by kind; a dash without a plan, and what is stored counts", async () => {
  const owner = await makeOwner();
  const today = Math.floor(Date.now() / DAY_MS);
  await db
    .prepare(
      "INSERT INTO usage_days (enterprise_id, kind, day, count) VALUES (?1, 'run', ?2, 12), (?1, 'storedMb', ?2, 2048)",
    )
    .bind(owner.enterpriseId, today)
    .run();
  const none = await shownTo(owner, { name: "cost" });
  expect([none.currency, figuresIn(none).spent.value, none.tables[0]?.rows]).toEqual(["", null, []]);
  expect(figuresIn(none).usedStored.value).toBe(2_048);
  const term = (included: number, price: number) => ({ included, price, limit: null });
  const plan = await makePlan(harness, { run: term(2, 150_000), storedMb: term(0, 1_000_000) }, 0);
  await switchBillingOn(harness, owner);
  await owner.call(choosePlan, { body: { planId: "inr-starter" } });
  await givePlan(harness, owner, plan);
  const shown = await shownTo(owner, { name: "cost" });
  // Ten runs beyond those that are included, and two GB of a day.
  expect([shown.currency, figuresIn(shown).spent.value]).toEqual(["INR", 150 + 200]);
  expect(figuresIn(shown).spent.days.at(-1)).toBe(350);
  expect(shown.tables[0]?.rows).toEqual([
    { id: "storedMb", name: "", values: [200] },
    { id: "run", name: "", values: [150] },
  ]);
  // Their own tiles and files say it in the currency, with the names of kinds.
  const { id, tiles } = await owner.call(createOwnDashboard, { body: { name: "Ours", copyOf: "cost" } });
  const table = tiles.find(({ kind }) => kind === "table");
  const file = ownTileCsv.path.replace(":id", id).replace(":tileId", table?.id ?? "");
  const csv = await (await owner.send("GET", `/api${file}?${new URLSearchParams(week()).toString()}`)).text();
  expect(csv).toContain("Total cost (INR)");
  expect(csv).toContain(`${billingTexts.kinds.storedMb},2\r\n${billingTexts.kinds.run},1.5`);
});

test("no statement of any tile reads a table whole, which the check would see", async () => {
  const owner = await makeOwner();
  const tenant = tenantDatabase(harness.env, "TENANT_1");
  const asked = new Map<string, unknown[]>();
  const $client = {
    prepare: (text: string) => ({
      bind: (...values: unknown[]) => {
        asked.set(text, values);
        return tenant.$client.prepare(text).bind(...values);
      },
    }),
    batch: (statements: D1PreparedStatement[]) => tenant.$client.batch(statements),
  } as unknown as D1Database;
  const ctx = readingOf(owner, $client);
  const filter = { channelId: "one", botId: "two", departmentId: "three" };
  const tiles = measureNames.flatMap((measure) =>
    (["bars", "table"] as const).map((kind) => ({
      id: `${measure}-${kind}`,
      title: "",
      kind,
      measures: [measure],
      size: "small" as const,
      filter,
      compare: true,
    })),
  );
  await tilesShown(ctx as never, tiles, week(), permissions);
  for (const name of dashboardNames)
    await dashboardShown(ctx as never, { ...week(), name, channelId: "one" }, permissions);
  // Two statements a source (one for use at its prices), the names of what tiles are narrowed down to, and the channels to choose from.
  expect(asked.size).toBe(2 * dashboardSources.length + 1);
  for (const [text, values] of asked) expect(await readWhole(db, text, values), text).toEqual([]);
  const wrong: [string, RegExp][] = [
    ["SELECT n.day FROM node_daily n WHERE n.day > ?1", /^SCAN n/],
    ["SELECT count(*) FROM json_each(?1) d CROSS JOIN chat_figures f", /^SCAN f/],
    ["SELECT count(*) FROM chat_figures f WHERE f.enterprise_id = ?1", /^SEARCH f/],
    ["SELECT u.count FROM usage_days u WHERE u.count > ?1", /^SCAN u/],
  ];
  for (const [text, step] of wrong)
    expect(await readWhole(db, text, ["[]"]), text).toEqual([expect.stringMatching(step)]);
});

test("every dashboard is one batch, and another enterprise has none of it", async () => {
  const owner = await makeOwner();
  await talked(owner);
  const other = await makeOwner();
  const tenant = tenantDatabase(harness.env, "TENANT_1");
  for (const name of dashboardNames) {
    const empty = await shownTo(other, { name });
    expect(empty.figures.flatMap(({ value, before }) => [value, before]).every((each) => !each)).toBe(true);
    expect(empty.tables.flatMap(({ rows }) => rows)).toEqual([]);
    let batches = 0;
    const $client = {
      prepare: (text: string) => tenant.$client.prepare(text),
      batch: (statements: D1PreparedStatement[]) => {
        batches += 1;
        return tenant.$client.batch(statements);
      },
    } as unknown as D1Database;
    const ctx = readingOf(owner, $client);
    await dashboardShown(ctx as never, { ...week(), name, channelId: "" }, permissions);
    expect(batches).toBe(1);
  }
});

test("needs the feature and the permission, and refuses days that cannot be", async () => {
  const owner = await makePerson(harness);
  const path = (query: object) =>
    `/api${showDashboard.path}?${new URLSearchParams({ ...week(), ...query }).toString()}`;
  expect((await owner.send("GET", path({}))).status).toBe(404);
  const entitled = await makeOwner();
  const agent = await makeColleague(harness, entitled, { roles: [3] });
  expect((await agent.send("GET", path({}))).status).toBe(403);
  expect((await entitled.send("GET", path({}))).status).toBe(200);
  const from = (days: number) => dayAt(Date.parse(week().toDate) - (days - 1) * DAY_MS);
  expect((await entitled.send("GET", path({ fromDate: from(MOST_DASHBOARD_DAYS) }))).status).toBe(200);
  for (const wrong of [
    { fromDate: from(MOST_DASHBOARD_DAYS + 1) },
    { fromDate: "2026-02-30" },
    { fromDate: "soon" },
    { toDate: "2020-01-01" },
    { name: "nobody" },
    { timeZone: "Nowhere/There" },
  ])
    expect((await entitled.send("GET", path(wrong))).status, JSON.stringify(wrong)).toBe(400);
});
