import { beforeEach, expect, test } from "vitest";
import { comparedRun, HOUR_MS } from "#tests/support/comparisons.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import type { Person } from "#tests/support/people.ts";
import { answerOurselves, rowsOf } from "#tests/support/messaging.ts";
import { saveCustomer } from "#tests/support/comparison-customers.ts";
import { campaignStates } from "#workers/contract/campaign.ts";
import * as activitiesApi from "#workers/contract/endpoints/activities.ts";
import * as broadcastsApi from "#workers/contract/endpoints/broadcasts.ts";
import * as campaignsApi from "#workers/contract/endpoints/campaigns.ts";

/** Two messages are tried on a part of the audience, and the rest gets the better one; everybody is in one part. */
const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const db = harness.env.TENANT_1;
const { started, stopped } = campaignStates;
const path = "/api/chatbird/api/campaign";
const MINUTE_MS = 60_000;

type Options = Parameters<typeof comparedRun> extends [unknown, ...infer Rest] ? Rest : never;
const compared = async (...options: Options) => {
  const run = await comparedRun(harness, ...options);
  return { ...run, campaignId: (await run.read(run.id)).campaignId };
};

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
  const { id, prepare, became, look, at, read } = await compared(200, {}, { plan });
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
