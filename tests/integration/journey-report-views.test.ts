import { beforeEach, expect, test } from "vitest";
import { tenantDatabase } from "#db/client.ts";
import { makeGroup } from "#tests/support/customers.ts";
import { eventually } from "#tests/support/eventually.ts";
import { graphOf } from "#tests/support/flow.ts";
import { startHarness } from "#tests/support/harness.ts";
import { expectNoDrift, newPhone } from "#tests/support/journey-talk.ts";
import { answerOurselves, deliver, makeChannel, rowsOf, saying } from "#tests/support/messaging.ts";
import { makePerson } from "#tests/support/people.ts";
import { nextVersion, startedJourney } from "#tests/support/runs.ts";
import { weekOf } from "#workers/contract/automation/cohorts.ts";
import {
  journeyCohorts,
  journeyReport,
  journeyReportCsv,
  journeySegment,
} from "#workers/contract/endpoints/journey-report.ts";
import { cohortsIn } from "#workers/domain/automations/report-cohorts.ts";
import { segmentOf } from "#workers/domain/automations/report-segment.ts";

/** A journey's report by its versions, by the weeks in which people came in, and of some people alone. */
const harness = await startHarness();
beforeEach(() => answerOurselves(harness));

const nodes = {
  start: ["start"],
  ask: ["buttons", { text: "?", options: [{ id: "1", label: "Yes" }] }],
  goal: ["milestone", { milestoneId: "agreed" }],
} satisfies Parameters<typeof graphOf>[0];
const first = graphOf(nodes, ["start > ask", "ask.option:1 > goal"]);
const second = graphOf({ ...nodes, more: ["ask", { text: "Why?" }] }, [
  "start > ask",
  "ask.option:1 > more",
  "more > goal",
]);
const DAY = 86_400_000;
const WEEK = 7 * DAY;

async function begun(phones: readonly string[]) {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const journey = await startedJourney(harness, channel, first, { keyword: "begin" });
  await deliver(
    harness,
    channel,
    phones.map((phone) => saying(phone, "begin")),
  );
  const id = journey.automationId;
  const report = (query: object = {}) => owner.call(journeyReport, { query: { id, ...query } });
  const step = async (node: string, query: object = {}) =>
    (await report(query)).steps.find((each) => each.node === node);
  await eventually(async () =>
    expect(await step("ask")).toMatchObject({ entered: phones.length, here: phones.length }),
  );
  const csv = async (query: Record<string, string>) => {
    const response = await owner.send(
      "GET",
      `/api${journeyReportCsv.path}?${new URLSearchParams({ id, ...query }).toString()}`,
    );
    return {
      status: response.status,
      lines: (await response.text()).replace("\uFEFF", "").trimEnd().split("\r\n"),
    };
  };
  return { owner, channel, ...journey, id, report, step, csv };
}
const phonesOf = (count: number) => Array.from({ length: count }, newPhone);
const [from = "", to = ""] = [-40, 0].map((days) =>
  new Date(Date.now() + days * DAY).toISOString().slice(0, 10),
);

test("each version has its own figures, drawing and file, and milestones of all versions alone", async () => {
  const phones = phonesOf(3);
  const { channel, id, instanceId, report, step, csv } = await begun(phones);
  await deliver(harness, channel, [saying(phones[0] ?? "", "Yes")]);
  await eventually(async () => expect(await step("goal")).toMatchObject({ entered: 1 }));
  const { versionId } = await nextVersion(harness, channel, id, second);
  await harness.env.TENANT_1.prepare("UPDATE automation_instances SET version_id = ?2 WHERE id = ?1")
    .bind(instanceId, versionId)
    .run();
  const newer = newPhone();
  await deliver(harness, channel, [saying(newer, "begin")]);
  await eventually(async () => expect(await step("ask")).toMatchObject({ entered: 4, here: 3 }));
  await deliver(harness, channel, [saying(newer, "Yes")]);
  await eventually(async () => expect(await step("more")).toMatchObject({ here: 1 }));

  const [whole, one, two] = [await report(), await report({ version: 1 }), await report({ version: 2 })];
  expect(whole).toMatchObject({ versions: [2, 1], milestones: [{ id: "agreed", reached: 1 }] });
  expect([one.graph?.nodes.length, two.graph?.nodes.length]).toEqual([3, 4]);
  expect([one.milestones, two.milestones]).toEqual([[], []]);
  expect(one.steps.find(({ node }) => node === "ask")).toMatchObject({ entered: 3, left: 1, here: 2 });
  expect(two.steps.find(({ node }) => node === "ask")).toMatchObject({ entered: 1, left: 1, here: 0 });
  expect(one.steps.some(({ node }) => node === "more")).toBe(false);
  const file = await csv({ part: "steps", version: "2" });
  expect(file.lines.filter((line) => /^\d\. /.test(line))).toHaveLength(4);
  expect(file.lines[1]).toMatch(/,1,1\.0000,0,/);

  const other = await csv({ part: "paths", version: "2" });
  expect([other.status, other.lines[0]]).toEqual([400, expect.stringContaining("Leave the version out")]);
  for (const version of ["3", "0", "x"]) expect((await csv({ part: "steps", version })).status).toBe(400);
});

test("of those who came in within a week, each counts once in the week in which they got there", async () => {
  const phones = phonesOf(3);
  const { owner, channel, id, instanceId, csv } = await begun(phones);
  const cohorts = (query: object = {}) => owner.call(journeyCohorts, { query: { id, from, to, ...query } });
  const monday = (weeks: number) =>
    new Date((weekOf(Date.now()) + weeks) * WEEK - 3 * DAY).toISOString().slice(0, 10);
  expect(await cohorts()).toEqual({
    milestones: ["agreed"],
    cohorts: [{ week: monday(0), entered: 3, reached: [0], ever: 0 }],
  });
  // As if they had come two weeks ago.
  const run = (sql: string, ...values: unknown[]) =>
    harness.env.TENANT_1.prepare(sql).bind(instanceId, ...values);
  await harness.env.TENANT_1.batch([
    run(
      "UPDATE runs SET started_at = started_at - ?2, data = json_set(data, '$.startedAt', started_at - ?2) WHERE instance_id = ?1",
      2 * WEEK,
    ),
    run("UPDATE entry_weeks SET week = week - 2 WHERE instance_id = ?1"),
  ]);
  await deliver(
    harness,
    channel,
    phones.slice(0, 2).map((phone) => saying(phone, "Yes")),
  );
  const reached = { week: monday(-2), entered: 3, reached: [0, 0, 2], ever: 2 };
  await eventually(async () => expect((await cohorts({ milestone: "agreed" })).cohorts).toEqual([reached]));
  await eventually(async () => expect((await cohorts()).cohorts).toEqual([reached]));
  await deliver(harness, channel, [saying(newPhone(), "begin")]);
  await eventually(async () =>
    expect((await cohorts()).cohorts).toEqual([
      { week: monday(0), entered: 1, reached: [0, null, null], ever: 0 },
      reached,
    ]),
  );
  const file = await csv({ part: "cohorts", milestone: "agreed", from, to });
  expect(file.lines[0]).toMatch(/^Week that begins on,Came in,Same week,1 week later,2 weeks later,/);
  expect(file.lines.slice(1)).toEqual([
    `${monday(0)},1,0,,,,,,,,,,,,,0`,
    `${monday(-2)},3,0,0,2,,,,,,,,,,,2`,
  ]);
  expect((await cohorts({ from: "2020-01-01", to: "2020-02-01" })).cohorts).toEqual([]);
  expect((await owner.send("GET", `/api${journeyCohorts.path}?id=${id}&instanceId=nobody`)).status).toBe(404);
  await expectNoDrift(harness, channel.enterpriseId);
});

test("figures of a group are of those who are in it now, and no step of anybody else", async () => {
  const phones = phonesOf(4);
  const { owner, channel, id, report, csv } = await begun(phones);
  const [group, other] = [await makeGroup(owner), await makeGroup(owner)];
  const numbers = await rowsOf<{ number: number; phone: string }>(
    harness,
    "SELECT number, phone FROM customers WHERE enterprise_id = ?",
    channel.enterpriseId,
  );
  const members = phones.slice(0, 2).map((each) => numbers.find(({ phone }) => phone === each)?.number);
  await harness.env.TENANT_1.batch(
    members.map((number) =>
      harness.env.TENANT_1.prepare(
        "INSERT INTO customer_marks (enterprise_id, mark_id, customer) VALUES (?, ?, ?)",
      ).bind(channel.enterpriseId, group, number),
    ),
  );
  await deliver(
    harness,
    channel,
    [phones[0] ?? "", phones[3] ?? ""].map((phone) => saying(phone, "Yes")),
  );
  await eventually(async () => expect((await report()).milestones).toMatchObject([{ reached: 2 }]));
  const segment = (query: object) => owner.call(journeySegment, { query: { id, ...query } });
  await eventually(async () =>
    expect(await segment({ groups: [group] })).toMatchObject({ looked: 4, people: 2, completed: 1 }),
  );
  const figures = await segment({ groups: [group] });
  expect(figures.milestones).toEqual([{ id: "agreed", reached: 1 }]);
  expect(figures.steps.find(({ node }) => node === "ask")).toEqual({
    ...{ node: "ask", entered: 2, left: 1, here: 1, errors: 0, timedOut: 0, expired: 0, medianMs: null },
    ways: [{ port: "option:1", left: 1 }],
  });
  expect(await segment({ groups: [other, group] })).toEqual(figures);
  expect(await segment({ groups: [other] })).toMatchObject({ looked: 4, people: 0, steps: [] });
  expect(await segment({ groups: [group], from: "2020-01-01", to: "2020-02-01" })).toMatchObject({
    looked: 0,
  });
  const file = await csv({ part: "segment", groups: JSON.stringify([group]) });
  expect(file.lines[1]).toMatch(/,2,1\.0000,0,/);
  // Whoever left the group is no longer among them.
  await harness.env.TENANT_1.prepare("DELETE FROM customer_marks WHERE customer = ?").bind(members[0]).run();
  expect(await segment({ groups: [group] })).toMatchObject({ people: 1, completed: 0, milestones: [] });
  const none = await owner.send("GET", `/api${journeySegment.path}?id=${id}`);
  expect([none.status, await none.text()]).toEqual([
    400,
    expect.stringContaining("Choose a group or a label."),
  ]);
});

test("weeks and groups are read by an index, whatever went through", async () => {
  const { owner, id } = await begun(phonesOf(1));
  const { $client } = tenantDatabase(harness.env, "TENANT_1");
  const asked: [text: string, values: unknown[]][] = [];
  const client = {
    prepare: (text: string) => ({
      bind: (...values: unknown[]) => {
        asked.push([text, values]);
        return $client.prepare(text).bind(...values);
      },
    }),
    batch: (statements: D1PreparedStatement[]) => $client.batch(statements),
  };
  const ctx = { db: { $client: client }, enterpriseId: owner.enterpriseId, now: Date.now } as never;
  const query = { id, instanceId: "", from, to };
  await cohortsIn(ctx, { ...query, milestone: "agreed" });
  await segmentOf(ctx, { ...query, groups: ["group"], tags: ["label"] });
  const plans = await Promise.all(
    asked.map(async ([text, values]) => {
      const rows = await rowsOf<{ detail: string }>(harness, `EXPLAIN QUERY PLAN ${text}`, ...values);
      return rows.map(({ detail }) => detail);
    }),
  );
  const scans = plans
    .flat()
    .filter((detail) => /^SCAN (?!\w+ VIRTUAL|\(subquery|CONSTANT|[pq]$)/.test(detail));
  expect(scans).toEqual([]);
  expect(plans.flat().join("\n")).toMatch(
    /SEARCH w USING PRIMARY KEY \(instance_id=\? AND week>\? AND week<\?\)/,
  );
});
