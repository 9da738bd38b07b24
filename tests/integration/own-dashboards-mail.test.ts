import { expect, test } from "vitest";
import { directory, tenantDatabase } from "#db/client.ts";
import { makeColleague, mailsTo } from "#tests/support/colleagues.ts";
import { switchAnalyticsOn } from "#tests/support/dashboards.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { ctxOvertaken } from "#tests/support/watched-ctx.ts";
import * as api from "#workers/contract/endpoints/own-dashboards.ts";
import * as usersApi from "#workers/contract/endpoints/users.ts";
import type { DashboardSchedule } from "#workers/contract/own-dashboards.ts";
import { leaveDashboards } from "#workers/domain/dashboards/leave.ts";
import { mailDashboards } from "#workers/domain/dashboards/mail.ts";
import { ctxOf } from "#workers/domain/ctx.ts";
import { enterpriseId as asEnterpriseId } from "#workers/contract/ids.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";

/** Dashboards that are mailed to people. */
const harness = await startHarness();
const db = harness.env.TENANT_1;
const path = `/api${api.listOwnDashboards.path}`;
const tenant = tenantDatabase(harness.env, "TENANT_1");
const actor = { userId: "system", name: "", address: "", requestId: "test" };

const DAY_MS = 86_400_000;
const MONDAY = Date.parse("2031-03-03T08:00:00Z");
const DAYS = { usedRuns: "2031-02-27", before: "2031-02-20" };

/** Runs of the week before that Monday, and of the one before it. */
async function used({ enterpriseId }: Person) {
  const dayOf = (date: string) => Date.parse(date) / DAY_MS;
  await db
    .prepare(
      "INSERT INTO usage_days (enterprise_id, kind, day, count) VALUES (?1, 'run', ?2, 7), (?1, 'run', ?3, 9)",
    )
    .bind(enterpriseId, dayOf(DAYS.usedRuns), dayOf(DAYS.before))
    .run();
}

const weekly = (people: readonly Person[], more: Partial<DashboardSchedule> = {}): DashboardSchedule => ({
  every: "week",
  weekday: 0,
  monthday: 1,
  hour: 8,
  timeZone: "UTC",
  people: people.map(({ userId }) => userId),
  ...more,
});
const TILES = [
  { id: "runs", kind: "number", measures: ["usedRuns"] },
  { id: "chats", kind: "number", measures: ["chatsStarted"], title: "Begun", compare: false },
  { id: "table", kind: "table", measures: ["usedRuns"] },
];

/** A dashboard that is mailed, due at a time. */
async function mailed(owner: Person, people: readonly Person[], { at = MONDAY, sharing = "all" } = {}) {
  await switchAnalyticsOn(harness, owner);
  const { id } = await owner.call(api.createOwnDashboard, { body: { name: "Board" } });
  const body = { name: "Board", tiles: TILES, sharing, schedule: weekly(people) };
  expect((await owner.send("PUT", `${path}/${id}`, body)).status).toBe(200);
  await dueAt(id, at);
  return id;
}
const dueAt = (id: string, at: number) =>
  db.prepare("UPDATE dashboards SET due_at = ? WHERE id = ?").bind(at, id).run();
const rowOf = (id: string) =>
  db
    .prepare("SELECT name, due_at, schedule, is_left, revision FROM dashboards WHERE id = ?")
    .bind(id)
    .first<{ due_at: number | null; schedule: string | null; is_left: number; revision: number }>();

const mail = (now = MONDAY, more = {}) =>
  mailDashboards(tenant, {
    directory: directory(harness.env),
    ring: keyRing(harness.secrets.DATA_KEY),
    address: (to) => `https://console.example.com${to}`,
    actor,
    now,
    ...more,
  });
const got = async ({ email }: Person) =>
  (await mailsTo(harness, email)).filter(({ template }) => template === "dashboard").map(({ text }) => text);

test("a due dashboard is mailed once, with its figures of the days since the mail before", async () => {
  const owner = await makePerson(harness);
  await used(owner);
  const id = await mailed(owner, [owner]);
  await mail(MONDAY - 1);
  expect(await got(owner)).toEqual([]);
  await Promise.all([mail(), mail()]);
  await mail(MONDAY + 60_000);
  const [text = "", ...others] = await got(owner);
  expect(others).toEqual([]);
  expect(text).toContain("Board, from 2031-02-24 to 2031-03-02.");
  expect(text).toContain("Runs\nRuns: 7 (9 in the days before)");
  expect(text).toContain("Begun\nChats started: 0\n");
  expect(text).toContain("Kiran made this dashboard");
  expect(text).toContain(
    `https://console.example.com/admin/analytics?name=${id}&from=2031-02-24&to=2031-03-02`,
  );
  expect((await rowOf(id))?.due_at).toBe(MONDAY + 7 * DAY_MS);
});

test("what broke off between two readers goes on with the second, and the first has one mail", async () => {
  const owner = await makePerson(harness);
  const id = await mailed(owner, [owner]);
  await mail();
  await dueAt(id, MONDAY);
  await mail();
  expect(await got(owner)).toHaveLength(1);
});

test("one dashboard that can't be mailed is tried again later and holds up no other", async () => {
  const owner = await makePerson(harness);
  const broken = await mailed(owner, [owner], { at: MONDAY - 1 });
  await db.prepare("UPDATE dashboards SET content = '{}' WHERE id = ?").bind(broken).run();
  const other = await makePerson(harness);
  await mailed(other, [other]);
  await mail();
  expect(await got(other)).toHaveLength(1);
  const due = (await rowOf(broken))?.due_at ?? 0;
  expect(due).toBeGreaterThan(MONDAY);
  await db.prepare(`UPDATE dashboards SET content = '{"tiles":[]}' WHERE id = ?`).bind(broken).run();
  await mail(due);
  const [text] = await got(owner);
  expect(text).toContain("from 2031-02-24 to 2031-03-02.");
  expect(text).toContain("It has no tiles.");
});

test("each reader gets the figures that they may see, and nobody who may not see the dashboard by then", async () => {
  const owner = await makePerson(harness);
  await used(owner);
  const viewer = await makeColleague(harness, owner, { roles: [6] });
  const agent = await makeColleague(harness, owner, { roles: [3] });
  const stranger = await makePerson(harness);
  const id = await mailed(owner, [owner, viewer, agent, stranger]);
  await mail();
  const [text = ""] = await got(viewer);
  expect(text).toContain("Runs\nYou need another permission to see these figures.");
  expect(text).toContain("Begun\nChats started: 0");
  expect(text).not.toContain("Runs:");
  expect([await got(agent), await got(stranger)]).toEqual([[], []]);
  await owner.send("PUT", `${path}/${id}`, { name: "Board", sharing: "maker" });
  await mail(MONDAY + 7 * DAY_MS);
  expect([(await got(owner)).length, (await got(viewer)).length]).toEqual([2, 1]);
});

test("nothing is mailed while the enterprise has no dashboards, and it goes on with the next one after that", async () => {
  const owner = await makePerson(harness);
  const id = await mailed(owner, [owner]);
  await harness.env.DIRECTORY.prepare(
    "UPDATE enterprises SET features = json_set(features, '$.analytics', json('false')) WHERE id = ?",
  )
    .bind(owner.enterpriseId)
    .run();
  await mail();
  expect(await got(owner)).toEqual([]);
  expect((await rowOf(id))?.due_at).toBe(MONDAY + 7 * DAY_MS);
});

test("a dashboard whose maker is deactivated is mailed no more, and is the administrators' to see to", async () => {
  const owner = await makePerson(harness);
  const maker = await makeColleague(harness, owner, { roles: [6], name: "Maker" });
  const id = await mailed(maker, [maker, owner], { sharing: "maker" });
  expect((await owner.send("GET", `${path}/${id}`)).status).toBe(404);
  await owner.call(usersApi.deactivateUser, { params: { id: maker.userId }, query: {} });
  await eventually(async () =>
    expect(await rowOf(id)).toMatchObject({ is_left: 1, schedule: null, due_at: null }),
  );
  await mail();
  expect([await got(maker), await got(owner)]).toEqual([[], []]);
  expect((await owner.call(api.getOwnDashboard, { params: { id } })).mayEdit).toBe(true);
  const entries = async () =>
    (
      await db
        .prepare("SELECT action, after FROM audit_trail WHERE object_id = ? ORDER BY id")
        .bind(id)
        .all<{ action: string; after: string }>()
    ).results;
  const trail = await entries();
  expect(trail.at(-1)?.action).toBe("update");
  expect(JSON.parse(trail.at(-1)?.after ?? "null")).toEqual({ isLeft: true, schedule: null });
  // The task may come twice.
  const { revision } = (await rowOf(id)) ?? {};
  const ctx = ctxOf(tenant, asEnterpriseId.parse(owner.enterpriseId), actor);
  await Promise.all([leaveDashboards(ctx, maker.userId), leaveDashboards(ctx, maker.userId)]);
  expect((await rowOf(id))?.revision).toBe(revision);
  expect(await entries()).toEqual(trail);
});

test("a dashboard that somebody changes while its maker is leaving keeps the change, and is left as it is then", async () => {
  const owner = await makePerson(harness);
  const id = await mailed(owner, [owner]);
  const { ctx, wasOvertaken } = ctxOvertaken(harness, owner, "select CASE WHEN", () =>
    owner.send("PUT", `${path}/${id}`, { name: "Changed", schedule: weekly([owner], { hour: 17 }) }),
  );
  await leaveDashboards(ctx, owner.userId);
  expect(wasOvertaken()).toBe(true);
  expect(await rowOf(id)).toMatchObject({ name: "Changed", is_left: 1, schedule: null, revision: 4 });
  const { results } = await db
    .prepare("SELECT before FROM audit_trail WHERE object_id = ? ORDER BY id")
    .bind(id)
    .all<{ before: string }>();
  // It says what was there when the maker left, once.
  expect(results).toHaveLength(4);
  expect(JSON.parse(results.at(-1)?.before ?? "null")).toMatchObject({ schedule: { hour: 17 } });
});

test("a schedule says when it comes next, stays when other things are saved, and ends", async () => {
  const owner = await makePerson(harness);
  const id = await mailed(owner, [owner]);
  const save = async (more: object) =>
    (
      (await (await owner.send("PUT", `${path}/${id}`, { name: "Board", ...more })).json()) as {
        response: { nextMailAt: string | null };
      }
    ).response.nextMailAt;
  expect(await save({ tiles: [] })).toBe(new Date(MONDAY).toISOString());
  // Another reader is no other time.
  expect(await save({ schedule: weekly([owner, owner]) })).toBe(new Date(MONDAY).toISOString());
  const next = Date.parse((await save({ schedule: weekly([owner], { weekday: 2, hour: 17 }) })) ?? "");
  expect([new Date(next).getUTCDay(), new Date(next).getUTCHours()]).toEqual([3, 17]);
  expect(next).toBeGreaterThan(Date.now());
  expect(await save({ schedule: null })).toBeNull();
  expect(await rowOf(id)).toMatchObject({ schedule: null, due_at: null });
});

test.for<[string, Partial<DashboardSchedule>, string]>([
  ["nobody to mail to", { people: [] }, "schedule.people"],
  ["no hour", { hour: 24 }, "schedule.hour"],
  ["no time zone", { timeZone: "Nowhere/There" }, "schedule.timeZone"],
  ["a day that some months lack", { monthday: 29 }, "schedule.monthday"],
])("a schedule with %s is refused at its place", async ([, wrong, place]) => {
  const owner = await makePerson(harness);
  const id = await mailed(owner, [owner]);
  const response = await owner.send("PUT", `${path}/${id}`, {
    name: "Board",
    schedule: weekly([owner], wrong),
  });
  expect(response.status).toBe(400);
  expect(Object.keys(((await response.json()) as { errors: object }).errors)).toEqual([place]);
});

test("the cron mails what is due", async () => {
  const owner = await makePerson(harness);
  await mailed(owner, [owner], { at: Date.now() - 1_000 });
  await harness.scheduled();
  await eventually(async () => expect(await got(owner)).toHaveLength(1));
});
