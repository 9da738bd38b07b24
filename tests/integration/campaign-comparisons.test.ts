import { beforeEach, expect, test } from "vitest";
import { campaignName, refusal } from "#tests/support/campaigns.ts";
import { comparedRun, comparisonWorld, HOUR_MS } from "#tests/support/comparisons.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import type { Person } from "#tests/support/people.ts";
import { answerOurselves, makeChannel, rowsOf } from "#tests/support/messaging.ts";
import { makeTemplate } from "#tests/support/campaigns.ts";
import { saveCustomer } from "#tests/support/comparison-customers.ts";
import { campaignsTexts as texts } from "#texts/campaigns.ts";
import { campaignStates } from "#workers/contract/campaign.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import * as activitiesApi from "#workers/contract/endpoints/activities.ts";
import * as broadcastsApi from "#workers/contract/endpoints/broadcasts.ts";
import * as campaignsApi from "#workers/contract/endpoints/campaigns.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import { chooseMessage } from "#workers/domain/campaigns/choose.ts";
import { comparisonEnds } from "#workers/domain/campaigns/comparisons.ts";

/** Two messages are tried on a part of the audience, and the rest gets the better one; everybody is in one part. */
const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const db = harness.env.TENANT_1;
const { started, paused, stopped } = campaignStates;
const path = "/api/chatbird/api/campaign";
const MINUTE_MS = 60_000;

test("everybody gets one message, whatever dies, and the rest gets the one that more have answered", async () => {
  const { prepare, became, addresses, numbers, look, at, ctxAt, broadcast, decision, templateB, timerDue } =
    await comparedRun(harness);
  // It dies within the page of either message, and runs again; two workers are at it at once.
  const dying = ctxAt(at, (sql) => {
    if (sql.startsWith("INSERT INTO broadcast_recipients")) throw new Error("killed");
  });
  expect(await prepare("a", dying)).toBe("tried");
  expect(await addresses("a")).toEqual([]);
  const later = ctxAt(at + MINUTE_MS);
  await Promise.all([prepare("a", later), prepare("a", later), prepare("b"), prepare("b")]);
  expect((await broadcast("rest"))?.state).toBe("scheduled");
  const [a, b] = [await addresses("a"), await addresses("b")];
  expect(a.length).toBeGreaterThan(10);
  expect(b.length).toBeGreaterThan(10);
  await became("a", 1);
  await became("b", 3, "replied_at = 1", at + 1_000);
  await look(at + HOUR_MS + 500);
  // The last person of both was called a moment later.
  expect(await decision()).toBeNull();
  expect(await timerDue()).toBe(at + HOUR_MS + 1_000);
  await look(at + HOUR_MS + 1_000);
  expect(await decision()).toMatchObject({
    winner: "b",
    why: "more",
    by: "",
    a: { called: a.length, hits: 1 },
    b: { called: b.length, hits: 3 },
  });
  const rest = await broadcast("rest");
  expect(rest).toMatchObject({ state: "processing", template_id: templateB });
  expect(JSON.parse(rest?.request ?? "{}")).toMatchObject({
    message: { template: { templateUId: templateB } },
    columnMapping: [{ value: "neighbour" }],
  });
  expect(await prepare("rest", ctxAt(at + HOUR_MS + 2_000))).toBe("done");
  const all = [...a, ...b, ...(await addresses("rest"))];
  expect(all.toSorted()).toEqual(numbers.toSorted());
  expect((await broadcast("rest"))?.doubles).toBe(0);
});

test("a run of three parts is one run, and each of its people is counted once", async () => {
  const { prepare, became, id, look, at, ctxAt, read, maker, owner, campaignId, numbers, partOf } =
    await compared();
  await Promise.all([prepare("a"), prepare("b")]);
  const [a, b] = [await became("a", 2), await became("b", 1)];
  await look(at + HOUR_MS + MINUTE_MS);
  await prepare("rest", ctxAt(at + HOUR_MS + 2 * MINUTE_MS));
  const rest = await became("rest", 5);
  expect(a + b + rest).toBe(numbers.length);
  const now = await read(id);
  expect(now).toMatchObject({
    state: stopped,
    completed: true,
    runs: { total: 1, done: 1 },
    counts: { total: numbers.length, replied: 8 },
    byFallback: null,
  });
  expect(now.broadcasts).toHaveLength(1);
  expect(now.broadcasts[0]?.comparison).toMatchObject({
    a: { id: partOf("a"), called: a, hits: 2 },
    b: { id: partOf("b"), called: b, hits: 1 },
    rest: { id: partOf("rest"), counts: { total: rest, replied: 5 } },
    decision: { winner: "a", why: "more" },
  });
  expect(now.broadcasts[0]?.comparison?.difference?.value).toBeCloseTo(1 / b - 2 / a);
  const stats = await maker.call(campaignsApi.campaignStats, { params: { id: campaignId } });
  expect(stats).toMatchObject({
    counts: { total: numbers.length },
    activities: [{ counts: { replied: 8 } }],
  });
  const { campaigns } = await owner.call(campaignsApi.campaignReport, { query: {} });
  expect(campaigns).toMatchObject([{ runs: 1, counts: { total: numbers.length, replied: 8 } }]);
  const csv = await (await owner.send("GET", `${path}/report/csv`)).text();
  expect(csv.split("\r\n")[1]?.split(",").slice(4, 7)).toMatchObject([
    "1",
    expect.anything(),
    `${numbers.length}`,
  ]);
  // Each part says which it is.
  const detail = async (part: "a" | "b" | "rest") =>
    (await maker.call(broadcastsApi.getBroadcast, { params: { id: partOf(part) } })).data;
  expect([(await detail("a")).part, (await detail("b")).part, (await detail("rest")).part]).toEqual([
    "a",
    "b",
    "rest",
  ]);
  expect(await detail("rest")).toMatchObject({ isUndecided: false, activityId: id });
});

const compared = async (
  ...more: Parameters<typeof comparedRun> extends [unknown, ...infer R] ? R : never
) => {
  const run = await comparedRun(harness, ...more);
  return { ...run, campaignId: (await run.read(run.id)).campaignId };
};

test("whoever comes to the audience after both messages were prepared gets the better one", async () => {
  const audience = { filter: { search: "", groups: [], tags: [] }, customerIds: [], file: null };
  const prepared = async (owner: Person, some: readonly string[]) => {
    for (const phone of some.slice(0, 20)) await saveCustomer(owner, phone);
  };
  const { prepare, became, addresses, owner, look, at, ctxAt, numbers, broadcast } = await compared(
    60,
    {},
    { audience, prepared },
  );
  await Promise.all([prepare("a"), prepare("b")]);
  const tested = [...(await addresses("a")), ...(await addresses("b"))];
  const late = Array.from({ length: 12 }, (_, each) => `+9198550010${10 + each}`);
  for (const phone of late) await saveCustomer(owner, phone);
  // Somebody of the two messages has another number by now: that is the same person.
  const { meta } = await db
    .prepare(
      `UPDATE customers SET phone = '+919855009999' WHERE enterprise_id = ?1
        AND number = (SELECT min(c.number) FROM customers c WHERE c.enterprise_id = ?1 AND c.phone IN (SELECT value FROM json_each(?2)))`,
    )
    .bind(owner.enterpriseId, JSON.stringify(tested))
    .run();
  expect(meta.changes).toBeGreaterThan(0);
  await became("a", 0);
  await became("b", 0);
  await look(at + HOUR_MS + MINUTE_MS);
  await prepare("rest", ctxAt(at + HOUR_MS + 2 * MINUTE_MS));
  const rest = await addresses("rest");
  expect([...tested, ...rest].toSorted()).toEqual([...numbers, ...late].toSorted());
  // They were typed and matched: each is a double once, in their own part.
  const doubles = [await broadcast("a"), await broadcast("b"), await broadcast("rest")];
  expect(doubles.reduce((sum, each) => sum + (each?.doubles ?? 0), 0)).toBe(20);
});

test("a tie, and too few facts, are message A's, and that is said", async () => {
  for (const [hits, why] of [
    [0, "few"],
    [Infinity, "tie"],
  ] as const) {
    const { prepare, became, decision, look, at, broadcast, templateId } = await compared(200);
    await Promise.all([prepare("a"), prepare("b")]);
    await became("a", hits);
    await became("b", hits);
    await look(at + HOUR_MS + MINUTE_MS);
    expect(await decision()).toMatchObject({ winner: "a", why });
    expect(await broadcast("rest")).toMatchObject({ state: "processing", template_id: templateId });
  }
});

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
  const { prepare, became, id, ctxAt, look, at, decision, openJob, owner } = await compared();
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
  const rest = (
    await rowsOf<{ id: string }>(
      harness,
      "SELECT id FROM broadcasts WHERE activity_id = ? AND part = 'rest'",
      id,
    )
  )[0]?.id;
  await db.batch(
    await comparisonEnds(
      { $client: db },
      {
        enterpriseId: ctx.enterpriseId,
        timers: [
          {
            enterpriseId: owner.enterpriseId,
            kind: "comparisonEnds",
            subject: rest,
            seq: at,
            dueAt: at,
          } as never,
        ],
        now: at + HOUR_MS,
      },
    ),
  );
  expect(await openJob("rest")).toBe(job);
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
  await one.maker.call(broadcastsApi.moveBroadcast, { params: { id: one.partOf("b"), action: "stop" } });
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

test("small audiences: a message without anybody is no failure, and everybody gets one", async () => {
  const { prepare, became, id, look, at, ctxAt, read, maker, addresses } = await compared(1);
  await Promise.all([prepare("a"), prepare("b")]);
  const tested = (await became("a", 0)) + (await became("b", 0));
  const before = await read(id);
  expect(before.state).toBe(started);
  expect(before.broadcasts[0]?.comparison).toMatchObject({
    a: { status: "completed" },
    b: { status: "completed" },
  });
  await look(at + HOUR_MS + MINUTE_MS);
  expect((await read(id)).broadcasts[0]?.comparison?.decision).toMatchObject({ why: "few" });
  await prepare("rest", ctxAt(at + HOUR_MS + 2 * MINUTE_MS));
  const rest = await addresses("rest");
  expect(tested + rest.length).toBe(1);
  await became("rest", 0);
  await eventually(async () => expect(await read(id)).toMatchObject({ state: stopped, completed: true }));
  expect(await maker.call(activitiesApi.getActivity, { params: { id } })).toMatchObject({
    counts: { total: 1 },
  });
});

test("each run of a repeated activity tests anew, with other people", async () => {
  const plan = { startAt: null, timezone: "UTC", repeat: { unit: "day", every: 1, runs: 2 } };
  const { id, prepare, became, look, at, read } = await compared(90, {}, { plan });
  await Promise.all([prepare("a"), prepare("b")]);
  await became("a", 1);
  await became("b", 3);
  await look(at + HOUR_MS + MINUTE_MS);
  await look(at + 24 * HOUR_MS + MINUTE_MS);
  const { broadcasts } = await read(id);
  expect(broadcasts.map(({ run, comparison }) => [run, comparison?.decision])).toEqual([
    [2, null],
    [1, expect.objectContaining({ winner: "b" })],
  ]);
  const ids = await rowsOf(harness, "SELECT id FROM broadcasts WHERE activity_id = ?", id);
  expect(ids).toHaveLength(6);
});

test("what is wrong with a comparison is said at its own fields, and nothing is made", async () => {
  const { campaign, request, comparison, maker, draft, owner, channel } = await comparisonWorld(harness);
  const { id } = await campaign();
  const refused = async (more: object, also: object = {}) => {
    const body = { name: "Offer", request: request(), comparison: comparison(more), ...also };
    const answer = await refusal(await maker.send("POST", `${path}/${id}/activities`, body));
    expect(answer.status).toBe(400);
    return answer.errors ?? {};
  };
  expect(await refused({ share: 51 })).toEqual({ "comparison.share": texts.comparison.shareWrong(50) });
  expect(await refused({ after: { count: 10, unit: "minute" } })).toEqual({
    "comparison.after": texts.comparison.afterBounds(15, 7),
  });
  expect(Object.keys(await refused({ message: { template: { templateUId: "nothing" } } }))).toEqual([
    "comparison.message.template.templateUId",
  ]);
  const sms = await makeChannel(harness, owner, { type: channelTypes.sms });
  const templateUId = await makeTemplate(harness, sms);
  expect(Object.keys(await refused({ message: { template: { templateUId } } }))).toEqual([
    "comparison.message.template.templateUId",
  ]);
  expect(await refused({ by: "clicked" })).toEqual({ "comparison.by": texts.comparison.noClicks });
  await db.prepare("UPDATE channels SET vendor = ? WHERE id = ?").bind(vendorCodes.ngn, sms.id).run();
  const ofSms = { request: { ...request(), channelId: sms.id, message: { template: { templateUId } } } };
  expect(await refused({ by: "read", message: { template: { templateUId } } }, ofSms)).toEqual({
    "comparison.by": texts.comparison.noReads,
  });
  const fallback = {
    channelId: sms.id,
    message: { template: { templateUId } },
    columnMapping: [{ variable: "body/1", type: "static", value: "x" }],
    after: { count: 1, unit: "hour" },
  };
  expect(await refused({}, { fallback })).toEqual({ comparison: texts.comparison.notBoth });
  // A draft may lack a value; what is asked to be approved may not.
  const made = await draft(id, { comparison: comparison({ columnMapping: [] }) });
  const asked = await refusal(await maker.send("POST", `${path}/activities/${made.id}/submit`, {}));
  expect([asked.status, Object.keys(asked.errors ?? {})]).toEqual([400, ["comparison.columnMapping.body/1"]]);
  expect(channel.id).not.toBe(sms.id);
});

test("a checker approves both messages: they are frozen, shown, copied, asked before each run, and taken back by an edit", async () => {
  const { approved, request, comparison, maker, read, templateB } = await comparisonWorld(harness);
  const { id, campaignId, revision } = await approved({ request: request(), comparison: comparison() });
  const shown = {
    share: 30,
    by: "replied",
    template: { id: templateB, components: { body: { text: "Other, {{1}}" } } },
  };
  expect((await read(id)).comparison).toMatchObject(shown);
  await db
    .prepare(
      `UPDATE templates SET components = json_set(components, '$.body.text', 'Else {{1}}') WHERE id = ?`,
    )
    .bind(templateB)
    .run();
  expect((await read(id)).comparison).toMatchObject(shown);
  const start = await refusal(await maker.send("POST", `${path}/activities/${id}/start`, {}));
  expect(start).toMatchObject({ status: 400, message: texts.unsendable.comparedChanged });
  const copy = await maker.call(activitiesApi.cloneActivity, { params: { id }, body: { name: "Copy" } });
  expect(copy.comparison).toMatchObject({
    share: 30,
    template: { components: { body: { text: "Else {{1}}" } } },
  });
  const other = await maker.call(campaignsApi.cloneCampaign, {
    params: { id: campaignId },
    body: { name: campaignName() },
  });
  const { activities } = await maker.call(activitiesApi.listActivities, { query: { campaignId: other.id } });
  expect(activities.length).toBeGreaterThan(0);
  for (const each of activities) expect((await read(each.id)).comparison).toMatchObject({ share: 30 });
  const edited = await maker.call(activitiesApi.updateActivity, {
    params: { id },
    body: { name: "Offer", request: request(), comparison: comparison({ share: 10 }), revision },
  });
  expect(edited).toMatchObject({ approval: "draft", comparison: { share: 10 } });
  expect(edited.comparison?.template?.components.body.text).toBe("Else {{1}}");
});

test("an estimate says how many get which message, and what it costs either way", async () => {
  const { maker, request, comparison } = await comparisonWorld(harness);
  const numbers = Array.from({ length: 10 }, (_, at) => `+9198220044${10 + at}`);
  const estimate = await maker.call(activitiesApi.validateActivity, {
    body: { request: request(numbers), comparison: comparison({ share: 20 }) },
  });
  expect(estimate).toMatchObject({ reachable: 10, comparison: { each: 2, rest: 6 } });
  expect(estimate.comparison?.samples[0]?.rendered).toContain("Other, neighbour");
  const plain = await maker.call(activitiesApi.validateActivity, { body: { request: request(numbers) } });
  expect(plain.comparison).toBeNull();
  expect(estimate.cost.totals).toEqual(plain.cost.totals);
});

test("the whole of it on a living channel: both messages, the choice, and the rest are sent", async () => {
  const { approved, request, comparison, move, read, maker } = await comparisonWorld(harness);
  const numbers = Array.from({ length: 30 }, (_, at) => `+9198330055${10 + at}`);
  const { id } = await approved({ request: request(numbers), comparison: comparison() });
  await move(id, "start");
  const run = async () => (await read(id)).broadcasts[0]?.comparison;
  await eventually(async () => {
    const now = await run();
    expect([now?.a.status, now?.b.status, now?.rest.status]).toEqual(["completed", "completed", "scheduled"]);
  });
  await maker.call(activitiesApi.chooseMessage, { params: { id }, body: { run: 1, winner: "b" } });
  await eventually(async () =>
    expect(await read(id)).toMatchObject({
      state: stopped,
      completed: true,
      counts: { total: 30, delivered: 30 },
    }),
  );
});
