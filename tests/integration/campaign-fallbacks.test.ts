import { beforeEach, expect, test } from "vitest";
import { saveDefinition } from "#tests/support/customer-fields.ts";
import { atTime, campaignName, refusal } from "#tests/support/campaigns.ts";
import { eventually } from "#tests/support/eventually.ts";
import { fallbackWorld, heldRun, HOUR_MS } from "#tests/support/fallbacks.ts";
import { startHarness } from "#tests/support/harness.ts";
import { sendFile } from "#db/seed/send-file.ts";
import { answerOurselves, deliver, rowsOf, saying, writingTo } from "#tests/support/messaging.ts";
import { campaignsTexts as texts } from "#texts/campaigns.ts";
import { campaignStates } from "#workers/contract/campaign.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import * as activitiesApi from "#workers/contract/endpoints/activities.ts";
import * as activityEstimateApi from "#workers/contract/endpoints/activity-estimate.ts";
import * as broadcastsApi from "#workers/contract/endpoints/broadcasts.ts";
import * as broadcastSendingApi from "#workers/contract/endpoints/broadcast-sending.ts";
import * as campaignsApi from "#workers/contract/endpoints/campaigns.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import { checkDataFile } from "#workers/contract/endpoints/data-files.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";
import { noTrouble } from "#workers/contract/simulator.ts";
import { claimRecipients } from "#workers/domain/broadcasts/claim.ts";
import { activityFallbacks } from "#workers/domain/campaigns/fallbacks.ts";

/** People whom a run has not reached in time get another message on another channel, each of them once. */
const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const db = harness.env.TENANT_1;
const { started, paused, stopped } = campaignStates;
const path = "/api/chatbird/api/campaign";
const smsOf = ({ id }: { id: string }) => ({ id, type: channelTypes.sms, pair: null });
const DAY_MS = 24 * HOUR_MS;

test("whoever the first channel does not reach gets it on the second, and is one person in the figures", async () => {
  const { approved, request, fallback, move, read, maker, owner, channel, second } =
    await fallbackWorld(harness);
  const numbers = ["+919811000001", "+919811000002", "+919811000003"];
  await deliver(harness, channel, [saying(numbers[0] ?? "", "STOP")]);
  await eventually(async () =>
    expect(
      await rowsOf(
        harness,
        "SELECT 1 FROM consents WHERE enterprise_id = ? AND given = 0",
        owner.enterpriseId,
      ),
    ).not.toEqual([]),
  );
  await owner.call(simulatorApi.setSimulatedTrouble, {
    params: { id: channel.id },
    body: { ...noTrouble, refuse: "131026" },
  });
  const { id, campaignId } = await approved({ request: request(numbers), fallback: fallback() });
  await move(id, "start");
  await eventually(async () => expect((await read(id)).counts.failed).toBe(3));
  const [run] = (await read(id)).broadcasts;
  expect(run?.fallback).toMatchObject({ status: "scheduled", counts: { total: 0 } });
  expect((await read(id)).state).toBe(started);
  const child = run?.fallback?.id ?? "";
  // As if an hour had passed.
  await db.batch([
    db.prepare("UPDATE broadcasts SET after_ms = 0 WHERE id = ?1").bind(child),
    db
      .prepare("UPDATE timers SET seq = ?2, due_at = ?2 WHERE subject = ?1 AND kind = 'activityFallbacks'")
      .bind(child, Date.now()),
  ]);
  await eventually(async () => expect(await read(id)).toMatchObject({ state: stopped, completed: true }));
  await eventually(async () => expect((await read(id)).byFallback).toMatchObject({ total: 2, delivered: 2 }));
  expect((await read(id)).counts).toMatchObject({ total: 3, failed: 3 });
  const { message } = await maker.call(broadcastsApi.listBroadcastMessages, {
    params: { id: child },
    query: {},
  });
  expect(message.map(({ to, currentDeliveryStatus }) => [to, currentDeliveryStatus])).toEqual([
    [numbers[1], "delivered"],
    [numbers[2], "delivered"],
  ]);
  const detail = async (broadcastId: string) =>
    (await maker.call(broadcastsApi.getBroadcast, { params: { id: broadcastId } })).data;
  expect(await detail(child)).toMatchObject({ fallbackOf: run?.id, fallbackId: null, channelId: second.id });
  expect(await detail(run?.id ?? "")).toMatchObject({ fallbackOf: null, fallbackId: child });
  const stats = await maker.call(campaignsApi.campaignFallbackStats, { params: { id: campaignId } });
  expect(stats).toMatchObject({
    counts: { total: 2, delivered: 2 },
    activities: [{ id, people: 3, counts: { delivered: 2 } }],
  });
  const campaign = await maker.call(campaignsApi.getCampaign, { params: { id: campaignId } });
  expect(campaign).toMatchObject({ counts: { total: 3 }, byFallback: { total: 2 } });
  const { campaigns } = await owner.call(campaignsApi.campaignReport, { query: {} });
  expect(campaigns).toMatchObject([{ runs: 1, counts: { total: 3 }, byFallback: { delivered: 2 } }]);
  const figures = async () => {
    const csv = await (await owner.send("GET", "/api/chatbird/api/campaign/report/csv")).text();
    return csv.split("\r\n")[1]?.split(",").slice(6, 16);
  };
  expect(await figures()).toEqual(["3", "0", "0", "0", "3", "0", "0", "0", "2", "2"]);
  // Of the first messages alone, by reason, with what to do; and each run says whose people these are.
  const { failures, broadcasts } = await read(id);
  expect(failures).toMatchObject([
    { code: "131026", count: 2, reason: expect.any(String), by: [{ id: broadcasts[0]?.id, count: 2 }] },
    { code: "optOut", count: 1, by: [{ id: broadcasts[0]?.id, count: 1 }] },
  ]);
  expect(broadcasts).toMatchObject([
    { counts: { total: 3, failed: 3 }, fallback: { counts: { delivered: 2 } } },
  ]);
  // As the screen says it: what came too late failed, and who is not confirmed did not.
  const [late, open] = await rowsOf<{ id: string }>(
    harness,
    `SELECT r.id FROM broadcasts b CROSS JOIN broadcast_recipients r ON substr(r.id, 1, 28) = substr(b.id, 1, 28)
     WHERE b.enterprise_id = ? AND b.fallback_of IS NULL ORDER BY r.id`,
    owner.enterpriseId,
  );
  const became = writingTo(harness);
  await became("UPDATE broadcast_recipients SET status = 'expired' WHERE id = ?", late?.id);
  await became("UPDATE broadcast_recipients SET status = 'unknown', clicked_at = 1 WHERE id = ?", open?.id);
  expect(await figures()).toEqual(["3", "0", "0", "0", "2", "0", "1", "1", "2", "2"]);
});

test("those get it who were not reached within the time since their own message, and nobody else", async () => {
  const { became, look, at, inFallback, runEnds, broadcast, child, ctxAt, second } = await heldRun(
    harness,
    13,
  );
  await became(1, "status = 'delivered'");
  await became(2, "status = 'read'");
  await became(3, "status = 'sent', replied_at = 1");
  await became(4, "status = 'sent', clicked_at = 1");
  await became(5, "status = 'sent'");
  await became(6, "status = 'failed', code = '131026'");
  await became(7, "status = 'expired', code = 'expired'", null);
  await became(8, "status = 'failed', code = 'optOut'", null);
  await became(9, "status = 'failed', code = 'offerCap'", null);
  await became(10, "status = 'cancelled', code = 'cancelled'", null);
  await became(11, "status = 'unknown'");
  await became(12, "status = 'sent'", at + HOUR_MS);
  await became(13, "status = 'failed', code = 'missingValue'", null);
  await look(at + HOUR_MS + 60_000);
  expect(await inFallback()).toEqual([5, 6, 7, 13]);
  // The run goes on, so there is more to come, whoever was sent it already.
  await db
    .prepare("UPDATE broadcast_recipients SET status = 'sent' WHERE substr(id, 1, 28) = substr(?, 1, 28)")
    .bind(child)
    .run();
  await claimRecipients(ctxAt(at + HOUR_MS + 61_000), smsOf(second), "test", 10, undefined);
  expect(await broadcast(child)).toMatchObject({ state: "processing", fed_to: 10 });
  await runEnds(at + 2 * HOUR_MS);
  await look(at + 3 * HOUR_MS);
  expect(await inFallback()).toEqual([5, 6, 7, 12, 13]);
  // A message that is not confirmed may have arrived: it counts once it is settled.
  await became(11, "status = 'failed', code = '131026'");
  await look(at + 5 * HOUR_MS);
  expect(await inFallback()).toEqual([5, 6, 7, 11, 12, 13]);
  expect(await broadcast(child)).toMatchObject({ state: "processing", fed_to: null });
});

test("a fallback whose people are all decided is open until its run is over", async () => {
  const { became, look, at, inFallback, runEnds, broadcast, child, timerDue } = await heldRun(harness, 1);
  await became(1, "status = 'failed', code = '131026'");
  await look(at + HOUR_MS + 60_000);
  expect(await inFallback()).toEqual([1]);
  expect(await broadcast(child)).toMatchObject({ fed_to: 1 });
  await runEnds();
  await look((await timerDue()) ?? 0);
  expect(await broadcast(child)).toMatchObject({ fed_to: null });
  expect(await timerDue()).toBeUndefined();
});

test("a call that is not confirmed a day after the end is left", async () => {
  const { became, look, at, inFallback, runEnds, broadcast, child, timerDue } = await heldRun(harness, 1);
  await became(1, "status = 'unknown'");
  await runEnds();
  let due = await timerDue();
  for (let looks = 0; due !== undefined && looks < 40; looks++) {
    expect(await broadcast(child)).toMatchObject({ fed_to: 0 });
    expect(due).toBeLessThanOrEqual(at + DAY_MS + 2 * HOUR_MS);
    await look(due);
    due = await timerDue();
  }
  expect(await inFallback()).toEqual([]);
  expect(await broadcast(child)).toMatchObject({ fed_to: null });
});

test("a clock that dies, and two at once, make one fallback and each person of it once", async () => {
  const { became, at, inFallback, ctxAt, feed, child, runEnds, owner, timerDue } = await heldRun(harness, 3);
  for (const n of [1, 2, 3]) await became(n, "status = 'failed', code = '131026'");
  await runEnds();
  const now = at + HOUR_MS + 60_000;
  await Promise.all([atTime(harness, now), atTime(harness, now), atTime(harness, now)]);
  const jobs = () =>
    rowsOf<{ state: string }>(
      harness,
      "SELECT state FROM jobs WHERE kind = 'broadcast.feed' AND subject = ?",
      child,
    );
  expect(await jobs()).toEqual([{ state: "waiting" }]);
  // A clock whose answer was lost works the same timer again.
  const again = {
    enterpriseId: owner.enterpriseId,
    kind: "activityFallbacks",
    subject: child,
    seq: now,
    dueAt: now,
  };
  await db.batch(
    await activityFallbacks(
      { $client: db },
      { enterpriseId: ctxAt(now).enterpriseId, timers: [again as never], now },
    ),
  );
  expect(await jobs()).toEqual([{ state: "waiting" }]);
  // It dies within the page.
  const dying = ctxAt(now, (sql) => {
    if (sql.startsWith("INSERT INTO broadcast_recipients")) throw new Error("killed");
  });
  expect(await feed(dying)).toBe("tried");
  expect(await inFallback()).toEqual([]);
  const later = now + 60_000;
  const ends = await Promise.all([feed(ctxAt(later)), feed(ctxAt(later))]);
  expect(ends.toSorted()).toEqual(["done", "nothing to do"]);
  expect(await inFallback()).toEqual([1, 2, 3]);
  expect(
    await rowsOf(
      harness,
      "SELECT 1 FROM broadcasts WHERE activity_id = (SELECT activity_id FROM broadcasts WHERE id = ?)",
      child,
    ),
  ).toHaveLength(2);
  // The same page once more, from the beginning, finds nobody.
  await db.prepare("UPDATE broadcasts SET fed_to = 0 WHERE id = ?").bind(child).run();
  await db
    .prepare(
      "INSERT INTO timers (enterprise_id, kind, subject, seq, due_at) VALUES (?, 'activityFallbacks', ?, 1, ?)",
    )
    .bind(owner.enterpriseId, child, later)
    .run();
  await atTime(harness, later);
  expect(await feed(ctxAt(later))).toBe("done");
  expect(await inFallback()).toEqual([1, 2, 3]);
  expect(await timerDue()).toBeUndefined();
});

test("who is reached or refuses before the second message is called does not get it", async () => {
  const { became, look, at, outcome, runId, ctxAt, second, runEnds } = await heldRun(harness, 4);
  for (const n of [1, 2, 3, 4]) await became(n, "status = 'sent'");
  await runEnds();
  await look(at + HOUR_MS + 60_000);
  await became(1, "status = 'delivered'");
  await became(2, "status = 'sent', replied_at = 1");
  // On the first channel, which the second one does not know of.
  await db
    .prepare(
      `INSERT INTO consents (id, enterprise_id, identity_id, channel_type, purpose, given, wording, source, at)
        SELECT 'no-' || r.id, r.enterprise_id, r.identity_id, 4, 'service', 0, '', 'test', ?2 FROM broadcast_recipients r WHERE r.id = substr(?1, 1, 28) || '00000003'`,
    )
    .bind(runId, at)
    .run();
  const { block } = await claimRecipients(ctxAt(at + HOUR_MS + 61_000), smsOf(second), "test", 10, undefined);
  expect(block.map(({ id }) => id.slice(28))).toEqual(["00000004"]);
  expect(await outcome(1)).toEqual({ status: "cancelled", code: "reached" });
  expect(await outcome(2)).toEqual({ status: "cancelled", code: "reached" });
  expect(await outcome(3)).toEqual({ status: "failed", code: "optOut" });
});

test("whoever refuses on the first channel before the fallback looks is none of it", async () => {
  const { became, look, at, inFallback, runId, runEnds } = await heldRun(harness, 2);
  for (const n of [1, 2]) await became(n, "status = 'failed', code = '131026'");
  await db
    .prepare(
      `INSERT INTO consents (id, enterprise_id, identity_id, channel_type, purpose, given, wording, source, at)
        SELECT 'no-' || r.id, r.enterprise_id, r.identity_id, 4, 'service', 0, '', 'test', ?2 FROM broadcast_recipients r WHERE r.id = substr(?1, 1, 28) || '00000001'`,
    )
    .bind(runId, at)
    .run();
  await runEnds();
  await look(at + HOUR_MS + 60_000);
  expect(await inFallback()).toEqual([2]);
});

test("customers are found by their address on the second channel, and who has none is left out", async () => {
  const { became, look, at, inFallback, runEnds, child } = await heldRun(harness, 3, {
    type: channelTypes.email,
    prepared: async (owner, numbers) => {
      const { _id: id } = await saveDefinition(owner, "mail", { inputType: "email" });
      for (const [index, phoneNumber] of numbers.slice(0, 2).entries())
        await owner.call(customersApi.saveCustomer, {
          body: {
            name: "Asha",
            phoneNumber,
            data: index === 0 ? [{ id, value: "asha@example.com" }] : [],
            groups: [],
            tags: [],
          },
        });
    },
  });
  for (const n of [1, 2, 3]) await became(n, "status = 'failed', code = '131026'");
  await runEnds();
  await look(at + HOUR_MS + 60_000);
  expect(await inFallback()).toEqual([1]);
  const [row] = await rowsOf<{ address: string }>(
    harness,
    "SELECT address FROM broadcast_recipients WHERE substr(id, 1, 28) = substr(?, 1, 28)",
    child,
  );
  expect(row?.address).toBe("asha@example.com");
});

test("columns of the run's data file fill the fallback's variables, though the file is gone by then", async () => {
  const { became, look, at, runEnds, child, owner, runId } = await heldRun(harness, 3, {
    requested: async (person, numbers) => {
      const lines = numbers.map((each, index) => `${each},City ${index},Asha ${index}`);
      const sent = await sendFile(
        harness.fetch,
        person,
        ["Phone,City,Name", ...lines].join("\n"),
        "people.csv",
      );
      await person.call(checkDataFile, { body: { path: sent } });
      return { phoneNumber: [], audience: { file: { path: sent, column: "Phone" } } };
    },
    falls: {
      columnMapping: [{ variable: "body/1", type: "expression", value: "{row.Name|friend} of {row.City}" }],
    },
  });
  // Nothing but what the fallback asks for is kept with the run's own values.
  const [kept] = await rowsOf<{ data: string }>(
    harness,
    "SELECT data FROM broadcast_recipients WHERE substr(id, 1, 28) = substr(?, 1, 28) ORDER BY id",
    runId,
  );
  expect(JSON.parse(kept?.data ?? "{}")).toMatchObject({ "row.Name": "Asha 0", "row.City": "City 0" });
  expect(kept?.data).not.toContain("row.Phone");
  await rowsOf(harness, "DELETE FROM import_files WHERE enterprise_id = ? RETURNING id", owner.enterpriseId);
  await became(1, "status = 'delivered'");
  for (const n of [2, 3]) await became(n, "status = 'failed', code = '131026'");
  await runEnds();
  await look(at + HOUR_MS + 60_000);
  const rows = await rowsOf<{ data: string; status: string }>(
    harness,
    "SELECT data, status FROM broadcast_recipients WHERE substr(id, 1, 28) = substr(?, 1, 28) ORDER BY id",
    child,
  );
  expect(
    rows.map(({ data, status }) => [status, (JSON.parse(data) as Record<string, string>)["body/1"]]),
  ).toEqual([
    ["queued", "Asha 1 of City 1"],
    ["queued", "Asha 2 of City 2"],
  ]);
});

test("what pauses or stops an activity pauses and stops its fallback", async () => {
  const { id, became, look, at, inFallback, broadcast, child, runId, move, read, timerDue } = await heldRun(
    harness,
    2,
  );
  await became(1, "status = 'failed', code = '131026'");
  // By itself: the timer is still there, and comes to nothing.
  const pauses = () =>
    db.prepare("UPDATE broadcasts SET state = 'paused', reason = 'No' WHERE id = ?").bind(runId).run();
  await pauses();
  await look(at + HOUR_MS + 60_000);
  expect(await broadcast(child)).toMatchObject({ state: "scheduled" });
  expect(await timerDue()).toBeUndefined();
  await move(id, "resume");
  await move(id, "pause");
  expect(await timerDue()).toBeUndefined();
  await look(at + HOUR_MS + 60_000);
  expect(await inFallback()).toEqual([]);
  await move(id, "resume");
  expect((await timerDue()) ?? 0).toBeGreaterThan(at);
  await look(at + HOUR_MS + 60_000);
  expect(await inFallback()).toEqual([1]);
  await move(id, "pause");
  expect(await broadcast(child)).toMatchObject({ state: "paused" });
  await move(id, "resume");
  expect(await broadcast(child)).toMatchObject({ state: "processing" });
  expect(await timerDue()).toBeDefined();
  // A run that pauses by itself pauses its fallback, and with it the activity.
  await pauses();
  expect(await broadcast(child)).toMatchObject({ state: "paused", reason: "No" });
  expect(await read(id)).toMatchObject({ state: paused, reason: "No" });
  await move(id, "resume");
  await move(id, "stop");
  expect(await timerDue()).toBeUndefined();
  expect(await broadcast(child)).toMatchObject({ state: "stopped" });
  expect(await read(id)).toMatchObject({ state: stopped, completed: false });
});

test("a run that somebody stops has no fallback any more", async () => {
  const { id, became, look, at, inFallback, broadcast, child, runId, maker, read } = await heldRun(
    harness,
    1,
  );
  await became(1, "status = 'failed', code = '131026'");
  await maker.call(broadcastSendingApi.moveBroadcast, { params: { id: runId, action: "stop" } });
  expect(await broadcast(child)).toMatchObject({ state: "stopped" });
  expect(await read(id)).toMatchObject({ state: stopped, completed: false });
  await look(at + HOUR_MS + 60_000);
  expect(await inFallback()).toEqual([]);
});

test("a fallback that is late, or can't be sent any more, waits for a person", async () => {
  const { id, became, look, at, inFallback, broadcast, child, move, read, secondTemplate } = await heldRun(
    harness,
    1,
  );
  await became(1, "status = 'failed', code = '131026'");
  await look(at + 2 * HOUR_MS + 60_000);
  expect(await read(id)).toMatchObject({ state: paused, reason: texts.fallbackLate });
  expect(await inFallback()).toEqual([]);
  await move(id, "resume");
  await db
    .prepare(
      `UPDATE templates SET components = json_set(components, '$.body.text', 'Other {{1}}') WHERE id = ?`,
    )
    .bind(secondTemplate)
    .run();
  await look(at + HOUR_MS + 60_000);
  expect(await broadcast(child)).toMatchObject({ state: "paused", reason: texts.unsendable.fallbackChanged });
  expect(await read(id)).toMatchObject({ state: paused, reason: texts.unsendable.fallbackChanged });
  expect(await inFallback()).toEqual([]);
});

test("what is wrong with a fallback is said at its own fields, and nothing is made", async () => {
  const { campaign, request, fallback, maker, channel, templateId, draft } = await fallbackWorld(harness);
  const { id } = await campaign();
  const refused = async (more: object) => {
    const body = { name: "Offer", request: request(), fallback: fallback(more) };
    const answer = await refusal(await maker.send("POST", `${path}/${id}/activities`, body));
    expect(answer.status).toBe(400);
    return answer.errors ?? {};
  };
  const template = (templateUId: string) => ({ message: { template: { templateUId } } });
  expect(await refused({ channelId: channel.id, ...template(templateId) })).toEqual({
    "fallback.channelId": texts.fallbackSame,
  });
  expect(Object.keys(await refused(template(templateId)))).toEqual(["fallback.message.template.templateUId"]);
  expect(Object.keys(await refused(template("nothing")))).toEqual(["fallback.message.template.templateUId"]);
  expect(Object.keys(await refused({ after: { count: 0, unit: "day" } }))).toEqual(["fallback.after.count"]);
  expect(await refused({ after: { count: 337, unit: "hour" } })).toEqual({
    "fallback.after": texts.afterFar(14),
  });
  // A draft may lack a value; what is asked to be approved may not. Columns of a file are gone by then.
  for (const columnMapping of [[], [{ variable: "body/1", type: "column", value: "row.City" }]]) {
    const made = await draft(id, { fallback: fallback({ columnMapping }) });
    const asked = await refusal(await maker.send("POST", `${path}/activities/${made.id}/submit`, {}));
    expect([asked.status, Object.keys(asked.errors ?? {})]).toEqual([400, ["fallback.columnMapping.body/1"]]);
  }
  const off = await fallbackWorld(harness, { switchedOn: false });
  const body = { name: "Offer", request: off.request(), fallback: off.fallback() };
  const answer = await refusal(
    await off.maker.send("POST", `${path}/${(await off.campaign()).id}/activities`, body),
  );
  expect(answer.errors).toEqual({ "fallback.channelId": texts.switches.smsCampaign });
});

test("a checker approves the fallback, too: it is frozen then, shown, copied, and asked before each run", async () => {
  const { approved, request, fallback, maker, move, read, second, secondTemplate, draft, campaign } =
    await fallbackWorld(harness);
  const { id, campaignId } = await approved({ request: request(), fallback: fallback() });
  expect((await read(id)).fallback).toMatchObject({
    channelId: second.id,
    channelType: channelTypes.sms,
    after: { count: 1, unit: "hour" },
    template: { id: secondTemplate, components: { body: { text: "Again, {{1}}" } } },
  });
  await db
    .prepare(
      `UPDATE templates SET components = json_set(components, '$.body.text', 'Other {{1}}') WHERE id = ?`,
    )
    .bind(secondTemplate)
    .run();
  expect((await read(id)).fallback?.template?.components.body.text).toBe("Again, {{1}}");
  const start = await refusal(await maker.send("POST", `${path}/activities/${id}/start`, {}));
  expect(start).toMatchObject({ status: 400, message: texts.unsendable.fallbackChanged });
  const copy = await maker.call(activitiesApi.cloneActivity, { params: { id }, body: { name: "Copy" } });
  expect(copy.fallback).toMatchObject({
    channelId: second.id,
    template: { components: { body: { text: "Other {{1}}" } } },
  });
  const other = await maker.call(campaignsApi.cloneCampaign, {
    params: { id: campaignId },
    body: { name: campaignName() },
  });
  const { activities } = await maker.call(activitiesApi.listActivities, { query: { campaignId: other.id } });
  for (const each of activities)
    expect((await read(each.id)).fallback).toMatchObject({ channelId: second.id });
  expect(activities.length).toBeGreaterThan(0);
  const plain = await draft((await campaign()).id);
  expect(plain).toMatchObject({ fallback: null, byFallback: null });
  await move(plain.id, "submit");
});

test("an estimate says who has an address on the second channel, and does not guess", async () => {
  const { maker, owner, request, fallback } = await fallbackWorld(harness, { type: channelTypes.email });
  const { _id: id } = await saveDefinition(owner, "mail", { inputType: "email" });
  for (const [at, value] of ["a@example.com", "", "c@example.com"].entries())
    await owner.call(customersApi.saveCustomer, {
      body: {
        name: "Asha",
        phoneNumber: `+91981122000${at}`,
        data: value === "" ? [] : [{ id, value }],
        groups: [],
        tags: [],
      },
    });
  const audience = { filter: { search: "", groups: [], tags: [] }, customerIds: [], file: null };
  const validate = (numbers: string[]) =>
    maker.call(activityEstimateApi.validateActivity, {
      body: { request: { ...request(numbers), audience }, fallback: fallback() },
    });
  expect(await validate([])).toMatchObject({ reachable: 3, fallback: { reachable: 2 } });
  expect((await validate(["+919811220009"])).fallback).toMatchObject({ reachable: null });
});
