import { expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { randomOf } from "#tests/support/import-load.ts";
import { rowsOf } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { ctxOvertaken, watchedCtx } from "#tests/support/watched-ctx.ts";
import { floorEnds } from "#workers/domain/messaging/floors.ts";
import { nextDue, timerFigures, type TimerHandlers, workDue } from "#workers/domain/messaging/timers.ts";

const harness = await startHarness();
const { TENANT_1 } = harness.env;
/** So far ahead that the real clock leaves it to the test. */
const THEN = Date.parse("2200-01-01");
const MEETINGS = 25;
const SEED = 21;

interface Row {
  id: string;
  dueAt?: number;
  /** The timer's; the floor's own is 1. */
  seq?: number;
}

/** Floors with their timers. */
async function given(rows: readonly Row[], owner?: Person): Promise<Person> {
  const person = owner ?? (await makePerson(harness));
  const { enterpriseId } = person;
  await TENANT_1.batch(
    rows.flatMap(({ id, dueAt = THEN, seq = 1 }) => [
      TENANT_1.prepare(
        `INSERT INTO floors (id, enterprise_id, channel_id, identity_id, bot_id, until, seq) VALUES (?1, ?2, 'a channel', ?1, 'a bot', ?3, 1)`,
      ).bind(id, enterpriseId, dueAt),
      TENANT_1.prepare(
        "INSERT INTO timers (enterprise_id, kind, subject, seq, due_at) VALUES (?2, 'floorEnds', ?1, ?4, ?3)",
      ).bind(id, enterpriseId, dueAt, seq),
    ]),
  );
  return person;
}
const plain = (owner: Person) => watchedCtx(harness, owner, () => undefined).db;
const floorsOf = async ({ enterpriseId }: Person) =>
  (
    await rowsOf<{ id: string }>(
      harness,
      "SELECT id FROM floors WHERE enterprise_id = ? ORDER BY id",
      enterpriseId,
    )
  ).map(({ id }) => id);
const timersOf = ({ enterpriseId }: Person) =>
  rowsOf<{ subject: string; attempts: number; dueAt: number | null; failure: string | null }>(
    harness,
    "SELECT subject, attempts, due_at AS dueAt, failure FROM timers WHERE enterprise_id = ? ORDER BY subject",
    enterpriseId,
  );
/** Of floors alone: these tests are about the clock. */
const HANDLERS: TimerHandlers = {
  floorEnds,
  chatTimesOut: () => [],
  chatsAssigned: () => [],
  chatComesBack: () => [],
  offerLapses: () => [],
  videoCallEnds: () => [],
  broadcastStarts: () => [],
  broadcastResumes: () => [],
  activityRuns: () => [],
  activityFallbacks: () => [],
  comparisonEnds: () => [],
  campaignStarts: () => [],
  campaignEnds: () => [],
  instanceStarts: () => [],
  instanceEnds: () => [],
  scheduledEntries: () => [],
};
/** Counts in the row what was done to it. */
const counting: TimerHandlers = {
  ...HANDLERS,
  floorEnds: ({ $client }, { timers }) =>
    timers.map(({ subject }) =>
      $client.prepare("UPDATE floors SET seq = seq + 1 WHERE id = ?").bind(subject),
    ),
};

test("what is due is worked once; what is not, and what has moved on, is left alone", async () => {
  const owner = await given([
    { id: "w-due" },
    { id: "w-earlier", dueAt: THEN - 1 },
    { id: "w-later", dueAt: THEN + 1 },
    { id: "w-moved-on", seq: 0 },
  ]);
  await workDue(plain(owner), HANDLERS, THEN);
  expect(await floorsOf(owner)).toEqual(["w-later", "w-moved-on"]);
  expect((await timersOf(owner)).map(({ subject }) => subject)).toEqual(["w-later"]);
  await workDue(plain(owner), HANDLERS, THEN + 1);
  expect(await timersOf(owner)).toEqual([]);
});

test("a timer that is set anew while it is being worked waits for its new time", async () => {
  const owner = await given([{ id: "anew" }]);
  const { ctx, wasOvertaken } = ctxOvertaken(harness, owner, "SELECT CASE WHEN (SELECT count(*)", () =>
    TENANT_1.prepare("UPDATE timers SET due_at = due_at + 5, seq = 2 WHERE subject = 'anew'").run(),
  );
  await workDue(ctx.db, counting, THEN);
  expect(wasOvertaken()).toBe(true);
  expect(await timersOf(owner)).toMatchObject([{ dueAt: THEN + 5, attempts: 0 }]);
  expect(await rowsOf(harness, "SELECT seq FROM floors WHERE id = 'anew'")).toEqual([{ seq: 1 }]);
  await workDue(plain(owner), counting, THEN + 5);
  expect(await timersOf(owner)).toEqual([]);
});

test(`of two clocks that live at once each timer is one's, in ${MEETINGS} meetings`, async () => {
  const random = randomOf(SEED);
  const owner = await makePerson(harness);
  const other = await makePerson(harness);
  const hesitate = async () => {
    const dice = random();
    if (dice > 0.3) await new Promise((resolve) => setTimeout(resolve, dice * 5));
  };
  for (let round = 0; round < MEETINGS; round++) {
    const ids = Array.from({ length: 1 + (round % 5) }, (_, index) => `t-${round}-${index}`);
    await given(
      ids.map((id) => ({ id })),
      owner,
    );
    await given(
      ids.map((id) => ({ id: `o${id}` })),
      other,
    );
    const clock = () => workDue(watchedCtx(harness, owner, hesitate).db, counting, THEN);
    await Promise.all([clock(), clock()]);
  }
  for (const person of [owner, other]) {
    expect(await timersOf(person)).toEqual([]);
    const seqs = "SELECT DISTINCT seq FROM floors WHERE enterprise_id = ?";
    expect(await rowsOf(harness, seqs, person.enterpriseId)).toEqual([{ seq: 2 }]);
  }
});

test("of two clocks that are ten minutes apart each timer is one's, and none goes off before the clock says so (R-05)", async () => {
  const FIVE_MINUTES = 5 * 60_000;
  const [slow, fast] = [THEN - FIVE_MINUTES, THEN + FIVE_MINUTES];
  const owner = await given([
    { id: "c-passed", dueAt: slow },
    { id: "c-now" },
    { id: "c-ahead", dueAt: fast + 1 },
  ]);
  const went = async () =>
    (
      await rowsOf<{ id: string }>(
        harness,
        "SELECT id FROM floors WHERE enterprise_id = ? AND seq > 1 ORDER BY id",
        owner.enterpriseId,
      )
    ).map(({ id }) => id);
  const clock = (now: number) => workDue(plain(owner), counting, now);
  await clock(slow);
  expect(await went()).toEqual(["c-passed"]);
  await Promise.all([clock(fast), clock(slow), clock(fast)]);
  expect(await went()).toEqual(["c-now", "c-passed"]);
  // Each went off once, whichever clock saw it; and the one ahead waits for its own time.
  const seqs = "SELECT id, seq FROM floors WHERE enterprise_id = ? ORDER BY id";
  expect(await rowsOf(harness, seqs, owner.enterpriseId)).toEqual([
    { id: "c-ahead", seq: 1 },
    { id: "c-now", seq: 2 },
    { id: "c-passed", seq: 2 },
  ]);
  await clock(fast + 1);
  expect(await timersOf(owner)).toEqual([]);
});

test("one that fails holds up no other; it is tried again, later each time, and given up, which operators are told", async () => {
  const owner = await given([{ id: "f-good" }, { id: "f-poison" }]);
  const poisoned: TimerHandlers = {
    ...HANDLERS,
    floorEnds: async (db, due) => [
      ...(await counting.floorEnds(db, due)),
      ...due.timers
        .filter(({ subject }) => subject === "f-poison")
        .map(() => db.$client.prepare("SELECT json('{')")),
    ],
  };
  const waits: number[] = [];
  let now = THEN;
  for (let tries = 0; tries < 4; tries++) {
    await workDue(plain(owner), poisoned, now);
    const [left] = await timersOf(owner);
    expect(left).toMatchObject({ subject: "f-poison", attempts: tries + 1 });
    waits.push((left?.dueAt ?? 0) - now);
    await workDue(plain(owner), poisoned, now);
    now = left?.dueAt ?? 0;
  }
  expect(waits).toEqual([1_000, 4_000, 16_000, 64_000]);
  const { givenUp: before } = await timerFigures(plain(owner), now);
  await workDue(plain(owner), poisoned, now);
  expect(await timersOf(owner)).toMatchObject([
    { attempts: 5, dueAt: null, failure: expect.stringContaining("malformed") },
  ]);
  expect(await rowsOf(harness, "SELECT id, seq FROM floors WHERE id LIKE 'f-%' ORDER BY id")).toEqual([
    { id: "f-good", seq: 2 },
    { id: "f-poison", seq: 1 },
  ]);
  expect((await timerFigures(plain(owner), now)).givenUp).toBe(before + 1);
  await TENANT_1.prepare("DELETE FROM timers WHERE subject = 'f-poison'").run();
});

test("the clock goes off by itself, without anybody who asks", async () => {
  await harness.scheduled();
  const soon = Date.now() + 4_000;
  const owner = await given([{ id: "c-soon", dueAt: soon }, { id: "c-past", dueAt: 1 }, { id: "c-far" }]);
  // The clock may have had the first one by now.
  expect([1, soon]).toContain(await nextDue(plain(owner)));
  await eventually(async () => expect(await floorsOf(owner)).toEqual(["c-far"]));
  expect(Date.now()).toBeGreaterThanOrEqual(soon);
  expect((await timersOf(owner)).map(({ subject }) => subject)).toEqual(["c-far"]);
  await TENANT_1.prepare("DELETE FROM timers WHERE subject = 'c-far'").run();
});
