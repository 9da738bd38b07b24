import { beforeEach, expect, test } from "vitest";
import { campaignWorld, refusal, someNumbers } from "#tests/support/campaigns.ts";
import { eventually } from "#tests/support/eventually.ts";
import { heldRun } from "#tests/support/fallbacks.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves } from "#tests/support/messaging.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { ctxOvertaken } from "#tests/support/watched-ctx.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { campaignsTexts as texts } from "#texts/campaigns.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import { campaignStates } from "#workers/contract/campaign.ts";
import * as broadcastSendingApi from "#workers/contract/endpoints/broadcast-sending.ts";
import * as campaignsApi from "#workers/contract/endpoints/campaigns.ts";
import * as rolesApi from "#workers/contract/endpoints/roles.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";
import { noTrouble } from "#workers/contract/simulator.ts";
import { retryBroadcast } from "#workers/domain/campaigns/retry-run.ts";

/** Whom a run of an activity failed to reach is tried once more, as a step of the activity. */
const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const db = harness.env.TENANT_1;
const { started, paused, stopped } = campaignStates;
const path = "/api/chatbird/api/campaign";

/** A run that is over, all of whose people the vendor refused; from now on it takes them. */
async function refusedRun(count = 2) {
  const world = await campaignWorld(harness);
  const { owner, channel, approved, request, move, read, maker } = world;
  const trouble = (refuse: "131026" | null) =>
    owner.call(simulatorApi.setSimulatedTrouble, {
      params: { id: channel.id },
      body: { ...noTrouble, refuse },
    });
  await trouble("131026");
  const { id, campaignId } = await approved({ request: request(someNumbers(count)) });
  await move(id, "start");
  await eventually(async () => expect(await read(id)).toMatchObject({ state: stopped, completed: true }));
  await trouble(null);
  const runId = (await read(id)).broadcasts[0]?.id ?? "";
  const retry = (person = maker) => person.send("POST", `${path}/broadcast/${runId}/retry`, {});
  return { ...world, id, campaignId, runId, retry };
}

test("whom a run failed to reach is tried once more, and the activity is over again after them", async () => {
  const { id, runId, read, maker, retry } = await refusedRun();
  const { status } = await maker.call(broadcastSendingApi.moveBroadcast, {
    params: { id: runId, action: "retry" },
  });
  expect(status).toBe("processing");
  await eventually(async () => expect((await read(id)).counts).toMatchObject({ failed: 0, delivered: 2 }));
  await eventually(async () => expect(await read(id)).toMatchObject({ state: stopped, completed: true }));
  expect((await read(id)).decisions[0]).toMatchObject({ action: "retry", by: "Mia Maker" });
  // Nobody is left, and nothing moves.
  const before = (await read(id)).revision;
  expect(await refusal(await retry())).toMatchObject({
    status: 400,
    message: broadcastsTexts.nothingToRetry,
  });
  expect((await read(id)).revision).toBe(before);
});

test("nothing of a run is tried while its campaign rests or is over, nor by who may not start it, nor with another template", async () => {
  const { id, campaignId, read, maker, owner, retry, templateId } = await refusedRun(1);
  const act = (action: "start" | "pause" | "stop") =>
    maker.call(campaignsApi.moveCampaign, { params: { id: campaignId, action } });
  const unchanged = { state: stopped, completed: true, counts: { failed: 1 } };
  await act("pause");
  expect(await refusal(await retry())).toMatchObject({ status: 400, message: texts.campaignNot.paused });
  await act("start");
  await owner.call(rolesApi.saveRole, {
    params: { role: 5 },
    body: { permissions: { "CAMPAIGNS.VIEW": 1, "CAMPAIGNS.CREATE": 1 } },
  });
  const other = await makeColleague(harness, owner, { roles: [5] });
  expect((await retry(other)).status).toBe(403);
  await db.prepare("UPDATE templates SET status = 'PAUSED' WHERE id = ?").bind(templateId).run();
  expect(await refusal(await retry())).toMatchObject({
    status: 400,
    message: broadcastsTexts.unsendable.template,
  });
  await db.prepare("UPDATE templates SET status = 'APPROVED' WHERE id = ?").bind(templateId).run();
  await act("stop");
  expect(await refusal(await retry())).toMatchObject({ status: 400, message: texts.campaignNot.over });
  expect(await read(id)).toMatchObject(unchanged);
});

test("a run that waits doesn't go on while the template that it was made with is taken back", async () => {
  const { owner, channel, approved, request, move, read, maker, templateId } = await campaignWorld(harness);
  // Nobody calls: the run stays where it is.
  await owner.call(channelsApi.pauseChannel, { params: { id: channel.id } });
  const { id } = await approved({ request: request(someNumbers(1)) });
  await move(id, "start");
  await eventually(async () => expect((await read(id)).counts).toMatchObject({ queued: 1 }));
  await move(id, "pause");
  const become = (status: string) =>
    db.prepare("UPDATE templates SET status = ? WHERE id = ?").bind(status, templateId).run();
  await become("PAUSED");
  const resume = () => maker.send("POST", `${path}/activities/${id}/resume`, {});
  expect(await refusal(await resume())).toMatchObject({
    status: 400,
    message: broadcastsTexts.unsendable.template,
  });
  expect((await read(id)).state).toBe(paused);
  await become("APPROVED");
  expect((await resume()).status).toBe(200);
  expect((await read(id)).state).toBe(started);
});

test("where nobody is left to be tried by then, the activity stays as it was", async () => {
  const { owner, id, runId, read } = await refusedRun(1);
  const { ctx, wasOvertaken } = ctxOvertaken(harness, owner, "select CASE", () =>
    db
      .prepare(
        "UPDATE broadcast_recipients SET status = 'sent', code = NULL WHERE substr(id, 1, 28) = substr(?, 1, 28)",
      )
      .bind(runId)
      .run(),
  );
  await expect(retryBroadcast(ctx, runId, true)).rejects.toThrow();
  expect(wasOvertaken()).toBe(true);
  expect(await read(id)).toMatchObject({ state: stopped, completed: true });
});

test("a retry of what was stopped brings none of its later runs back", async () => {
  const { approved, move, read, request, maker } = await campaignWorld(harness);
  const daily = { startAt: null, timezone: "UTC", repeat: { unit: "day", every: 1, runs: 3 } };
  const { id } = await approved({ request: request(someNumbers(1)), plan: daily });
  await move(id, "start");
  await eventually(async () => expect((await read(id)).broadcasts[0]).toMatchObject({ status: "completed" }));
  const runId = (await read(id)).broadcasts[0]?.id ?? "";
  await db
    .prepare(
      "UPDATE broadcast_recipients SET status = 'failed', code = 'busy' WHERE substr(id, 1, 28) = substr(?, 1, 28)",
    )
    .bind(runId)
    .run();
  await move(id, "pause");
  expect(await refusal(await maker.send("POST", `${path}/broadcast/${runId}/retry`, {}))).toMatchObject({
    status: 400,
    message: broadcastsTexts.retryOfRun.paused,
  });
  expect((await read(id)).state).toBe(paused);
  await move(id, "resume");
  expect((await read(id)).state).toBe(started);
  await move(id, "stop");
  await maker.call(broadcastSendingApi.moveBroadcast, { params: { id: runId, action: "retry" } });
  expect((await read(id)).nextRunAt).toBeNull();
  await eventually(async () => expect(await read(id)).toMatchObject({ state: stopped, completed: true }));
  expect((await read(id)).broadcasts.map(({ run }) => run)).toEqual([1]);
});

test("of a run with a fallback the fallback is tried, so that nobody gets the same offer twice", async () => {
  const { maker, runId, became, runEnds, look, at, child, broadcast, inFallback, read, id } = await heldRun(
    harness,
    1,
  );
  await became(1, "status = 'failed', code = '131026'");
  const retry = (broadcastId: string) => maker.send("POST", `${path}/broadcast/${broadcastId}/retry`, {});
  expect(await refusal(await retry(runId))).toMatchObject({
    status: 400,
    message: broadcastsTexts.retryOfRun.hasFallback,
  });
  await runEnds();
  await look(at + 3_600_000 + 60_000);
  expect(await inFallback()).toEqual([1]);
  await db
    .prepare(
      "UPDATE broadcast_recipients SET status = 'failed', code = 'busy' WHERE substr(id, 1, 28) = substr(?, 1, 28)",
    )
    .bind(child)
    .run();
  await db.prepare("UPDATE broadcasts SET state = 'completed', fed_to = NULL WHERE id = ?").bind(child).run();
  expect((await read(id)).state).toBe(stopped);
  expect((await retry(child)).status).toBe(200);
  expect(await broadcast(child)).toMatchObject({ state: "processing" });
  expect((await read(id)).state).toBe(started);
});
