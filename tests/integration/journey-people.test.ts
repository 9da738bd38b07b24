import { beforeEach, expect, test } from "vitest";
import { makeColleague } from "#tests/support/colleagues.ts";
import { eventually } from "#tests/support/eventually.ts";
import { graphOf } from "#tests/support/flow.ts";
import { startHarness } from "#tests/support/harness.ts";
import { expectNoDrift, newPhone } from "#tests/support/journey-talk.ts";
import {
  answerOurselves,
  deliver,
  makeChannel,
  messagesOf,
  rowsOf,
  saying,
} from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { refused } from "#tests/support/refused.ts";
import { runsOf, startedJourney } from "#tests/support/runs.ts";
import type { CallOf } from "#workers/contract/endpoint.ts";
import { startBulk } from "#workers/contract/endpoints/customer-bulk.ts";
import { saveGroup } from "#workers/contract/endpoints/customer-taggings.ts";
import { getJob } from "#workers/contract/endpoints/jobs.ts";
import { actOnJourneyPeople, journeyMinutes } from "#workers/contract/endpoints/journey-monitor.ts";

/** Actions on all people of a figure: groups and labels with an undo, another step, or out of the journey. */
const harness = await startHarness();
beforeEach(() => answerOurselves(harness));

const asking = graphOf(
  {
    start: ["start"],
    ask: ["buttons", { text: "Ready?", options: [{ id: "1", label: "Yes" }] }],
    again: ["ask", { text: "Which city?" }],
    end: ["end", { outcome: "done" }],
  },
  ["start > ask", "ask.option:1 > again", "again > end"],
);

async function asked(people: number) {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const journey = await startedJourney(harness, channel, asking, { keyword: "begin" });
  await deliver(
    harness,
    channel,
    Array.from({ length: people }, () => saying(newPhone(), "begin")),
  );
  const params = { id: journey.automationId, instanceId: journey.instanceId };
  const nodes = async () =>
    (await runsOf(harness, journey.instanceId)).map(({ node_id: node }) => node).toSorted();
  await eventually(async () => expect(await nodes()).toEqual(Array.from({ length: people }, () => "ask")));
  return { owner, channel, params, nodes, ...journey };
}
const act = (
  owner: Person,
  params: { id: string; instanceId: string },
  body: NonNullable<CallOf<typeof actOnJourneyPeople>["body"]>,
) => owner.call(actOnJourneyPeople, { params, body });
const done = (owner: Person, jobId: string) =>
  eventually(async () =>
    expect(await owner.call(getJob, { params: { id: jobId } })).toMatchObject({ state: "done" }),
  );

test("people of a step are taken to another one, where they hear its question; whoever has gone on by then is left alone", async () => {
  const { owner, channel, params, nodes } = await asked(3);
  const { jobId, people, kind } = await act(owner, params, {
    what: "move",
    to: "again",
    filter: { node: "ask", state: "waiting" },
  });
  expect({ people, kind }).toEqual({ people: 3, kind: "runs.sweep" });
  await done(owner, jobId);
  await eventually(async () => expect(await nodes()).toEqual(["again", "again", "again"]));
  const said = await messagesOf(harness, channel);
  expect(said.filter(({ text }) => text === "Which city?")).toHaveLength(3);
  const trail = await rowsOf<{ after: string }>(
    harness,
    "SELECT after FROM audit_trail WHERE enterprise_id = ? AND object_kind = 'instance'",
    owner.enterpriseId,
  );
  expect(trail.filter(({ after }) => after.includes('"swept":"move"'))).toHaveLength(1);
  // Nobody is at the step any more, a step that no version has is refused, and so is a figure of nobody.
  expect(
    await refused(act(owner, params, { what: "move", to: "end", filter: { node: "ask" } })),
  ).toMatchObject({ status: 409 });
  expect(await refused(act(owner, params, { what: "move", to: "elsewhere" }))).toMatchObject({ status: 400 });
  const ended = await act(owner, params, { what: "end", filter: { did: "entered", node: "ask" } });
  expect(ended.people).toBe(3);
  await done(owner, ended.jobId);
  await eventually(async () =>
    expect((await runsOf(harness, params.instanceId)).map(({ state }) => state)).toEqual([
      "cancelled",
      "cancelled",
      "cancelled",
    ]),
  );
  await expectNoDrift(harness, owner.enterpriseId);
  const { minutes } = await owner.call(journeyMinutes, { params });
  expect(minutes).toHaveLength(60);
  const sum = (key: "entered" | "ended" | "failed") => minutes.reduce((total, each) => total + each[key], 0);
  expect([sum("entered"), sum("ended"), sum("failed")]).toEqual([3, 3, 0]);
});

test("customers of a figure get a group, counted and audited, and one undo takes it off those who had it not before", async () => {
  const { owner, params, channel } = await asked(3);
  const { id: group } = await owner.call(saveGroup, { body: { name: "Asked" } });
  const numbers = async () =>
    (
      await rowsOf<{ customer: number }>(
        harness,
        "SELECT customer FROM customer_marks WHERE mark_id = ? ORDER BY customer",
        group,
      )
    ).map(({ customer }) => customer);
  await harness.env.TENANT_1.prepare(
    "INSERT INTO customer_marks (enterprise_id, mark_id, customer) SELECT p.enterprise_id, ?2, min(p.customer) FROM identities p WHERE p.enterprise_id = ?1",
  )
    .bind(owner.enterpriseId, group)
    .run();
  const before = await numbers();
  const { jobId, people, kind } = await act(owner, params, {
    what: "mark",
    markIds: [group],
    filter: { node: "ask" },
  });
  expect({ people, kind }).toEqual({ people: 3, kind: "customers.bulk" });
  await done(owner, jobId);
  expect(await numbers()).toHaveLength(3);
  // People who come in later are left out.
  await deliver(harness, channel, [saying(newPhone(), "begin")]);
  expect(await numbers()).toHaveLength(3);
  const undo = await owner.call(startBulk, { body: { action: "undo", of: jobId } });
  await done(owner, undo.jobId);
  expect(await numbers()).toEqual(before);
  const taken = await act(owner, params, { what: "unmark", markIds: [group], filter: { node: "ask" } });
  await done(owner, taken.jobId);
  expect(await numbers()).toEqual([]);
});

test("groups need the right to change customers, and nothing crosses enterprises", async () => {
  const { owner, params } = await asked(1);
  const designer = await makeColleague(harness, owner, { roles: [2] });
  expect(await refused(act(designer, params, { what: "mark", markIds: ["x"] }))).toMatchObject({
    status: 403,
  });
  const stranger = await makePerson(harness);
  const { id: group } = await stranger.call(saveGroup, { body: { name: "Theirs" } });
  expect(await refused(act(stranger, params, { what: "end" }))).toMatchObject({ status: 404 });
  expect(await refused(act(stranger, params, { what: "mark", markIds: [group] }))).toMatchObject({
    status: 404,
  });
  expect(await refused(stranger.call(journeyMinutes, { params }))).toMatchObject({ status: 404 });
  expect(await refused(act(owner, params, { what: "mark", markIds: [group] }))).toMatchObject({
    status: 404,
  });
  expect(await refused(act(owner, params, { what: "mark" }))).toMatchObject({ status: 400 });
});
