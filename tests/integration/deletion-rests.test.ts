import { beforeEach, expect, test, vi } from "vitest";
import { directory, tenantDatabase } from "#db/client.ts";
import type { Send } from "#db/seed/client.ts";
import { mailsTo } from "#tests/support/colleagues.ts";
import { switchAnalyticsOn } from "#tests/support/dashboards.ts";
import { eventually } from "#tests/support/eventually.ts";
import { graphOf } from "#tests/support/flow.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, deliver, makeChannel, rowsOf, saying } from "#tests/support/messaging.ts";
import { forgetOutbound } from "#tests/support/outbound.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { answerNames } from "#tests/support/push-service.ts";
import { playReceiver } from "#tests/support/receiver.ts";
import { runsOf, startedJourney } from "#tests/support/runs.ts";
import { sealedFor } from "#tests/support/second-factor.ts";
import { makeWaiting } from "#tests/support/waiting-chat.ts";
import { sweeperOf } from "#workers/api/finish-work.ts";
import * as dataApi from "#workers/contract/endpoints/enterprise-data.ts";
import * as dashboardsApi from "#workers/contract/endpoints/own-dashboards.ts";
import * as profileApi from "#workers/contract/endpoints/profile.ts";
import * as hooksApi from "#workers/contract/endpoints/webhooks-out.ts";
import { hookEvents } from "#workers/contract/webhooks-out.ts";
import { mailDashboards } from "#workers/domain/dashboards/mail.ts";
import { dueEntries, NEWS_PAGE, nextEntry } from "#workers/domain/entries/due.ts";
import { nextDue } from "#workers/domain/messaging/timers.ts";
import { nextCall, workCalls } from "#workers/domain/runs/calls.ts";
import { Line } from "#workers/domain/runs/crowd.ts";
import { Crowd, dueRuns, nextRun } from "#workers/domain/runs/due.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { dueHooks } from "#workers/domain/webhooks-out/gather.ts";

/** O-21: in the days in which a deletion can be taken back nothing goes on by itself, and then all of it does. */
const harness = await startHarness();
const { TENANT_1 } = harness.env;
const db = tenantDatabase(harness.env, "TENANT_1");
const LONG = { timeout: 120_000 };
const SLOW = { timeout: 60_000, interval: 200 };
const send: Send = (path, init) => harness.fetch(path, init);
beforeEach(async () => {
  forgetOutbound();
  answerOurselves(harness);
  answerNames();
  await sweeperOf(harness.env).arm();
});

const run = (sql: string, ...values: unknown[]) =>
  TENANT_1.prepare(sql)
    .bind(...values)
    .run();

async function askDeletion(who: Person): Promise<void> {
  const confirm = (await who.call(profileApi.me)).enterpriseName;
  const body = { confirm, password: await sealedFor(send, who.userId) };
  await who.call(dataApi.askDeletion, { body });
  await vi.waitFor(
    async () =>
      expect(
        await rowsOf(
          harness,
          "SELECT 1 AS yes FROM deletion_stops WHERE enterprise_id = ?",
          who.enterpriseId,
        ),
      ).toEqual([{ yes: 1 }]),
    SLOW,
  );
}

/** A dashboard that is mailed each week, and was due on a Monday. */
async function mailedDashboard(owner: Person): Promise<string> {
  await switchAnalyticsOn(harness, owner);
  const { id } = await owner.call(dashboardsApi.createOwnDashboard, { body: { name: "Board" } });
  const schedule = {
    every: "week",
    weekday: 0,
    monthday: 1,
    hour: 8,
    timeZone: "UTC",
    people: [owner.userId],
  };
  const body = {
    name: "Board",
    tiles: [{ id: "runs", kind: "number", measures: ["usedRuns"] }],
    sharing: "all",
    schedule,
  };
  const path = `/api${dashboardsApi.listOwnDashboards.path}/${id}`;
  expect((await owner.send("PUT", path, body)).status).toBe(200);
  await run("UPDATE dashboards SET due_at = ? WHERE id = ?", Date.parse("2025-03-03T08:00:00Z"), id);
  return id;
}
const mail = () =>
  mailDashboards(db, {
    directory: directory(harness.env),
    ring: keyRing(harness.secrets.DATA_KEY),
    address: (path) => `https://console.example.com${path}`,
    actor: { userId: "system", name: "", address: "", requestId: "test" },
    now: Date.now(),
  });
const boards = async ({ email }: Person) =>
  (await mailsTo(harness, email)).filter(({ template }) => template === "dashboard").length;

test("journeys, deliveries and scheduled mails rest, and go on when it is taken back", LONG, async () => {
  const owner = await makePerson(harness);
  const receiver = playReceiver();
  const { hook, secret } = await owner.call(hooksApi.createHook, {
    body: { url: receiver.url, events: [...hookEvents] },
  });
  receiver.secrets.push(secret);
  const [channel, ofJourney] = [await makeChannel(harness, owner), await makeChannel(harness, owner)];
  const { phone } = await makeWaiting(harness, channel, "I need help");
  await vi.waitFor(() => expect(receiver.calls.length).toBeGreaterThan(1), SLOW);
  const wait = ["wait", { until: { kind: "duration", length: { amount: 1, unit: "days" } } }] as [
    string,
    object,
  ];
  const graph = graphOf({ start: ["start"], wait, end: ["end"] }, ["start > wait", "wait > end"]);
  const { instanceId } = await startedJourney(harness, ofJourney, graph, { keyword: "wait" });
  await deliver(harness, ofJourney, [saying("+919811477555", "wait")]);
  await eventually(async () =>
    expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "waiting", node_id: "wait" }]),
  );
  await mailedDashboard(owner);

  await askDeletion(owner);
  const heard = receiver.calls.length;
  // A message that comes in is kept, and would be told to others.
  await deliver(harness, channel, [saying(phone, "Are you there?")]);
  const untold = () =>
    rowsOf<{ attempts: number }>(
      harness,
      "SELECT attempts FROM hook_deliveries WHERE hook_id = ? AND state = 'waiting'",
      hook.id,
    );
  await vi.waitFor(async () => expect((await untold()).length).toBeGreaterThan(0), SLOW);
  await run(
    "UPDATE runs SET wake_at = 1, data = json_set(data, '$.wakeAt', 1, '$.waits[0].until', 1) WHERE instance_id = ?",
    instanceId,
  );
  const [first] = await runsOf(harness, instanceId);
  await run(
    "INSERT INTO run_calls (key, enterprise_id, run_id, seq, kind, effect, due_at, attempts) VALUES (?1, ?2, ?1, 1, 'nothing', '{}', 1, 0)",
    first?.id,
    owner.enterpriseId,
  );
  await run(
    "INSERT INTO entry_news (enterprise_id, event_id, kind, key, data, at, due_at) VALUES (?, 'e', 'event', 'nobody', '{}', 1, 1)",
    owner.enterpriseId,
  );
  await run(
    "INSERT INTO timers (enterprise_id, kind, subject, seq, due_at) VALUES (?1, 'campaignStarts', 'c', 1, 1), (?1, 'chatsAssigned', 'c', 1, 2)",
    owner.enterpriseId,
  );

  const theirs = ({ enterpriseId }: { enterpriseId: string }) => enterpriseId === owner.enterpriseId;
  const now = Date.now();
  expect((await dueRuns(db, now, new Crowd())).of.has(owner.enterpriseId as never)).toBe(false);
  expect((await dueEntries(db, now, new Line(NEWS_PAGE))).filter(theirs)).toEqual([]);
  expect((await dueHooks(db, now + 60_000)).filter(theirs)).toEqual([]);
  await workCalls(db, {}, Date.now, async () => undefined);
  await mail();
  await harness.scheduled();
  const times = [await nextRun(db, now), await nextEntry(db), await nextCall(db)];
  expect(times.filter((at) => at !== null && at <= 2)).toEqual([]);
  expect(await nextDue(db), "a chat's own time goes on").not.toBe(1);
  const left = async (table: string) =>
    (
      await rowsOf<{ n: number }>(
        harness,
        `SELECT count(*) AS n FROM ${table} WHERE enterprise_id = ?`,
        owner.enterpriseId,
      )
    )[0]?.n;
  const timers = () =>
    rowsOf<{ kind: string }>(
      harness,
      "SELECT kind FROM timers WHERE enterprise_id = ? AND subject = 'c'",
      owner.enterpriseId,
    );
  await vi.waitFor(async () => expect(await timers()).toEqual([{ kind: "campaignStarts" }]), SLOW);
  expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "waiting", node_id: "wait" }]);
  expect([await left("run_calls"), receiver.calls.length, await boards(owner)]).toEqual([1, heard, 0]);
  const waiting = await untold();
  expect(waiting.every(({ attempts }) => attempts === 0)).toBe(true);

  await owner.call(dataApi.takeDeletionBack);
  await vi.waitFor(async () => {
    await harness.scheduled();
    expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "completed" }]);
    expect(receiver.calls.length).toBe(heard + waiting.length);
    expect([await left("run_calls"), await timers(), await left("deletion_stops")]).toEqual([0, [], 0]);
    expect(await boards(owner), "one mail for all that lapsed").toBe(1);
  }, SLOW);
});
