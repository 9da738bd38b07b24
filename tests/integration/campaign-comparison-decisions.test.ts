import { beforeEach, expect, test } from "vitest";
import { refusal } from "#tests/support/campaigns.ts";
import { comparedRun, HOUR_MS } from "#tests/support/comparisons.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, rowsOf } from "#tests/support/messaging.ts";
import { campaignsTexts as texts } from "#texts/campaigns.ts";
import { campaignStates } from "#workers/contract/campaign.ts";
import * as activitiesApi from "#workers/contract/endpoints/activities.ts";
import * as broadcastSendingApi from "#workers/contract/endpoints/broadcast-sending.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { chooseMessage } from "#workers/domain/campaigns/choose.ts";
import { comparisonEnds } from "#workers/domain/campaigns/comparisons.ts";

/** The message for the rest is chosen once, by the clock or by a person, and waits for a person where it can't be sent. */
const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const db = harness.env.TENANT_1;
const { paused, stopped } = campaignStates;
const path = "/api/chatbird/api/campaign";
const MINUTE_MS = 60_000;

type Options = Parameters<typeof comparedRun> extends [unknown, ...infer Rest] ? Rest : never;
const compared = async (...options: Options) => {
  const run = await comparedRun(harness, ...options);
  return { ...run, campaignId: (await run.read(run.id)).campaignId };
};

/** The statements of a clock that has looked at a run's rest when its hour was over. */
const clockReads = (enterpriseId: string, rest: string, at: number) =>
  comparisonEnds(
    { $client: db },
    {
      enterpriseId: enterpriseId as EnterpriseId,
      timers: [{ enterpriseId, kind: "comparisonEnds", subject: rest, seq: at, dueAt: at } as never],
      now: at + HOUR_MS,
    },
  );

test("a person decides before the time, once, and it is written down", async () => {
  const { prepare, id, maker, decision, read, broadcast, timerDue, owner, partOf, look, at } =
    await compared();
  const choose = (winner: string, run = 1) =>
    maker.send("POST", `${path}/activities/${id}/winner`, { run, winner });
  expect(await refusal(await choose("b"))).toMatchObject({ status: 400, message: texts.comparison.tooEarly });
  await prepare("a");
  expect(await refusal(await choose("b"))).toMatchObject({ status: 400, message: texts.comparison.tooEarly });
  await prepare("b");
  expect((await refusal(await choose("b", 2))).errors).toEqual({ run: texts.comparison.notCompared });
  expect(await refusal(await choose("c"))).toMatchObject({ status: 400 });
  const [first, second] = await Promise.all([choose("b"), choose("a")]);
  expect([first.status, second.status].toSorted()).toEqual([200, 409]);
  const winner = first.status === 200 ? "b" : "a";
  expect(await decision()).toMatchObject({ winner, why: "person", by: "Mia Maker" });
  expect(await timerDue()).toBeUndefined();
  expect(await broadcast("rest")).toMatchObject({ state: "processing" });
  const jobs = await rowsOf<{ id: string }>(
    harness,
    "SELECT id FROM jobs WHERE kind = 'broadcast.prepare' AND subject = ?",
    partOf("rest"),
  );
  expect(jobs).toEqual([{ id: (await broadcast("rest"))?.job_id }]);
  expect(await refusal(await choose("a"))).toMatchObject({ status: 409, message: texts.comparison.decided });
  const note = texts.comparison.chosen(winner.toUpperCase());
  expect((await read(id)).decisions[0]).toMatchObject({ action: "choose", by: "Mia Maker", note });
  const trail = await rowsOf(
    harness,
    "SELECT 1 FROM audit_trail WHERE enterprise_id = ? AND action = 'choose'",
    owner.enterpriseId,
  );
  expect(trail).toHaveLength(1);
  await look(at + 2 * HOUR_MS);
  expect(await decision()).toMatchObject({ why: "person" });
});

test("of a person and the clock, or of two people, one decides", async () => {
  const { prepare, became, id, ctxAt, look, at, decision, openJob, owner, partOf } = await compared();
  await Promise.all([prepare("a"), prepare("b")]);
  await became("a", 3);
  await became("b", 1);
  let overtaken = false;
  // Between what the person has read and what they write the clock decides.
  const ctx = ctxAt(at + HOUR_MS + MINUTE_MS, async (sql) => {
    if (overtaken || !sql.startsWith("UPDATE broadcasts SET decision")) return;
    overtaken = true;
    await look(at + HOUR_MS + MINUTE_MS);
  });
  await expect(chooseMessage(ctx, id, { run: 1, winner: "b" })).rejects.toMatchObject({
    code: "activityMoved",
    message: texts.comparison.decided,
  });
  expect(overtaken).toBe(true);
  expect(await decision()).toMatchObject({ winner: "a", why: "more" });
  const job = await openJob("rest");
  expect(job).toBeDefined();
  // A clock whose answer was lost works the same timer again.
  await db.batch(await clockReads(owner.enterpriseId, partOf("rest"), at));
  expect(await openJob("rest")).toBe(job);
});

test("what a person has chosen during a pause is not chosen anew by a clock that had looked before", async () => {
  const { prepare, became, id, at, decision, move, maker, owner, partOf, broadcast } = await compared();
  await Promise.all([prepare("a"), prepare("b")]);
  await became("a", 1);
  await became("b", 3);
  const clocks = await clockReads(owner.enterpriseId, partOf("rest"), at);
  await move(id, "pause");
  await maker.call(activitiesApi.chooseMessage, { params: { id }, body: { run: 1, winner: "a" } });
  await db.batch(clocks);
  expect(await decision()).toMatchObject({ winner: "a", why: "person" });
  expect(await broadcast("rest")).toMatchObject({ state: "scheduled" });
});

test("what pauses or stops one part pauses or stops the run, and a pause takes the decision's timer", async () => {
  const { prepare, became, id, look, at, broadcast, move, read, timerDue, decision, maker, partOf } =
    await compared();
  await Promise.all([prepare("a"), prepare("b")]);
  await db
    .prepare("UPDATE broadcasts SET state = 'paused', reason = 'No' WHERE id = ?")
    .bind(partOf("b"))
    .run();
  expect(await read(id)).toMatchObject({ state: paused, reason: "No" });
  expect(await broadcast("a")).toMatchObject({ state: "paused" });
  expect(await broadcast("rest")).toMatchObject({ state: "scheduled" });
  await move(id, "resume");
  expect(await broadcast("a")).toMatchObject({ state: "processing" });
  await became("a", 1);
  await became("b", 2);
  await move(id, "pause");
  expect(await timerDue()).toBeUndefined();
  await look(at + HOUR_MS + MINUTE_MS);
  expect(await decision()).toBeNull();
  // A person may choose meanwhile; it begins once the activity goes on.
  await maker.call(activitiesApi.chooseMessage, { params: { id }, body: { run: 1, winner: "a" } });
  expect(await broadcast("rest")).toMatchObject({ state: "scheduled" });
  expect(await decision()).toMatchObject({ winner: "a", why: "person" });
  await move(id, "resume");
  await look(Date.now() + 1_000);
  expect(await broadcast("rest")).toMatchObject({ state: "processing" });
  expect(await decision()).toMatchObject({ winner: "a", why: "person" });
  await move(id, "stop");
  expect(await broadcast("rest")).toMatchObject({ state: "stopped" });
  expect(await read(id)).toMatchObject({ state: stopped, completed: false });
});

test("a stop of one part, and its channel's end, leave nothing of a run", async () => {
  const one = await compared();
  await one.maker.call(broadcastSendingApi.moveBroadcast, {
    params: { id: one.partOf("b"), action: "stop" },
  });
  for (const part of ["a", "b", "rest"] as const)
    expect(await one.broadcast(part)).toMatchObject({ state: "stopped" });
  expect(await one.read(one.id)).toMatchObject({ state: stopped, completed: false });
  await one.look(one.at + HOUR_MS + MINUTE_MS);
  expect(await one.decision()).toBeNull();
  const other = await compared();
  await other.owner.call(channelsApi.deleteChannel, { params: { id: other.channel.id } });
  for (const part of ["a", "b", "rest"] as const)
    expect(await other.broadcast(part)).toMatchObject({ state: "failed" });
  expect(await other.read(other.id)).toMatchObject({ state: stopped });
});

test("a decision that is late, or whose winner can't be sent any more, waits for a person", async () => {
  const { prepare, became, id, look, at, broadcast, move, read, templateB, maker, decision } =
    await compared();
  await Promise.all([prepare("a"), prepare("b")]);
  await look(at + 2 * HOUR_MS + MINUTE_MS);
  expect(await read(id)).toMatchObject({ state: paused, reason: texts.comparisonLate });
  expect(await broadcast("a")).toMatchObject({ state: "paused" });
  await move(id, "resume");
  await became("a", 1);
  await became("b", 3);
  await db.prepare("UPDATE templates SET status = 'PAUSED' WHERE id = ?").bind(templateB).run();
  await look(at + HOUR_MS + MINUTE_MS);
  expect(await read(id)).toMatchObject({ state: paused, reason: texts.winnerGone("B") });
  expect(await decision()).toBeNull();
  const choose = (winner: string) =>
    maker.send("POST", `${path}/activities/${id}/winner`, { run: 1, winner });
  expect((await refusal(await choose("b"))).errors).toEqual({ winner: texts.unsendable.comparedTemplate });
  expect((await choose("a")).status).toBe(200);
  await move(id, "resume");
  await look(Date.now() + 1_000);
  expect(await broadcast("rest")).toMatchObject({ state: "processing" });
});
