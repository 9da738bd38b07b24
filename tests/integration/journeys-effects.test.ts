import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { trainBot } from "#db/seed/train.ts";
import { type Bot, makeBot, smallBank } from "#tests/support/bot.ts";
import { eventually } from "#tests/support/eventually.ts";
import { graphOf } from "#tests/support/flow.ts";
import { startHarness } from "#tests/support/harness.ts";
import { expectNoDrift, expectSaid, newPhone, say } from "#tests/support/journey-talk.ts";
import {
  answerOurselves,
  deliver,
  makeChannel,
  rowsOf,
  saidOn,
  saying,
  type TestChannel,
} from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { refused } from "#tests/support/refused.ts";
import { manyRuns, nextVersion, runsOf, startedJourney } from "#tests/support/runs.ts";
import { idleDeps, keepJobs } from "#tests/support/jobs.ts";
import { ctxFor } from "#tests/support/training.ts";
import * as instancesApi from "#workers/contract/endpoints/automation-instances.ts";
import * as movesApi from "#workers/contract/endpoints/automation-moves.ts";
import { beginMove, undoMove } from "#workers/domain/automations/instances-moves.ts";
import { runJob } from "#workers/domain/jobs/run-pages.ts";
import { simulatorCapabilities } from "#workers/contract/simulator-capabilities.ts";
import { workRuns } from "#workers/domain/runs/carry-on.ts";
import { ctxOvertaken } from "#tests/support/watched-ctx.ts";
import { movePages } from "#workers/domain/runs/move-pages.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";

/** Bots that talk for journeys, and people who are moved to a newer version. */
const harness = await startHarness();
let owner: Person;
let bot: Bot;
beforeEach(() => {
  answerOurselves(harness);
});
beforeAll(async () => {
  owner = await makePerson(harness);
  bot = await makeBot(owner, smallBank);
  await trainBot(owner, bot.agentId);
});

/** In whatever order people heard it. */
const expectHeard = (channel: TestChannel, texts: string[]) =>
  eventually(async () => expect((await saidOn(harness, channel)).toSorted()).toEqual(texts));
const talking = (data: object) =>
  graphOf(
    {
      start: ["start"],
      talk: ["bot", { intents: [{ id: bot.intents["Lost card"], label: "Lost" }], ...data }],
      lost: say("Card: {last.kind}"),
      handed: say("Handed over"),
      gaveUp: say("Gave up"),
      sorry: say("{error.code}"),
    },
    [
      "start > talk",
      `talk.intent:${bot.intents["Lost card"]} > lost`,
      "talk.handedOver > handed",
      "talk.gaveUp > gaveUp",
      "talk.error > sorry",
    ],
  );
async function begin(channel: TestChannel, data: object = { botId: bot.agentId }) {
  const phone = newPhone();
  const journey = await startedJourney(harness, channel, talking(data), { keyword: "start it" });
  await deliver(harness, channel, [saying(phone, "start it")]);
  await eventually(async () => {
    const [run] = await runsOf(harness, journey.instanceId);
    expect(run?.node_id).not.toBeNull();
  });
  return { ...journey, says: (text: string) => deliver(harness, channel, [saying(phone, text)]) };
}
const told = (of: { enterpriseId: string }, instanceId: string) =>
  rowsOf(
    harness,
    `SELECT count(*) AS n FROM run_inbox x CROSS JOIN runs r ON r.id = x.run_id WHERE x.enterprise_id = ? AND x.kind = 'bot' AND r.instance_id = '${instanceId}'`,
    of.enterpriseId,
  );

test("a chosen bot talks on until it understands a chosen intent, and the run hears that once", async () => {
  const channel = await makeChannel(harness, owner);
  const { says, instanceId } = await begin(channel);
  await says("what is my balance");
  await expectSaid(harness, channel, ["Answer of Balance"]);
  expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "waiting", node_id: "talk" }]);
  await says("I lost my card");
  await expectSaid(harness, channel, ["Answer of Balance", "Answer of Lost card", "Card: bot"]);
  expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "completed" }]);
  expect(await told(owner, instanceId)).toEqual([{ n: 1 }]);
  expect(await rowsOf(harness, "SELECT * FROM floors WHERE channel_id = ?", channel.id)).toEqual([]);
  await expectNoDrift(harness, owner.enterpriseId);
});

test("a bot that understands nothing twice hands the chat over, and one that is not there is an error", async () => {
  const channel = await makeChannel(harness, owner, { agentId: bot.agentId });
  const { says, instanceId } = await begin(channel, {});
  await says("zebras sing opera");
  await eventually(async () => expect((await saidOn(harness, channel)).length).toBe(1));
  await says("purple monday bicycle");
  await eventually(async () => expect((await saidOn(harness, channel)).at(-1)).toBe("Handed over"));
  expect(await told(owner, instanceId)).toEqual([{ n: 1 }]);
  expect(
    await rowsOf(harness, "SELECT waiting_since > 0 AS waits FROM chats WHERE channel_id = ?", channel.id),
  ).toEqual([{ waits: 1 }]);
  const [nobody, other] = [await makeChannel(harness, owner), await makeChannel(harness, owner)];
  await begin(nobody, {});
  await expectSaid(harness, nobody, ["noBot"]);
  await begin(other, { botId: "gone" });
  await expectSaid(harness, other, ["noBot"]);
  await expectNoDrift(harness, owner.enterpriseId);
});

test("a bot whose chat somebody takes has handed over, and one whose time is over has given up and has no floor", async () => {
  const channel = await makeChannel(harness, owner);
  const { says, instanceId } = await begin(channel);
  await says("what is my balance");
  await expectSaid(harness, channel, ["Answer of Balance"]);
  const [chat] = await rowsOf<{ id: string }>(
    harness,
    "SELECT id FROM chats WHERE channel_id = ?",
    channel.id,
  );
  await owner.call(chatsApi.actOnChat, {
    params: { id: chat?.id ?? "" },
    body: { action: "agentPickupChat", id: randomUUID() },
  });
  await harness.scheduled();
  await expectSaid(harness, channel, ["Answer of Balance", "Handed over"]);
  expect(await told(owner, instanceId)).toEqual([{ n: 1 }]);

  const late = await makeChannel(harness, owner);
  const second = await begin(late, { botId: bot.agentId, timeout: { amount: 1, unit: "seconds" } });
  await expectSaid(harness, late, ["Gave up"]);
  expect(await told(owner, second.instanceId)).toEqual([{ n: 0 }]);
  expect(await rowsOf(harness, "SELECT * FROM floors WHERE channel_id = ?", late.id)).toEqual([]);
  await expectNoDrift(harness, owner.enterpriseId);
});

const DAY = 86_400_000;
const older = graphOf(
  { start: ["start"], stay: ["ask", { text: "Well?" }], gone: ["wait", days(9)], end: ["end"] },
  ["start > stay", "stay > gone", "gone > end"],
);
const newer = graphOf({ start: ["start"], stay: ["ask", { text: "Well?" }], new: say("New"), end: ["end"] }, [
  "start > stay",
  "stay > new",
  "new > end",
]);
function days(amount: number) {
  return { until: { kind: "duration", length: { amount, unit: "days" } } };
}
async function published(of: Person = owner) {
  const channel = await makeChannel(harness, of);
  const journey = await startedJourney(harness, channel, older, { keyword: "start it" });
  const { number, versionId } = await nextVersion(harness, channel, journey.automationId, newer);
  const params = { id: journey.automationId, instanceId: journey.instanceId };
  return { ...journey, channel, number, newVersion: versionId, params };
}
const asTheyAre = (instanceId: string) =>
  rowsOf<{ version_id: string; node_id: string; seq: number; wake_at: number }>(
    harness,
    "SELECT id, version_id, state, node_id, seq, wake_at, attempts, data FROM runs WHERE instance_id = ? ORDER BY id",
    instanceId,
  );
const movesOf = (instanceId: string) =>
  rowsOf(harness, "SELECT * FROM run_moves WHERE instance_id = ? ORDER BY created_at DESC", instanceId);
const handlers = { "runs.move": { pages: movePages, failure: "" } } as never;

test("a move that dies in its pages goes on, and one that is undone in the middle leaves everything as it was", async () => {
  const ctx = ctxFor(harness, owner);
  const giveBack = await keepJobs(harness, owner);
  const { number, newVersion, params, instanceId, automationId, versionId } = await published();
  const wakeAt = Date.now() + DAY;
  await manyRuns(harness, instanceId, { count: 900, nodeId: "stay", wakeAt });
  await manyRuns(harness, instanceId, { count: 900, nodeId: "gone", wakeAt });
  const before = await asTheyAre(instanceId);
  const checked = await owner.call(movesApi.checkJourneyMove, { params, query: { number } });
  expect(checked).toMatchObject({ total: 1_800, nodes: [{ runs: 900 }, { runs: 900 }] });
  expect(checked.nodes.find(({ gone }) => gone)).toMatchObject({ id: "gone", type: "wait" });
  expect(
    await refused(owner.call(movesApi.beginJourneyMove, { params, body: { number, what: "move" } })),
  ).toMatchObject({ status: 400 });

  const anotherMove = () =>
    beginMove(ctx, "journey", automationId, instanceId, {
      number,
      what: "move",
      nodes: [{ from: "gone", to: "new" }],
      revision: undefined,
    });
  const dying = (after: number) => ({
    ...idleDeps,
    breathe: () => (after-- > 0 ? Promise.resolve() : Promise.reject(new Error("killed"))),
  });
  const work = async (jobId: string, deps = idleDeps) => {
    const end = await runJob(ctx, jobId, handlers, deps);
    await harness.env.TENANT_1.prepare("UPDATE jobs SET lease_until = 0 WHERE id = ?").bind(jobId).run();
    return end;
  };
  const move = await anotherMove();
  expect(
    await refused(owner.call(movesApi.beginJourneyMove, { params, body: { number, what: "end" } })),
  ).toMatchObject({ status: 409 });
  expect([
    await work(move.jobId, dying(0)),
    await work(move.jobId, dying(1)),
    await work(move.jobId),
  ]).toEqual(["tried", "tried", "done"]);
  const moved = await asTheyAre(instanceId);
  expect(moved.every((run) => run.version_id === newVersion && run.seq === 0)).toBe(true);
  expect(moved.filter((run) => run.node_id === "stay" && run.wake_at === wakeAt)).toHaveLength(900);
  const undo = (moveId: string) => undoMove(ctx, "journey", { ...params, moveId });
  const jobOf = async (moveId: string) =>
    (
      await rowsOf<{ id: string }>(
        harness,
        "SELECT id FROM jobs WHERE state IN ('waiting', 'running') AND subject = ?",
        moveId,
      )
    )[0]?.id ?? "";
  await undo(move.id);
  expect([await work(await jobOf(move.id), dying(0)), await work(await jobOf(move.id))]).toEqual([
    "tried",
    "done",
  ]);
  expect(await asTheyAre(instanceId)).toEqual(before);

  // Turned round in the middle.
  const second = await anotherMove();
  expect(await work(second.jobId, dying(1))).toBe("tried");
  await undo(second.id);
  expect(await work(second.jobId)).toBe("done");
  expect(await asTheyAre(instanceId)).toEqual(before);
  expect(await movesOf(instanceId)).toMatchObject([
    { state: "undone", moved: 1_000, restored: 1_000, kept: 0 },
    { state: "undone", moved: 1_800, held: 900, restored: 1_800, kept: 0 },
  ]);
  expect(
    await rowsOf(harness, "SELECT version_id FROM automation_instances WHERE id = ?", instanceId),
  ).toEqual([{ version_id: versionId }]);
  expect(
    await rowsOf(
      harness,
      `SELECT count(*) AS n FROM run_inbox WHERE event_id GLOB 'move:${move.id}*' OR event_id GLOB ?`,
      `move:${second.id}*`,
    ),
  ).toEqual([{ n: 0 }]);
  await harness.env.TENANT_1.prepare("DELETE FROM runs WHERE instance_id = ?").bind(instanceId).run();
  await giveBack();
});

test("a move that is turned round while one of its pages is read moves nobody of that page", async () => {
  const another = await makePerson(harness);
  const plain = ctxFor(harness, another);
  const giveBack = await keepJobs(harness, another);
  const { number, params, instanceId, automationId } = await published(another);
  await manyRuns(harness, instanceId, { count: 3, nodeId: "stay", wakeAt: Date.now() + DAY });
  const before = await asTheyAre(instanceId);
  const move = await beginMove(plain, "journey", automationId, instanceId, {
    ...{ number, what: "move", nodes: [], revision: undefined },
  });
  const { ctx, wasOvertaken } = ctxOvertaken(
    harness,
    another,
    "SELECT CASE WHEN EXISTS (SELECT 1 FROM run_moves",
    () => undoMove(plain, "journey", { ...params, moveId: move.id }),
  );
  expect(await runJob(ctx, move.jobId, handlers, idleDeps)).toBe("done");
  expect(wasOvertaken()).toBe(true);
  expect(await asTheyAre(instanceId)).toEqual(before);
  expect(await movesOf(instanceId)).toMatchObject([{ state: "undone", moved: 0, restored: 0, kept: 0 }]);
  await harness.env.TENANT_1.prepare("DELETE FROM runs WHERE instance_id = ?").bind(instanceId).run();
  await giveBack();
});

test("whoever is moved goes on in the new version, and leaves a step that is gone when nobody can undo it any more", async () => {
  const { number, params, instanceId, channel, newVersion } = await published();
  const [one, two] = [newPhone(), newPhone()];
  await deliver(harness, channel, [saying(one, "start it"), saying(two, "start it")]);
  await expectSaid(harness, channel, ["Well?", "Well?"]);
  await deliver(harness, channel, [saying(two, "fine")]);
  const nodes = async () => (await runsOf(harness, instanceId)).map(({ node_id: id }) => id).toSorted();
  await eventually(async () => expect(await nodes()).toEqual(["gone", "stay"]));
  const begun = await owner.call(movesApi.beginJourneyMove, {
    params,
    body: { number, what: "move", nodes: [{ from: "gone", to: "new" }] },
  });
  await eventually(async () =>
    expect(await movesOf(instanceId)).toMatchObject([{ state: "moved", moved: 2, held: 1 }]),
  );
  // Nobody looks at the one who is set aside, and the other goes on at once.
  await deliver(harness, channel, [saying(one, "great")]);
  await expectHeard(channel, ["New", "Well?", "Well?"]);
  const aside = (await runsOf(harness, instanceId)).find(({ node_id: id }) => id === "gone");
  expect(aside?.wake_at).toBeGreaterThan(Date.now() + 9 * 60_000);
  await harness.env.TENANT_1.prepare("UPDATE runs SET wake_at = 1 WHERE id = ?").bind(aside?.id).run();
  await harness.scheduled();
  await expectHeard(channel, ["New", "New", "Well?", "Well?"]);
  expect(
    await rowsOf(harness, "SELECT DISTINCT state, version_id FROM runs WHERE instance_id = ?", instanceId),
  ).toEqual([{ state: "completed", version_id: newVersion }]);
  // Messages that were sent cannot be taken back.
  await owner.call(movesApi.undoJourneyMove, { params: { ...params, moveId: begun.id } });
  await eventually(async () =>
    expect(await movesOf(instanceId)).toMatchObject([{ state: "undone", restored: 0, kept: 2 }]),
  );
  await expectNoDrift(harness, owner.enterpriseId);
});

test("a page of people that was read before a move and is written after it moves nobody on", async () => {
  const another = await makePerson(harness);
  const { number, params, instanceId, channel } = await published(another);
  await deliver(harness, channel, [saying(newPhone(), "start it")]);
  await expectSaid(harness, channel, ["Well?"]);
  await harness.env.TENANT_1.prepare(
    "UPDATE runs SET wake_at = 1, data = json_set(data, '$.wakeAt', 1) WHERE instance_id = ?",
  )
    .bind(instanceId)
    .run();
  const move = async () => {
    await another.call(movesApi.beginJourneyMove, { params, body: { number, what: "end" } });
    await eventually(async () =>
      expect(await movesOf(instanceId)).toMatchObject([{ state: "moved", held: 1 }]),
    );
  };
  const { ctx, wasOvertaken } = ctxOvertaken(harness, another, "SELECT CASE WHEN", move);
  await workRuns(
    ctx.db,
    {
      capabilities: (_, type) => simulatorCapabilities(type as 1),
      placeOf: async () => ({ zone: "UTC", country: "IN" }),
      formLink: () => ({ token: "", url: "" }),
      linksOf: () => Promise.reject(new Error("nobody waits for a click")),
    },
    Date.now,
  );
  expect(wasOvertaken()).toBe(true);
  expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "waiting", node_id: "stay", seq: 2 }]);
});

test("those who are ended leave when it cannot be undone any more, and a paused instance wakes nobody", async () => {
  const { number, params, instanceId, channel } = await published();
  await deliver(harness, channel, [saying(newPhone(), "start it")]);
  await expectSaid(harness, channel, ["Well?"]);
  await harness.env.TENANT_1.prepare("UPDATE automation_instances SET state = 3 WHERE id = ?")
    .bind(instanceId)
    .run();
  await harness.env.TENANT_1.prepare("UPDATE runs SET wake_at = -wake_at WHERE instance_id = ?")
    .bind(instanceId)
    .run();
  await owner.call(movesApi.beginJourneyMove, { params, body: { number, what: "end" } });
  await eventually(async () => {
    const [run] = await runsOf(harness, instanceId);
    expect(run?.wake_at).toBeLessThan(-Date.now());
  });
  await harness.env.TENANT_1.batch([
    harness.env.TENANT_1.prepare("UPDATE automation_instances SET state = 2 WHERE id = ?").bind(instanceId),
    harness.env.TENANT_1.prepare("UPDATE runs SET wake_at = 1 WHERE instance_id = ?").bind(instanceId),
  ]);
  await harness.scheduled();
  await eventually(async () =>
    expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "cancelled", node_id: "stay" }]),
  );
  await expectNoDrift(harness, owner.enterpriseId);
});

test("what fell due long ago is skipped when it is resumed: the reminder isn't sent, and what comes later is", async () => {
  const channel = await makeChannel(harness, owner);
  const drip = graphOf(
    {
      start: ["start"],
      monday: ["wait", days(1)],
      old: say("It is Monday"),
      on: ["wait", days(2)],
      next: say("Later"),
    },
    ["start > monday", "monday > old", "old > on", "on > next"],
  );
  const { automationId, instanceId } = await startedJourney(harness, channel, drip, { keyword: "start it" });
  const params = { id: automationId, instanceId };
  await deliver(harness, channel, [saying(newPhone(), "start it")]);
  const isAt = (nodeId: string) =>
    eventually(async () => expect(await runsOf(harness, instanceId)).toMatchObject([{ node_id: nodeId }]));
  const move = (body: object) =>
    owner.call(instancesApi.moveJourneyInstance, { params, body: body as { action: "pause" } });
  await isAt("monday");
  await move({ action: "pause" });
  // It was due two hours ago.
  const due = Date.now() - 2 * 3_600_000;
  await harness.env.TENANT_1.prepare(
    "UPDATE runs SET wake_at = -?2, data = json_set(data, '$.wakeAt', ?2) WHERE instance_id = ?1",
  )
    .bind(instanceId, due)
    .run();
  await move({ action: "resume", skipOlder: 60 });
  await isAt("on");
  expect(await saidOn(harness, channel)).toEqual([]);
  const steps = await rowsOf(
    harness,
    "SELECT node, outcome FROM run_steps WHERE run_id = (SELECT id FROM runs WHERE instance_id = ?) ORDER BY seq",
    instanceId,
  );
  expect(steps.slice(-3)).toMatchObject([
    { node: "monday", outcome: "skipped" },
    { node: "old", outcome: "skipped" },
    { node: "on", outcome: "ok" },
  ]);
  await move({ action: "pause" });
  await harness.env.TENANT_1.prepare(
    "UPDATE runs SET wake_at = -?2, data = json_set(data, '$.wakeAt', ?2) WHERE instance_id = ?1",
  )
    .bind(instanceId, Date.now() - 600_000)
    .run();
  await move({ action: "resume", skipOlder: 60 });
  await expectSaid(harness, channel, ["Later"]);
  await expectNoDrift(harness, owner.enterpriseId);
});
