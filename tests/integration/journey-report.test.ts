import { beforeEach, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { graphOf } from "#tests/support/flow.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, deliver, makeChannel, saying } from "#tests/support/messaging.ts";
import { makePerson } from "#tests/support/people.ts";
import { startedJourney } from "#tests/support/runs.ts";
import { createJourneyInstance } from "#workers/contract/endpoints/automation-instances.ts";
import { journeyReport } from "#workers/contract/endpoints/journey-report.ts";

/** How far people get in a journey: from roll-ups, and equal to what happened. */
const harness = await startHarness();
beforeEach(() => answerOurselves(harness));

const graph = graphOf(
  {
    start: ["start"],
    ask: ["buttons", { text: "?", options: [{ id: "1", label: "Yes" }] }],
    goal: ["milestone", { milestoneId: "agreed", value: { type: "static", value: 5 } }],
  },
  ["start > ask", "ask.option:1 > goal"],
);
const today = () => new Date().toISOString().slice(0, 10);

test("a report has each step's people, ways and milestones, of its days and its launches alone", async () => {
  const owner = await makePerson(harness);
  expect(await owner.call(journeyReport, {})).toMatchObject({ id: null, journeys: [], steps: [] });
  const channel = await makeChannel(harness, owner);
  const { automationId, instanceId } = await startedJourney(harness, channel, graph, { keyword: "begin" });
  const phones = ["+919811110001", "+919811110002", "+919811110003"];
  await deliver(
    harness,
    channel,
    phones.map((phone) => saying(phone, "begin")),
  );
  const report = (more: object = {}) => owner.call(journeyReport, { query: { id: automationId, ...more } });
  const step = async (node: string) => (await report()).steps.find((each) => each.node === node);
  await eventually(async () => expect(await step("ask")).toMatchObject({ entered: 3, here: 3, ways: [] }));
  await deliver(harness, channel, [saying(phones[0] ?? "", "Yes")]);
  await eventually(async () =>
    expect(await step("ask")).toMatchObject({
      entered: 3,
      here: 2,
      ways: [{ port: "option:1", left: 1 }],
    }),
  );
  const whole = await report({ instanceId });
  expect(whole.milestones).toEqual([{ id: "agreed", reached: 1, value: 5 }]);
  expect(whole.steps.find(({ node }) => node === "start")).toMatchObject({ entered: 3, here: 0 });
  const other = await makeChannel(harness, owner);
  await owner.call(createJourneyInstance, {
    params: { id: automationId },
    body: { channelId: other.id, keywords: ["another"], start: true },
  });
  await deliver(harness, other, [saying("+919811110004", "another")]);
  await eventually(async () => expect(await step("start")).toMatchObject({ entered: 4 }));
  expect((await report({ instanceId })).steps).toEqual(whole.steps);
  expect((await report({ from: "2020-01-01", to: "2020-01-31" })).steps).toEqual([
    { node: "ask", entered: 0, left: 0, here: 3, errors: 0, timedOut: 0, medianMs: null, ways: [] },
  ]);
  expect((await report({ from: today(), to: today(), instanceId })).steps).toEqual(whole.steps);
});

test("days that can't be, and launches of another journey, are refused with a sentence", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const { automationId } = await startedJourney(harness, channel, graph, { keyword: "begin" });
  const path = `/api${journeyReport.path}?id=${automationId}`;
  for (const wrong of [
    "&from=2026-02-01&to=2026-01-01",
    "&from=2020-01-01&to=2026-01-01",
    "&from=yesterday",
  ]) {
    const response = await owner.send("GET", path + wrong);
    expect(response.status, wrong).toBe(400);
    expect(await response.text()).toContain("within 400 days");
  }
  expect((await owner.send("GET", `${path}&instanceId=nobody`)).status).toBe(404);
});
