import { beforeEach, expect, test, vi } from "vitest";
import { makeCustomer, makeGroup } from "#tests/support/customers.ts";
import { eventually } from "#tests/support/eventually.ts";
import { graphOf, text } from "#tests/support/flow.ts";
import { startHarness } from "#tests/support/harness.ts";
import { idleDeps, keepJobs } from "#tests/support/jobs.ts";
import { askingForCity, publishedAnew, publishedOne } from "#tests/support/journeys.ts";
import { answerOurselves, makeChannel, messagesOf, rowsOf } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { runsOf } from "#tests/support/runs.ts";
import { watchedCtx } from "#tests/support/watched-ctx.ts";
import { automationLaunchTexts as texts } from "#texts/automation-launch.ts";
import { automationPropertiesTexts } from "#texts/automation-properties.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { INSTANCE, type InstanceAction } from "#workers/contract/automation/instance-states.ts";
import { loggerDoors } from "#workers/contract/endpoints/automation-logger.ts";
import * as customerTaggingsApi from "#workers/contract/endpoints/customer-taggings.ts";
import * as launchApi from "#workers/contract/endpoints/automation-launch.ts";
import * as logsApi from "#workers/contract/endpoints/automation-logs.ts";
import { tidySteps } from "#workers/domain/runs/tidy-steps.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { Ctx } from "#workers/domain/ctx.ts";
import { instanceStarts, moveInstance } from "#workers/domain/automations/instances-move.ts";
import { launch } from "#workers/domain/automations/launch.ts";
import { enterPages } from "#workers/domain/automations/launch-audience.ts";
import { type JobHandlers, runJob } from "#workers/domain/jobs/run-pages.ts";

/** Encaps are launched to an audience: everybody of it once, whoever is killed, paused or asked twice. */
// Jobs that a killed worker had are taken up by a sweep: a busy machine is five times slower.
vi.setConfig({ testTimeout: 120_000 });
const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const db = harness.env.TENANT_1;
const greeting = graphOf(
  {
    start: ["start"],
    hi: ["sendMessage", text("Hi {contact.name}, {vars.gift}")],
    end: ["end", {}],
  },
  ["start > hi", "hi > end"],
  {
    properties: [
      { name: "gift", label: "Gift", type: "text", required: true },
      { name: "count", label: "", type: "number", required: false, default: 2 },
    ],
  },
);

const FILL = `WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?3)
  INSERT INTO customers (id, enterprise_id, name, name_key, phone, phone_typed, data, search, revision, updated_by, created_at, updated_at)
  SELECT ?1 || '-' || value, ?1, 'P' || value, 'p' || value, ?2 || (1000000 + value), ?2 || (1000000 + value), '{}', 'p' || value, 1, '', 1, 1 FROM n`;
const handlers = {
  "instance.enter": {
    pages: (ctx: Ctx, held: never, payload: never) =>
      enterPages(ctx, held, payload, { hashOf: () => Promise.resolve(() => Promise.resolve("")) }),
    failure: "failed",
  },
} as unknown as JobHandlers;

/** The sentences with which a call is refused, by their fields. */
const refused = (work: Promise<unknown>): Promise<{ errors: Record<string, string> }> =>
  work.then(
    () => ({ errors: {} }),
    (error: unknown) =>
      JSON.parse(/\{.*\}$/.exec(String(error))?.[0] ?? "{}") as { errors: Record<string, string> },
  );

async function begun(graph = askingForCity(), known?: Person) {
  const owner = known ?? (await makePerson(harness));
  // Anything may be said on it to people who never wrote.
  const channel = await makeChannel(harness, owner, { type: channelTypes.sms });
  const id = await publishedOne(owner, "encap", "Offer", graph);
  const instance = async () => (await owner.call(launchApi.listLaunches, { params: { id } })).launches[0];
  return { owner, channel, id, instance, params: { id } };
}

/** So many customers, of whom some are the same people as others: each once, and those without a number not at all. */
const fill = (enterpriseId: string, count: number) =>
  db
    .prepare(FILL)
    .bind(enterpriseId, `+9${String(phones++).padStart(3, "0")}`, count)
    .run();
let phones = Date.now() % 900;
const everybody = { filter: { search: "", groups: [], tags: [] }, customerIds: [] };

test("everybody of an audience enters once with the launch's values, and it is finished when the last is through", async () => {
  const { owner, channel, params, instance } = await begun(greeting);
  const group = await makeGroup(owner);
  const [ann] = await Promise.all(
    ["Ann", "Ben"].map((name) => makeCustomer(owner, { name, groups: [group] })),
  );
  await makeCustomer(owner, { name: "Cid" });
  const audience = { filter: { search: "", groups: [group], tags: [] }, customerIds: [ann?.id ?? ""] };
  const counted = await owner.call(launchApi.countLaunchAudience, {
    params,
    body: { channelId: channel.id, audience },
  });
  expect(counted).toEqual({
    total: 3,
    reachable: 2,
    unreachable: 0,
    doubles: 1,
    filtered: 0,
    refused: 0,
    estimated: false,
    durationSeconds: 1,
  });
  const body = { channelId: channel.id, audience, values: {} };
  const missing = await refused(owner.call(launchApi.launchEncap, { params, body }));
  expect(missing.errors).toEqual({ "values.gift": automationPropertiesTexts.missing });
  const wrong = { gift: "a cup", count: "two", size: 1 };
  const problems = await refused(
    owner.call(launchApi.launchEncap, { params, body: { ...body, values: wrong } }),
  );
  expect(problems.errors).toEqual({
    "values.count": automationPropertiesTexts.numberWrong,
    "values.size": automationPropertiesTexts.unknown("size"),
  });
  const launched = await owner.call(launchApi.launchEncap, {
    params,
    body: { ...body, values: { gift: "a cup" } },
  });
  expect(launched).toMatchObject({ state: INSTANCE.started, audience: { total: 3, seen: 0, done: false } });
  await eventually(async () => expect((await instance())?.state).toBe(INSTANCE.stopped));
  expect(await instance()).toMatchObject({
    endReason: "finished",
    entered: 2,
    failed: 0,
    openRuns: 0,
    audience: { total: 3, seen: 3, left: 0, done: true },
  });
  const said = (await messagesOf(harness, channel)).map((message) => message.text);
  expect(said.toSorted()).toEqual(["Hi Ann, a cup", "Hi Ben, a cup"]);
  const [run] = await runsOf(harness, launched.id);
  expect(JSON.parse(run?.data ?? "{}")).toMatchObject({ vars: { gift: "a cup", count: 2 } });
  // Those who were named are in no row of it any more; the rest of its launch can be launched again.
  const again = await owner.call(launchApi.getLaunch, { params: { ...params, instanceId: launched.id } });
  expect(again).toMatchObject({ audience: { ...audience, customerIds: [] }, values: { gift: "a cup" } });
});

test("the filter of the Start keeps people of an audience out, whether the channel has met them or not, and says how many", async () => {
  const filter = { match: "all", rows: [{ field: "contact.name", operator: "is", value: "Ann" }] };
  const graph = graphOf(
    { start: ["start", { filter }], hi: ["sendMessage", text("Hi {contact.name}")], end: ["end", {}] },
    ["start > hi", "hi > end"],
  );
  const { owner, channel, params, instance } = await begun(graph);
  for (const name of ["Ann", "Ben", "Cid"]) await makeCustomer(owner, { name });
  const counted = await owner.call(launchApi.countLaunchAudience, {
    params,
    body: { channelId: channel.id, audience: everybody },
  });
  expect(counted).toMatchObject({ total: 3, reachable: 1, filtered: 2, doubles: 0, unreachable: 0 });
  await owner.call(launchApi.launchEncap, {
    params,
    body: { channelId: channel.id, audience: everybody, values: {} },
  });
  await eventually(async () => expect((await instance())?.state).toBe(INSTANCE.stopped));
  expect(await instance()).toMatchObject({
    entered: 1,
    audience: { total: 3, seen: 3, left: 0, filtered: 2, done: true },
  });
  expect((await messagesOf(harness, channel)).map((message) => message.text)).toEqual(["Hi Ann"]);
});

test.each(["name", "id"])(
  "the filter of the Start knows the groups of an audience by their %s",
  async (by) => {
    const owner = await makePerson(harness);
    const [gold, other] = [await makeGroup(owner, "Gold"), await makeGroup(owner, "Other")];
    const value = by === "id" ? gold : "Gold";
    const filter = { match: "all", rows: [{ field: "contact.groups", operator: "has", value }] };
    const isIn = { id: "in", when: { condition: filter } };
    const graph = graphOf(
      {
        start: ["start", { filter }],
        asks: ["condition", { rows: [isIn] }],
        hi: ["sendMessage", text("Hi {contact.name} of {contact.groups}")],
        end: ["end", {}],
      },
      ["start > asks", "asks.row:in > hi", "asks.else > end", "hi > end"],
    );
    const { channel, params, instance } = await begun(graph, owner);
    // A thing that is chosen by its id is called something else by the time that somebody comes in.
    if (by === "id") await owner.call(customerTaggingsApi.saveGroup, { body: { id: gold, name: "Silver" } });
    await makeCustomer(owner, { name: "Ann", groups: [gold] });
    await makeCustomer(owner, { name: "Ben", groups: [other] });
    await makeCustomer(owner, { name: "Cid" });
    const body = { channelId: channel.id, audience: everybody };
    expect(await owner.call(launchApi.countLaunchAudience, { params, body })).toMatchObject({
      total: 3,
      filtered: 2,
    });
    await owner.call(launchApi.launchEncap, { params, body: { ...body, values: {} } });
    await eventually(async () => expect((await instance())?.state).toBe(INSTANCE.stopped));
    expect(await instance()).toMatchObject({ entered: 1, audience: { filtered: 2 } });
    expect((await messagesOf(harness, channel)).map((message) => message.text)).toEqual([
      by === "id" ? "Hi Ann of Silver" : "Hi Ann of Gold",
    ]);
  },
);

test("people are counted by the filter of the version that is launched, and the started launches are listed alone", async () => {
  const only = (name: string) =>
    graphOf(
      {
        start: [
          "start",
          {
            filter: { match: "all", rows: [{ field: "contact.name", operator: "starts with", value: name }] },
          },
        ],
        end: ["end", {}],
      },
      ["start > end"],
    );
  const { owner, channel, id, params } = await begun(only("Ann"));
  for (const name of ["Ann", "Anna", "Ben"]) await makeCustomer(owner, { name });
  expect(await publishedAnew(owner, "encap", id, only("Ben"))).toBe(2);
  const counted = (version?: number) =>
    owner.call(launchApi.countLaunchAudience, {
      params,
      body: { channelId: channel.id, audience: everybody, version },
    });
  expect(await counted(1)).toMatchObject({ reachable: 2, filtered: 1 });
  expect(await counted(2)).toMatchObject({ reachable: 1, filtered: 2 });
  expect(await counted()).toMatchObject({ reachable: 1, filtered: 2 });
  expect(Object.keys((await refused(counted(3))).errors)).toEqual(["version"]);

  const begin = (body: object) =>
    owner.call(launchApi.launchEncap, { params, body: { channelId: channel.id, values: {}, ...body } });
  const started = await begin({ keywords: ["hello"] });
  await begin({ audience: everybody, startAt: new Date(Date.now() + 3_600_000).toISOString() });
  const listed = async (query: object) =>
    (await owner.call(launchApi.listLaunches, { params, query })).launches.map((each) => each.id);
  expect(await listed({ state: "started" })).toEqual([started.id]);
  expect((await listed({})).length).toBe(2);
});

test("a limited launch lets in so many of its audience and is over then; its pace says how long that takes", async () => {
  const { owner, channel, params, instance } = await begun(
    graphOf({ start: ["start"], hi: ["sendMessage", text("Hi")], end: ["end", {}] }, [
      "start > hi",
      "hi > end",
    ]),
  );
  for (const name of ["Ann", "Ben", "Cid", "Dev"]) await makeCustomer(owner, { name });
  await db.prepare("UPDATE channels SET rate = 1 WHERE id = ?").bind(channel.id).run();
  const body = { channelId: channel.id, audience: everybody };
  const counted = (most: number | null) =>
    owner.call(launchApi.countLaunchAudience, { params, body: { ...body, most } });
  expect(await counted(null)).toMatchObject({ reachable: 4, durationSeconds: 4 });
  expect(await counted(3)).toMatchObject({ reachable: 4, durationSeconds: 3 });
  const launched = await owner.call(launchApi.launchEncap, {
    params,
    body: { ...body, most: 3, values: {} },
  });
  await eventually(async () => expect((await instance())?.state).toBe(INSTANCE.stopped));
  expect(await instance()).toMatchObject({
    endReason: "finished",
    entered: 3,
    audience: { most: 3, done: true },
  });
  expect(await runsOf(harness, launched.id)).toHaveLength(3);
  const again = await owner.call(launchApi.getLaunch, { params: { ...params, instanceId: launched.id } });
  expect(again.most).toBe(3);
  const none = await refused(
    owner.call(launchApi.launchEncap, { params, body: { ...body, most: 0, values: {} } }),
  );
  expect(Object.keys(none.errors)).toEqual(["most"]);
});

test("somebody who is named and in the filter counts once towards the limit, and whoever is behind it is not met", async () => {
  const { owner, channel, params, instance } = await begun(
    graphOf({ start: ["start"], end: ["end", {}] }, ["start > end"]),
  );
  const made = [];
  for (const name of ["Ann", "Ben", "Cid", "Dev"]) made.push(await makeCustomer(owner, { name }));
  // The newest comes first in the walk.
  const audience = { ...everybody, customerIds: [made.at(-1)?.id ?? ""] };
  const body = { channelId: channel.id, audience, most: 2, values: {} };
  const launched = await owner.call(launchApi.launchEncap, { params, body });
  await eventually(async () => expect((await instance())?.state).toBe(INSTANCE.stopped));
  expect(await runsOf(harness, launched.id)).toHaveLength(2);
  const met = "SELECT id FROM identities WHERE enterprise_id = ?";
  expect(await rowsOf(harness, met, owner.enterpriseId)).toHaveLength(2);
});

test("one without people and without words is refused, and one of a version that isn't there", async () => {
  const { owner, channel, params } = await begun();
  const send = (body: object) =>
    refused(owner.call(launchApi.launchEncap, { params, body: { channelId: channel.id, ...body } as never }));
  expect((await send({})).errors).toEqual({ audience: texts.noWay });
  expect((await send({ audience: { filter: null, customerIds: [] } })).errors).toEqual({
    audience: texts.noWay,
  });
  expect(Object.keys((await send({ keywords: ["hi"], version: 9 })).errors)).toEqual(["version"]);
  expect(Object.keys((await send({ keywords: ["hi"], startAt: "2020-01-01T00:00:00Z" })).errors)).toEqual([
    "startAt",
  ]);
  expect(Object.keys((await send({ keywords: ["hi"], channelId: "nobody" })).errors)).toEqual(["channelId"]);
});

test("a launch goes on where its worker was killed, waits while it is paused, and ends when it is stopped", async () => {
  const { owner, channel, id, instance } = await begun();
  const giveBack = await keepJobs(harness, owner);
  await fill(owner.enterpriseId, 1_100);
  const ctx = watchedCtx(harness, owner, () => {});
  const launched = await launch(ctx, id, {
    channelId: channel.id,
    name: "",
    keywords: [],
    audience: everybody,
    most: null,
    values: {},
    startAt: null,
  });
  const open = async () =>
    (
      await rowsOf<{ id: string }>(
        harness,
        "SELECT id FROM jobs WHERE subject = ? AND state IN ('waiting', 'running')",
        launched.id,
      )
    ).map((job) => job.id);
  const move = async (action: InstanceAction) =>
    moveInstance(
      watchedCtx(harness, owner, () => {}),
      "encap",
      id,
      launched.id,
      { action, letFinish: true },
    );
  const entered = async () => {
    const runs = await rowsOf<{ n: number; people: number }>(
      harness,
      "SELECT count(*) AS n, count(DISTINCT identity_id) AS people FROM runs WHERE instance_id = ?",
      launched.id,
    );
    expect(runs[0]?.n).toBe(runs[0]?.people);
    return runs[0]?.n;
  };
  const dying = { ...idleDeps, breathe: () => Promise.reject(new Error("killed")) };
  const [first = ""] = await open();
  await runJob(ctx, first, handlers, dying);
  expect(await entered()).toBe(500);
  expect(await instance()).toMatchObject({ audience: { total: 1_100, seen: 500, left: 0, done: false } });

  await move("pause");
  expect(await open()).toEqual([]);
  await move("resume");
  const [second = ""] = await open();
  // Somebody pauses it between the reading and the writing of a page: nobody of that page enters.
  let isPaused = false;
  const overtaken = watchedCtx(harness, owner, async (sql) => {
    if (isPaused || !sql.startsWith("INSERT OR IGNORE INTO runs")) return;
    isPaused = true;
    await move("pause");
  });
  expect(await runJob(overtaken, second, handlers, idleDeps)).toBe("lost");
  expect(isPaused).toBe(true);
  expect(await entered()).toBe(500);

  await move("resume");
  const [third = ""] = await open();
  // The walk is set back, as if the page's own note of it were lost: its people have entered already.
  await db
    .prepare(
      "UPDATE automation_instances SET audience = json_set(audience, '$.part', 0, '$.at', 0, '$.below', 9007199254740991, '$.seen', 0) WHERE id = ?",
    )
    .bind(launched.id)
    .run();
  expect(
    await runJob(
      watchedCtx(harness, owner, () => {}),
      third,
      handlers,
      idleDeps,
    ),
  ).toBe("done");
  expect(await entered()).toBe(1_100);
  expect(await instance()).toMatchObject({ state: INSTANCE.started, audience: { seen: 1_100, done: true } });
  await move("stop");
  expect(await instance()).toMatchObject({ state: INSTANCE.stopped, endReason: "stopped" });
  await giveBack();
});

test("a scheduled launch lets its audience in when its time has come", async () => {
  const { owner, channel, params, instance } = await begun(greeting);
  const giveBack = await keepJobs(harness, owner);
  await makeCustomer(owner, { name: "Dan" });
  const at = Date.now() + 3_600_000;
  const body = {
    channelId: channel.id,
    audience: everybody,
    values: { gift: "tea" },
    startAt: new Date(at).toISOString(),
  };
  const launched = await owner.call(launchApi.launchEncap, { params, body });
  expect(launched.state).toBe(INSTANCE.scheduled);
  expect(launched.audience).toMatchObject({ seen: 0, done: false });
  // An hour later, as the clock does it.
  const timer = { kind: "instanceStarts" as const, subject: launched.id, seq: at, dueAt: at, attempts: 0 };
  const enterpriseId = owner.enterpriseId as EnterpriseId;
  await db.batch(
    await instanceStarts({ $client: db }, { enterpriseId, timers: [{ ...timer, enterpriseId }], now: at }),
  );
  const [job] = await rowsOf<{ id: string }>(
    harness,
    "SELECT id FROM jobs WHERE subject = ? AND state = 'waiting'",
    launched.id,
  );
  const ctx = watchedCtx(harness, owner, () => {});
  expect(await runJob(ctx, job?.id ?? "", handlers, idleDeps)).toBe("done");
  expect(await instance()).toMatchObject({ entered: 1, audience: { seen: 1, done: true } });
  await giveBack();
});

test("one that words begin goes on when its audience is through, as does one in which people still are", async () => {
  const { owner, channel, params, instance } = await begun(greeting);
  await makeCustomer(owner, { name: "Eve" });
  const body = { channelId: channel.id, audience: everybody, values: { gift: "tea" }, keywords: ["offer"] };
  await owner.call(launchApi.launchEncap, { params, body });
  await eventually(async () =>
    expect(await instance()).toMatchObject({ openRuns: 0, audience: { done: true } }),
  );
  expect(await instance()).toMatchObject({ state: INSTANCE.started, endReason: "" });
});

test("a log keeps what was asked for: nothing, what went wrong, the path, or all values", async () => {
  const { owner, channel, params, id } = await begun(greeting);
  const { id: customer } = await makeCustomer(owner, { name: "Fay" });
  const of = async (level: "off" | "errors" | "path" | "all") => {
    await owner.call(loggerDoors.encap.set, { params, body: { level, days: 30 } });
    const body = {
      channelId: channel.id,
      audience: { filter: null, customerIds: [customer] },
      values: { gift: "tea" },
    };
    const { id: instanceId } = await owner.call(launchApi.launchEncap, { params, body });
    await eventually(async () =>
      expect((await runsOf(harness, instanceId)).map(({ state }) => state)).toEqual(["completed"]),
    );
    return rowsOf<{ node: string; output: string }>(
      harness,
      "SELECT s.node, s.output FROM run_steps s JOIN runs r ON r.id = s.run_id WHERE r.instance_id = ? ORDER BY s.seq",
      instanceId,
    );
  };
  expect(await of("off")).toEqual([]);
  expect(await of("errors")).toEqual([]);
  const path = await of("path");
  expect(path.map(({ node }) => node)).toEqual(["start", "hi", "end"]);
  expect(JSON.stringify(path)).not.toContain("kind");
  expect(JSON.stringify(await of("all"))).toContain("kind");
  expect(await owner.call(loggerDoors.encap.get, { params })).toEqual({ level: "all", days: 30 });
  expect((await owner.call(launchApi.getEncapMilestones, { params })).milestones).toEqual([]);
  expect(id).not.toBe("");
});

test("what the dashboard counts as messages are mails, SMS and questions of forms, too", async () => {
  const graph = graphOf(
    {
      start: ["start"],
      mail: ["sendMail", { to: "a@shop.example", subject: "Hi", text: "Hello" }],
      sms: ["sendSms", { to: "+919800000001", text: "Hello" }],
    },
    ["start > mail", "mail > sms"],
  );
  const { owner, channel, params } = await begun(graph);
  const { id: customer } = await makeCustomer(owner, { name: "Hal" });
  const audience = { filter: null, customerIds: [customer] };
  await owner.call(launchApi.launchEncap, { params, body: { channelId: channel.id, audience } });
  await eventually(async () =>
    expect((await owner.call(logsApi.encapDashboard, { query: {} })).messages).toBe(2),
  );
});

test("the logs show each step once, by what they are narrowed down to, and go when their days are over", async () => {
  const { owner, channel, params, id } = await begun(greeting);
  const stranger = await begun(greeting);
  const { id: customer } = await makeCustomer(owner, { name: "=Gia" });
  const audience = { filter: null, customerIds: [customer] };
  const body = { channelId: channel.id, audience, values: { gift: "tea" } };
  const { id: instance } = await owner.call(launchApi.launchEncap, { params, body });
  const logs = async (query: object = {}) =>
    (await owner.call(logsApi.listEncapLogs, { query: { ...query } })).steps.map(({ node }) => node.id);
  await eventually(async () => expect(await logs()).toEqual(["end", "hi", "start"]));
  expect(await logs({ encap: id, instance, outcome: "ok", node: "hi", customer: "gia" })).toEqual(["hi"]);
  expect(await logs({ outcome: "error" })).toEqual([]);
  expect(await logs({ customer: "nobody" })).toEqual([]);
  expect(await logs({ encap: stranger.id })).toEqual([]);
  expect(await logs({ until: "2020-01-01T00:00:00Z" })).toEqual([]);
  const one = await owner.call(logsApi.listEncapLogs, { query: { from: 1, perPage: 1 } });
  expect(one.total).toBe(3);
  expect(one.steps).toMatchObject([
    { node: { id: "hi", type: "sendMessage" }, encap: { id, name: "Offer" }, launch: { id: instance } },
  ]);
  const csv = await (
    await owner.send("GET", `/api/e/enterprise/campaigns/logs/csv?encap=${id}&node=hi`)
  ).text();
  const lines = csv.trim().split(/\r?\n/);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain("Reason,Given,Gave");
  // A name that a table would take for a formula is a text in it.
  expect(lines[1]).toContain("'=Gia");
  const [audit] = await rowsOf<{ n: number }>(
    harness,
    "SELECT count(*) AS n FROM audit_trail WHERE enterprise_id = ? AND action = 'export' AND object_id = ?",
    owner.enterpriseId,
    id,
  );
  expect(audit?.n).toBe(1);
  const dashboard = await owner.call(logsApi.encapDashboard, { query: { state: INSTANCE.stopped } });
  expect(dashboard).toMatchObject({
    states: [{ state: INSTANCE.stopped, count: 1 }],
    openRuns: 0,
    failures: 0,
    messages: 1,
    launches: [{ id: instance, encap: { id }, openRuns: 0 }],
    worst: [],
  });
  await owner.call(loggerDoors.encap.set, { params, body: { level: "path", days: 2 } });
  const tidied = async (days: number) => {
    await tidySteps({ $client: db }, owner.enterpriseId, Date.now() + days * 86_400_000);
    return logs();
  };
  expect(await tidied(1)).toHaveLength(3);
  expect(await tidied(3)).toEqual([]);
  // Of one that was deleted for ever, steps go as those of most do.
  const steps = async () =>
    (
      await db
        .prepare("SELECT count(*) AS n FROM run_steps WHERE enterprise_id = ?")
        .bind(owner.enterpriseId)
        .first<{ n: number }>()
    )?.n;
  await db.batch([
    db.prepare("DELETE FROM automations WHERE id = ?").bind(id),
    db
      .prepare(
        `INSERT INTO run_steps (enterprise_id, run_id, seq, node, outcome, input, output, at)
          SELECT enterprise_id, id, 1000, 'start', 'ok', '', '', ?2 FROM runs WHERE instance_id = ?1 LIMIT 1`,
      )
      .bind(instance, Date.now()),
  ]);
  await tidySteps({ $client: db }, owner.enterpriseId, Date.now() + 80 * 86_400_000);
  expect(await steps()).toBe(1);
  await tidySteps({ $client: db }, owner.enterpriseId, Date.now() + 91 * 86_400_000);
  expect(await steps()).toBe(0);
});
