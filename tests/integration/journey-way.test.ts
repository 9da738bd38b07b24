import { beforeAll, beforeEach, expect, test } from "vitest";
import { makeCustomer, makeGroup } from "#tests/support/customers.ts";
import { eventually } from "#tests/support/eventually.ts";
import { graphOf } from "#tests/support/flow.ts";
import { startHarness } from "#tests/support/harness.ts";
import { newPhone, say } from "#tests/support/journey-talk.ts";
import { answerOurselves, deliver, makeChannel, saying } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { refused } from "#tests/support/refused.ts";
import { driftOfRuns, runsOf, startedJourney } from "#tests/support/runs.ts";
import { journeyTroublesTexts as troublesTexts } from "#texts/journey-troubles.ts";
import * as instancesApi from "#workers/contract/endpoints/automation-instances.ts";
import * as monitorApi from "#workers/contract/endpoints/journey-monitor.ts";
import { loggerDoors } from "#workers/contract/endpoints/automation-logger.ts";

/** One customer's way through a journey: what each step was given and gave, what it sent, and why it went wrong. */
const harness = await startHarness();
let owner: Person;
beforeAll(async () => {
  owner = await makePerson(harness);
});
beforeEach(() => answerOurselves(harness));

const failing = graphOf(
  {
    start: ["start"],
    name: ["setVariables", { set: [{ variable: "answer", type: "static", value: "Pune" }] }],
    hello: say("Hello {vars.answer}"),
    sum: ["setVariables", { set: [{ variable: "total", type: "expression", value: "1 / 0" }] }],
    sorry: say("Sorry"),
  },
  ["start > name", "name > hello", "hello > sum", "sum.error > sorry"],
);

test("a person's way has what each step was given and gave, why one left by its error, and its messages with their status", async () => {
  const channel = await makeChannel(harness, owner);
  const { automationId: id, instanceId } = await startedJourney(harness, channel, failing, {
    keyword: "begin",
  });
  const states = async () => (await runsOf(harness, instanceId)).map(({ state }) => state);
  await deliver(harness, channel, [saying(newPhone(), "begin")]);
  await eventually(async () => expect(await states()).toEqual(["completed"]));
  await owner.call(loggerDoors.journey.set, { params: { id }, body: { level: "all", days: 30 } });
  await deliver(harness, channel, [saying(newPhone(), "begin")]);
  await eventually(async () => expect(await states()).toEqual(["completed", "completed"]));
  const [quiet, loud] = (await runsOf(harness, instanceId)).map((run) => run.id);
  const way = (runId = "") => owner.call(instancesApi.getJourneyRun, { params: { id, instanceId, runId } });

  const { steps, variables } = await way(loud);
  expect(variables).toMatchObject({ answer: "Pune", total: 0 });
  expect(steps.map(({ node, outcome }) => `${node.id} ${outcome}`)).toEqual([
    ...["start ok", "name ok", "hello ok", "sum error", "sorry ok"],
  ]);
  expect(steps[1]?.output).toEqual({ answer: "Pune" });
  expect(steps[3]).toMatchObject({
    output: { code: "expression", sentence: expect.any(String) },
    messages: [],
  });
  expect(steps[2]?.messages).toMatchObject([{ text: "Hello Pune", reason: "" }]);
  expect(steps[4]?.messages).toMatchObject([{ text: "Sorry" }]);
  await eventually(async () =>
    expect((await way(loud)).steps[2]?.messages[0]?.status).toMatch(/^(sent|delivered|read)$/),
  );

  // A log of the path keeps the way and what went wrong; messages are one's own.
  const path = await way(quiet);
  expect(path.steps[1]).toMatchObject({ input: null, output: {} });
  expect(path.steps[3]).toMatchObject({ output: { sentence: expect.any(String) } });
  expect(path.steps[2]?.messages).toHaveLength(1);
  expect(path.steps[2]?.messages[0]?.id).not.toBe(steps[2]?.messages[0]?.id);
  // Variables are those of now, where the log keeps all values now.
  await owner.call(loggerDoors.journey.set, { params: { id }, body: { level: "path", days: 30 } });
  expect((await way(loud)).variables).toBeNull();
});

test("who doesn't see the chat sees where its messages have come to, and not their words", async () => {
  const channel = await makeChannel(harness, owner);
  const { automationId: id, instanceId } = await startedJourney(harness, channel, failing, {
    keyword: "begin",
  });
  await deliver(harness, channel, [saying(newPhone(), "begin")]);
  await eventually(async () =>
    expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "completed" }]),
  );
  await harness.env.TENANT_1.prepare(
    "UPDATE chats SET handler = 'somebody else' WHERE enterprise_id = ? AND channel_id = ?",
  )
    .bind(channel.enterpriseId, channel.id)
    .run();
  const [run] = await runsOf(harness, instanceId);
  const { steps } = await owner.call(instancesApi.getJourneyRun, {
    params: { id, instanceId, runId: run?.id ?? "" },
  });
  expect(steps.flatMap(({ messages }) => messages.map(({ text }) => text))).toEqual([null, null]);
});

/** Says hello, then fails at a step that is broken. */
const broken = graphOf(
  {
    start: ["start"],
    hello: say("Hello"),
    sum: ["setVariables", { set: [{ variable: "total", type: "expression", value: "1 / 0" }] }],
  },
  ["start > hello", "hello > sum"],
);

test("a failed way is tried again from where it failed, from a step of its own, or from the start; a step that isn't there is refused", async () => {
  const channel = await makeChannel(harness, owner);
  const { automationId: id, instanceId } = await startedJourney(harness, channel, broken, {
    keyword: "begin",
  });
  await deliver(harness, channel, [saying(newPhone(), "begin"), saying(newPhone(), "begin")]);
  const seqs = async () => (await runsOf(harness, instanceId)).map(({ state, seq }) => [state, seq]);
  await eventually(async () =>
    expect(await seqs()).toEqual([
      ["failed", 3],
      ["failed", 3],
    ]),
  );
  const [run] = await runsOf(harness, instanceId);
  const params = { id, instanceId, runId: run?.id ?? "" };
  const retry = (body: { from?: "failed" | "start" | "step"; step?: string; newest?: boolean }) =>
    owner.call(instancesApi.retryJourneyRun, { params, body });
  const goesOnTo = async (nodes: string) => {
    await eventually(async () => {
      const { steps } = await owner.call(instancesApi.getJourneyRun, { params });
      expect(steps.map(({ node }) => node.id).join(" ")).toBe(nodes);
    });
    await eventually(async () => expect((await seqs())[0]?.[0]).toBe("failed"));
  };
  await retry({});
  await goesOnTo("start hello sum sum");
  await retry({ from: "step", step: "hello" });
  await goesOnTo("start hello sum sum hello sum");
  await retry({ from: "start", newest: true });
  await goesOnTo("start hello sum sum hello sum start hello sum");
  expect(await refused(retry({ from: "step", step: "nowhere" }))).toMatchObject({
    status: 400,
    message: troublesTexts.stepGone,
  });
  const all = { what: "retry", node: "sum", code: "expression", from: "start" } as const;
  const sweep = { params: { id, instanceId }, body: all };
  expect(await owner.call(monitorApi.sweepJourneyRuns, sweep)).toMatchObject({ runs: 2 });
  await eventually(async () =>
    expect(await seqs()).toEqual([
      ["failed", 12],
      ["failed", 6],
    ]),
  );
  expect(await driftOfRuns(harness, channel.enterpriseId)).toEqual([]);
});

test("who has left a group leaves a journey that is for it alone, by their next word", async () => {
  const channel = await makeChannel(harness, owner);
  const exit = {
    match: "all" as const,
    rows: [{ field: "contact.groups", operator: "has not" as const, value: "Members" }],
  };
  const graph = graphOf(
    { start: ["start"], city: ["ask", { text: "Which city?" }], food: ["ask", { text: "Which food?" }] },
    ["start > city", "city > food"],
    { exit },
  );
  const { instanceId } = await startedJourney(harness, channel, graph, { keyword: "begin" });
  const group = await makeGroup(owner, "Members");
  const phone = newPhone();
  await makeCustomer(owner, { name: "Asha", phoneNumber: phone, groups: [group] });
  const states = async () => (await runsOf(harness, instanceId)).map((run) => [run.state, run.node_id]);
  await deliver(harness, channel, [saying(phone, "begin")]);
  await eventually(async () => expect(await states()).toEqual([["waiting", "city"]]));
  await deliver(harness, channel, [saying(phone, "Pune")]);
  await eventually(async () => expect(await states()).toEqual([["waiting", "food"]]));
  await harness.env.TENANT_1.prepare("DELETE FROM customer_marks WHERE mark_id = ?").bind(group).run();
  await deliver(harness, channel, [saying(phone, "Rice")]);
  await eventually(async () => expect((await states())[0]?.[0]).toBe("exited"));
});
