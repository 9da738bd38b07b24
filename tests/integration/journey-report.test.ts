import { beforeEach, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { graphOf } from "#tests/support/flow.ts";
import { startHarness } from "#tests/support/harness.ts";
import { expectNoDrift, newPhone } from "#tests/support/journey-talk.ts";
import { answerOurselves, deliver, makeChannel, rowsOf, saying } from "#tests/support/messaging.ts";
import { makePerson } from "#tests/support/people.ts";
import { startedJourney } from "#tests/support/runs.ts";
import { createJourneyInstance } from "#workers/contract/endpoints/automation-instances.ts";
import {
  journeyReport,
  journeyReportCsv,
  journeyReportParts,
} from "#workers/contract/endpoints/journey-report.ts";

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
  expect(whole.milestones).toMatchObject([{ id: "agreed", reached: 1, value: 5 }]);
  const medianMs = whole.milestones[0]?.medianMs;
  expect(medianMs).toBeGreaterThan(0);
  expect(medianMs).toBeLessThan(300_000);
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
    {
      node: "ask",
      entered: 0,
      left: 0,
      here: 3,
      errors: 0,
      timedOut: 0,
      expired: 0,
      medianMs: null,
      ways: [],
    },
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

const split = graphOf(
  {
    start: ["start"],
    half: [
      "split",
      {
        variants: [
          { id: "a", label: "Short", share: 50 },
          { id: "b", label: "Long", share: 50 },
        ],
      },
    ],
    short: ["ask", { text: "Short?" }],
    long: ["ask", { text: "Long?" }],
    goal: ["milestone", { milestoneId: "answered" }],
  },
  ["start > half", "half.variant:a > short", "half.variant:b > long", "short > goal", "long > goal"],
);

test("ways, variants, channels and hours are those of the people, and each file has what its table shows", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const { automationId, instanceId } = await startedJourney(harness, channel, split, { keyword: "begin" });
  const phones = Array.from({ length: 8 }, newPhone);
  await deliver(
    harness,
    channel,
    phones.map((phone) => saying(phone, "begin")),
  );
  const query = { id: automationId };
  const parts = (more: object = {}) => owner.call(journeyReportParts, { query: { ...query, ...more } });
  await eventually(async () => expect((await parts()).people).toBe(8));
  await deliver(
    harness,
    channel,
    phones.slice(0, 3).map((phone) => saying(phone, "Fine")),
  );
  const states = async () =>
    (await parts()).paths.reduce((sum, { state, runs }) => sum + (state === "completed" ? runs : 0), 0);
  await eventually(async () => expect(await states()).toBe(3));

  const { paths, goal, splits, channels, hours } = await parts();
  const taken = async (port: string) =>
    (
      await rowsOf<{ n: number; hits: number }>(
        harness,
        `SELECT count(*) AS n, sum(EXISTS (SELECT 1 FROM milestone_hits h WHERE h.run_id = r.id)) AS hits
         FROM runs r JOIN run_steps s ON s.run_id = r.id AND s.port = ?2 WHERE r.instance_id = ?1`,
        instanceId,
        port,
      )
    )[0];
  expect(paths.reduce((sum, { runs }) => sum + runs, 0)).toBe(8);
  expect(paths.every(({ nodes }) => nodes.join(" ").match(/^start half (short|long)( goal)?$/))).toBe(true);
  expect(goal).toBe("milestone");
  for (const { port, runs, reached, tells } of splits[0]?.variants ?? []) {
    expect({ n: runs, hits: reached }, port).toEqual(await taken(port));
    expect(tells).toBe(false);
  }
  expect(channels).toMatchObject([{ id: channel.id, entered: 8, here: 5, reached: 3 }]);
  expect(hours.reduce((sum, { entered }) => sum + entered, 0)).toBe(8);
  // A clock that is five hours ahead shows another hour.
  const shifted = (await parts({ timezone: "Asia/Karachi" })).hours;
  const slots = (of: typeof hours) => of.map(({ weekday, hour }) => weekday * 24 + hour);
  expect(slots(shifted)).toEqual(
    slots(hours)
      .map((slot) => (slot + 5) % 168)
      .toSorted((a, b) => a - b),
  );
  expect(await parts({ from: "2020-01-01", to: "2020-01-31" })).toMatchObject({
    people: 0,
    paths: [],
    splits: [],
    hours: [],
  });
  expect(await parts({ instanceId })).toMatchObject({ people: 8, paths, splits });

  const csv = async (part: string) => {
    const response = await owner.send("GET", `/api${journeyReportCsv.path}?id=${automationId}&part=${part}`);
    expect(response.headers.get("content-type")).toContain("text/csv");
    return (await response.text()).replace("\uFEFF", "").trimEnd().split("\r\n");
  };
  const steps = await csv("steps");
  expect(steps).toHaveLength(1 + split.nodes.length);
  expect(steps[1]).toMatch(/^1\. Customers come in here,8,1\.0000,0,/);
  expect((await csv("milestones"))[1]).toMatch(/^answered,3,0\.3750,0\.3750,\d+,$/);
  expect(await csv("paths")).toHaveLength(1 + paths.length);
  expect(await csv("variants")).toHaveLength(1 + (splits[0]?.variants.length ?? 0));
  expect((await csv("channels"))[1]).toMatch(/,8,5,3$/);
  expect(await csv("hours")).toHaveLength(8);
  expect((await owner.send("GET", `/api${journeyReportCsv.path}?id=${automationId}&part=all`)).status).toBe(
    400,
  );
  expect(
    (await owner.send("GET", `/api${journeyReportParts.path}?id=${automationId}&timezone=Nowhere`)).status,
  ).toBe(400);
  expect(
    (await owner.send("GET", `/api${journeyReportParts.path}?id=${automationId}&instanceId=nobody`)).status,
  ).toBe(404);
  await expectNoDrift(harness, channel.enterpriseId);
});

test("a year of a hundred steps is read from roll-ups within 300 ms, whatever went through", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const nodes = Object.fromEntries(
    Array.from(
      { length: 100 },
      (_, at) => [`n${at}`, at === 0 ? ["start"] : ["ask", { text: `${at}?` }]] as const,
    ),
  ) as Parameters<typeof graphOf>[0];
  const edges = Array.from({ length: 99 }, (_, at) => `n${at} > n${at + 1}`);
  const { automationId, instanceId, versionId } = await startedJourney(
    harness,
    channel,
    graphOf(nodes, edges),
  );
  const fill = (sql: string) =>
    harness.env.TENANT_1.prepare(sql).bind(channel.enterpriseId, instanceId, versionId);
  const days =
    "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99), d(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM d WHERE i < 364)";
  const day = "strftime('%Y-%m-%d', '2025-01-01', d.i || ' days')";
  await harness.env.TENANT_1.batch([
    fill(`${days} INSERT INTO node_daily (enterprise_id, instance_id, version_id, day, node, port, entered, left, errors, timed_out)
      SELECT ?1, ?2, ?3, ${day}, 'n' || n.i, p.value, iif(p.value = '', 2740, 0), iif(p.value = '', 0, 1370), 0, 0 FROM n, d, json_each('["","next"]') p`),
    fill(`${days} INSERT INTO node_stays (enterprise_id, instance_id, version_id, day, node, class, runs)
      SELECT ?1, ?2, ?3, ${day}, 'n' || n.i, 20 + p.value, 100 FROM n, d, json_each('[0,1,2,3,4,5,6,7]') p WHERE n.i % 3 = 1`),
    fill(`${days} INSERT INTO entry_hours (enterprise_id, instance_id, hour, entered)
      SELECT ?1, ?2, unixepoch('2025-01-01') / 3600 + 24 * d.i + n.i, 114 FROM n, d WHERE n.i < 24 AND ?3 IS NOT NULL`),
  ]);
  const query = { id: automationId, from: "2025-01-01", to: "2025-12-31" };
  const best = async (work: () => Promise<unknown>) => {
    const times: number[] = [];
    for (let round = 0; round < 5; round++) {
      const began = performance.now();
      await work();
      times.push(performance.now() - began);
    }
    return Math.min(...times);
  };
  // A busy machine is slow with everything: the rows summed up alone say how slow.
  const summed = fill(
    `SELECT node, port, sum(entered), sum(left) FROM node_daily WHERE enterprise_id = ?1 AND instance_id = ?2 AND version_id = ?3 GROUP BY node, port`,
  );
  const most = Math.max(300, 6 * (await best(() => summed.all())));
  const took = {
    report: await best(() => owner.call(journeyReport, { query })),
    parts: await best(() => owner.call(journeyReportParts, { query })),
  };
  console.log("a year of a hundred steps", took, most);
  const { steps } = await owner.call(journeyReport, { query });
  expect(steps.find(({ node }) => node === "n1")).toMatchObject({ entered: 1_000_100, left: 500_050 });
  expect((await owner.call(journeyReportParts, { query })).hours).toHaveLength(168);
  expect(took.report).toBeLessThan(most);
  expect(took.parts).toBeLessThan(most);
});
