import { beforeEach, expect, test } from "vitest";
import { atTime, campaignWorld, inMinutes, someNumbers } from "#tests/support/campaigns.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, rowsOf } from "#tests/support/messaging.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { campaignsTexts as texts } from "#texts/campaigns.ts";
import { campaignStates } from "#workers/contract/campaign.ts";
import * as broadcastsApi from "#workers/contract/endpoints/broadcasts.ts";
import * as activitiesApi from "#workers/contract/endpoints/activities.ts";
import * as campaignsApi from "#workers/contract/endpoints/campaigns.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const db = harness.env.TENANT_1;
const { created, scheduled, started, paused, stopped, deleted } = campaignStates;
const path = "/api/chatbird/api/campaign";
const HOUR_MS = 3_600_000;

const sentence = async (response: Response) => ({
  status: response.status,
  message: ((await response.json()) as { message: string }).message,
});
const timersOf = (subject: string) =>
  rowsOf<{ kind: string; seq: number; due_at: number }>(
    harness,
    "SELECT kind, seq, due_at FROM timers WHERE subject = ? ORDER BY kind",
    subject,
  );
const planned = (minutes: number, repeat: object | null = null) => ({
  plan: { startAt: inMinutes(minutes), timezone: "UTC", repeat },
});
const DAILY = { unit: "day", every: 1, runs: 3 };

test("an activity waits for its time, runs again and again, and is over with its last run", async () => {
  const { approved, move, read } = await campaignWorld(harness);
  const { id, nextRunAt } = await approved(planned(10, DAILY));
  expect(nextRunAt).toBeNull();
  expect(await move(id, "start")).toMatchObject({ state: scheduled });
  const [timer] = await timersOf(id);
  const first = timer?.due_at ?? 0;
  expect((await read(id)).nextRunAt).toBe(new Date(first).toISOString());
  await atTime(harness, first - 1_000);
  expect((await read(id)).broadcasts).toEqual([]);
  for (const [at, run] of [1, 2, 3].entries()) {
    const due = first + at * 24 * HOUR_MS;
    await atTime(harness, due + 1_000);
    const running = await read(id);
    expect(running.broadcasts.map((each) => each.run)).toEqual([3, 2, 1].slice(3 - run));
    await db
      .prepare("UPDATE broadcasts SET state = 'completed' WHERE activity_id = ? AND state = 'processing'")
      .bind(id)
      .run();
    const { state, completed, runs, nextRunAt: next } = await read(id);
    expect({ state, completed, runs }).toEqual({
      state: run === 3 ? stopped : started,
      completed: run === 3,
      runs: { total: 3, done: run },
    });
    expect(next).toBe(run === 3 ? null : new Date(due + 24 * HOUR_MS).toISOString());
  }
  expect(await timersOf(id)).toEqual([]);
});

test("a run that is over an hour late, or can't be sent any more, waits for a person", async () => {
  const { approved, move, read, templateId } = await campaignWorld(harness);
  const late = await approved(planned(20));
  await move(late.id, "start");
  const [timer] = await timersOf(late.id);
  await atTime(harness, (timer?.due_at ?? 0) + HOUR_MS + 1_000);
  expect(await read(late.id)).toMatchObject({ state: paused, reason: texts.late, broadcasts: [] });
  const gone = await approved(planned(30));
  await move(gone.id, "start");
  const [other] = await timersOf(gone.id);
  await db.prepare("UPDATE templates SET status = 'PAUSED' WHERE id = ?").bind(templateId).run();
  await atTime(harness, (other?.due_at ?? 0) + 1_000);
  expect(await read(gone.id)).toMatchObject({ state: paused, reason: texts.unsendable.template });
  await db.prepare("UPDATE templates SET status = 'APPROVED' WHERE id = ?").bind(templateId).run();
  // Its time has not come by the real clock, so that it waits for it again.
  expect(await move(gone.id, "resume")).toMatchObject({ state: started });
  await db.prepare("UPDATE activities SET runs = '[1]' WHERE id = ?").bind(late.id).run();
  await move(late.id, "resume");
  await eventually(async () =>
    expect(await read(late.id)).toMatchObject({ state: stopped, completed: true }),
  );
});

test("of runs that were missed during a pause the last is made up for", async () => {
  const { approved, move, read } = await campaignWorld(harness);
  const { id } = await approved(planned(15, DAILY));
  await move(id, "start");
  await move(id, "pause");
  expect(await timersOf(id)).toEqual([]);
  const at = Date.now();
  await db
    .prepare("UPDATE activities SET runs = json_array(1, 2, ?) WHERE id = ?")
    .bind(at + HOUR_MS, id)
    .run();
  await move(id, "resume");
  await eventually(async () => expect((await read(id)).broadcasts.map(({ run }) => run)).toEqual([2]));
  expect(await timersOf(id)).toMatchObject([{ seq: 3, due_at: at + HOUR_MS }]);
});

test("a change of what is scheduled makes it a draft, and nothing of it runs", async () => {
  const { approved, move, read, maker, request, checker } = await campaignWorld(harness);
  const { id } = await approved(planned(25));
  await move(id, "start");
  const { revision } = await read(id);
  const body = { name: "Other", request: request(), revision };
  await maker.call(activitiesApi.updateActivity, { params: { id }, body });
  expect(await read(id)).toMatchObject({ state: created, approval: "draft", runs: { done: 0 } });
  expect(await timersOf(id)).toEqual([]);
  const other = await approved(planned(26));
  await move(other.id, "start");
  const seen = (await read(other.id)).revision;
  await checker.call(activitiesApi.rejectActivity, {
    params: { id: other.id },
    body: { revision: seen, reason: "No" },
  });
  expect(await read(other.id)).toMatchObject({ state: created, approval: "rejected" });
  expect(await timersOf(other.id)).toEqual([]);
});

test("a start that has passed is refused until somebody changes it", async () => {
  const { approved, maker, read } = await campaignWorld(harness);
  const { id } = await approved(planned(40));
  await db
    .prepare(
      "UPDATE activities SET plan = json_set(plan, '$.startAt', '2026-01-01T10:00'), runs = '[1]' WHERE id = ?",
    )
    .bind(id)
    .run();
  const answer = await sentence(await maker.send("POST", `${path}/activities/${id}/start`, {}));
  expect(answer).toEqual({ status: 400, message: texts.planPast });
  expect((await read(id)).state).toBe(created);
});

test("pausing, resuming and stopping move what runs, and a broadcast that pauses by itself pauses its activity", async () => {
  const { approved, move, read, maker, request } = await campaignWorld(harness, { rate: 1 });
  const { id } = await approved({ request: request(someNumbers(30)) });
  await move(id, "start");
  const running = async () => (await read(id)).broadcasts[0];
  await eventually(async () => expect((await read(id)).counts.total).toBe(30));
  expect(await move(id, "pause")).toMatchObject({ state: paused });
  expect(await running()).toMatchObject({ status: "paused" });
  const broadcastId = (await running())?.id ?? "";
  const held = await rowsOf(
    harness,
    "SELECT 1 FROM broadcast_recipients WHERE claimed_by IS NOT NULL AND substr(id, 1, 28) = substr(?, 1, 28)",
    broadcastId,
  );
  expect(held).toEqual([]);
  const byItself = await sentence(await maker.send("POST", `${path}/broadcast/${broadcastId}/resume`, {}));
  expect(byItself).toEqual({ status: 400, message: broadcastsTexts.ofActivity });
  expect(await move(id, "resume")).toMatchObject({ state: started });
  expect(await running()).toMatchObject({ status: "processing" });
  await db
    .prepare("UPDATE broadcasts SET state = 'paused', reason = 'Too many failed' WHERE id = ?")
    .bind(broadcastId)
    .run();
  expect(await read(id)).toMatchObject({ state: paused, reason: "Too many failed" });
  await move(id, "resume");
  expect(await move(id, "stop")).toMatchObject({ state: stopped });
  await eventually(async () => {
    const { counts } = await read(id);
    expect(counts.queued).toBe(0);
    expect(counts.cancelled).toBeGreaterThan(0);
  });
  expect(await read(id)).toMatchObject({ state: stopped, completed: false });
  const again = await maker.send("POST", `${path}/activities/${id}/resume`, {});
  expect(again.status).toBe(409);
});

test("a channel that is deleted ends what runs on it, and says so", async () => {
  const { approved, move, read, owner, channel, request } = await campaignWorld(harness, { rate: 1 });
  const { id } = await approved({ request: request(someNumbers(20)) });
  await move(id, "start");
  await eventually(async () => expect((await read(id)).counts.total).toBe(20));
  await owner.call(channelsApi.deleteChannel, { params: { id: channel.id } });
  expect(await read(id)).toMatchObject({
    state: stopped,
    completed: false,
    reason: broadcastsTexts.channelDeleted,
    channelName: "",
  });
});

test("a campaign that pauses pauses what runs, and only that goes on with it", async () => {
  const { approved, move, read, maker, request, campaign } = await campaignWorld(harness, { rate: 1 });
  const { id: campaignId } = await campaign();
  const act = (action: "start" | "pause" | "stop") =>
    maker.call(campaignsApi.moveCampaign, { params: { id: campaignId, action } });
  const many = () => ({ request: request(someNumbers(30)) });
  const runs = await approved(many(), campaignId);
  const rests = await approved(many(), campaignId);
  const waits = await approved(planned(45), campaignId);
  for (const { id } of [runs, rests, waits]) await move(id, "start");
  await move(rests.id, "pause");
  expect(await act("pause")).toMatchObject({ state: paused });
  for (const { id } of [runs, waits])
    expect(await read(id)).toMatchObject({ state: paused, reason: texts.withCampaign.pause });
  expect((await read(runs.id)).broadcasts[0]).toMatchObject({ status: "paused" });
  expect(await timersOf(waits.id)).toEqual([]);
  const refused = await sentence(await maker.send("POST", `${path}/activities/${runs.id}/resume`, {}));
  expect(refused).toEqual({ status: 400, message: texts.campaignNot.paused });
  expect(await act("start")).toMatchObject({ state: started });
  expect(await read(runs.id)).toMatchObject({ state: started, reason: "" });
  expect((await read(runs.id)).broadcasts[0]).toMatchObject({ status: "processing" });
  expect((await read(rests.id)).state).toBe(paused);
  expect(await timersOf(waits.id)).toHaveLength(1);
  const early = await maker.send("DELETE", `${path}/${campaignId}`);
  expect(early.status).toBe(409);
  expect(await act("stop")).toMatchObject({ state: stopped });
  for (const { id } of [runs, rests, waits])
    expect(await read(id)).toMatchObject({ state: stopped, reason: texts.withCampaign.stop });
  expect(await timersOf(waits.id)).toEqual([]);
  const { status, message } = await sentence(
    await maker.send("POST", `${path}/${campaignId}/activities`, { name: "Late", request: request() }),
  );
  expect({ status, message }).toEqual({ status: 400, message: texts.over });
  await maker.call(campaignsApi.deleteCampaign, { params: { id: campaignId } });
  expect((await maker.send("GET", `${path}/activities/${runs.id}`)).status).toBe(200);
  expect((await read(runs.id)).state).toBe(deleted);
  expect((await maker.call(broadcastsApi.listBroadcasts, { query: {} })).broadcastList).toHaveLength(2);
});

test("a campaign starts and ends at its times, with what runs then", async () => {
  const { approved, move, read, maker, campaign, request } = await campaignWorld(harness, { rate: 1 });
  const at = Date.now();
  const { id } = await campaign({
    startAt: new Date(at + HOUR_MS).toISOString(),
    endAt: new Date(at + 5 * HOUR_MS).toISOString(),
  });
  const act = (action: "start") => maker.call(campaignsApi.moveCampaign, { params: { id, action } });
  const read1 = () => maker.call(campaignsApi.getCampaign, { params: { id } });
  expect(await act("start")).toMatchObject({ state: scheduled });
  const soon = await approved({ request: request(someNumbers(30)) }, id);
  const refused = await sentence(await maker.send("POST", `${path}/activities/${soon.id}/start`, {}));
  expect(refused).toEqual({ status: 400, message: texts.campaignNot.scheduled });
  // One that begins later than its campaign can be scheduled before.
  const later = await approved(planned(300), id);
  expect(await move(later.id, "start")).toMatchObject({ state: scheduled });
  await atTime(harness, at + HOUR_MS + 1_000);
  expect((await read1()).state).toBe(started);
  await move(soon.id, "start");
  await eventually(async () => expect((await read(soon.id)).counts.total).toBe(30));
  const fixed = await maker.send("PUT", `${path}/${id}`, { name: (await read1()).name });
  expect(await sentence(fixed)).toEqual({ status: 400, message: texts.timesFixed });
  await atTime(harness, at + 5 * HOUR_MS + 1_000);
  expect((await read1()).state).toBe(stopped);
  for (const each of [soon, later])
    expect(await read(each.id)).toMatchObject({ state: stopped, reason: texts.withCampaign.stop });
  expect((await read(soon.id)).broadcasts[0]).toMatchObject({ status: "stopped" });
});
