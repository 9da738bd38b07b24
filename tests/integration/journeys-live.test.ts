import { beforeEach, expect, test } from "vitest";
import { makeColleague } from "#tests/support/colleagues.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { newPhone } from "#tests/support/journey-talk.ts";
import { askingForCity, publishedOne } from "#tests/support/journeys.ts";
import { type Line, openDirect } from "#tests/support/line.ts";
import { answerOurselves, deliver, makeChannel, rowsOf, saying } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { refused } from "#tests/support/refused.ts";
import { startedJourney } from "#tests/support/runs.ts";
import { automationKinds } from "#workers/contract/automation/kinds.ts";
import { automationDoors } from "#workers/contract/endpoints/automations.ts";
import { watchEncapLogs } from "#workers/contract/endpoints/automation-logs.ts";
import { instanceDoors } from "#workers/contract/endpoints/automation-instances.ts";
import * as formsApi from "#workers/contract/endpoints/forms.ts";
import { watchJourneyRuns } from "#workers/contract/endpoints/journey-monitor.ts";
import { saveRole } from "#workers/contract/endpoints/roles.ts";
import type { EventData, EventName } from "#workers/contract/socket.ts";
import { tidyMinutes } from "#workers/domain/runs/tidy-steps.ts";

/** Screens hear of journeys and encaps: that one changed, what its people do, and who edits its draft. */
const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});

const socketOf = ({ received }: Line): string =>
  String(received.find(({ action }) => action === "onOpen")?.["socketId"]);
const heard = <Name extends EventName>({ received }: Line, name: Name): EventData<Name>[] =>
  received.flatMap(({ action, data }) => (action === name ? [data as EventData<Name>] : []));

test("whoever lists journeys hears that one was made, first changed, published and started; a stranger and a colleague without the right do not", async () => {
  const owner = await makePerson(harness);
  const agent = await makeColleague(harness, owner, { roles: [3] });
  const stranger = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const lines = {
    owner: await openDirect(harness, owner),
    agent: await openDirect(harness, agent),
    stranger: await openDirect(harness, stranger),
  };
  const told = async (count: number) =>
    eventually(async () => expect(heard(lines.owner, "automationChanged")).toHaveLength(count));
  const api = automationDoors.journey;
  const { id } = await owner.call(api.create, { body: { name: "Welcome", graph: askingForCity() } });
  await told(1);
  // A draft that was never published differs from the start: saving it is no news for a list.
  const saved = await owner.call(api.saveDraft, {
    params: { id },
    body: { graph: askingForCity("a"), revision: 1 },
  });
  await owner.call(api.publish, { params: { id }, body: { revision: saved.revision } });
  await told(2);
  const once = await owner.call(api.saveDraft, {
    params: { id },
    body: { graph: askingForCity("b"), revision: saved.revision },
  });
  await owner.call(api.saveDraft, {
    params: { id },
    body: { graph: askingForCity("c"), revision: once.revision },
  });
  await told(3);
  const instance = await owner.call(instanceDoors.journey.create, {
    params: { id },
    body: { channelId: channel.id },
  });
  await told(4);
  await owner.call(instanceDoors.journey.move, {
    params: { id, instanceId: instance.id },
    body: { action: "pause" },
  });
  await told(5);
  expect(heard(lines.owner, "automationChanged").slice(-2)).toEqual(
    Array.from({ length: 2 }, () => ({ kind: "journey", id, instanceId: instance.id })),
  );
  expect(heard(lines.agent, "automationChanged")).toEqual([]);
  expect(heard(lines.stranger, "automationChanged")).toEqual([]);
});

test("steps are told to whoever watches that journey: counted, at most once a second, and no more than twenty by name", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const journey = await startedJourney(harness, channel, askingForCity(), { keyword: "begin" });
  const params = { id: journey.automationId, instanceId: journey.instanceId };
  const [ours, elsewhere] = [await openDirect(harness, owner), await openDirect(harness, owner)];
  await owner.call(watchJourneyRuns, { params, body: { socketId: socketOf(ours) } });
  await owner.call(watchEncapLogs, { body: { socketId: socketOf(elsewhere) } });
  await deliver(harness, channel, [saying(newPhone(), "begin")]);
  const entered = () => heard(ours, "runsStepped").reduce((sum, each) => sum + each.entered, 0);
  await eventually(async () => expect(entered()).toBe(1));
  const [first] = heard(ours, "runsStepped");
  expect(first).toMatchObject({ of: journey.instanceId, failed: 0 });
  expect(first?.latest.map(({ node }) => node.type)).toEqual(["start", "ask"]);
  const before = heard(ours, "runsStepped").length;
  const began = Date.now();
  await deliver(
    harness,
    channel,
    Array.from({ length: 60 }, () => saying(newPhone(), "begin")),
  );
  await eventually(async () => expect(entered()).toBe(61));
  const events = heard(ours, "runsStepped");
  expect(events.length - before).toBeLessThanOrEqual(2 + (Date.now() - began) / 1_000);
  for (const { latest } of events) expect(latest.length).toBeLessThanOrEqual(20);
  expect(events.reduce((sum, { steps }) => sum + steps, 0)).toBe(122);
  expect(heard(elsewhere, "runsStepped")).toEqual([]);
  // The same minutes stand in the roll-up of the chart, and go by night.
  const minutes = () =>
    rowsOf<{ entered: number; steps: number }>(
      harness,
      "SELECT sum(entered) AS entered, sum(steps) AS steps FROM run_minutes WHERE instance_id = ?",
      journey.instanceId,
    );
  expect(await minutes()).toEqual([{ entered: 61, steps: 122 }]);
  await tidyMinutes({ $client: harness.env.TENANT_1 }, owner.enterpriseId, Date.now());
  expect(await minutes()).toEqual([{ entered: 61, steps: 122 }]);
  await tidyMinutes({ $client: harness.env.TENANT_1 }, owner.enterpriseId, Date.now() + 4 * 3_600_000);
  expect(await minutes()).toEqual([{ entered: null, steps: null }]);
});

test("a log that is off names no step, and its figures are told all the same", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const journey = await startedJourney(harness, channel, askingForCity(), { keyword: "begin" });
  await harness.env.TENANT_1.prepare("UPDATE automations SET log_level = 'off' WHERE id = ?")
    .bind(journey.automationId)
    .run();
  const line = await openDirect(harness, owner);
  const params = { id: journey.automationId, instanceId: journey.instanceId };
  await owner.call(watchJourneyRuns, { params, body: { socketId: socketOf(line) } });
  await deliver(harness, channel, [saying(newPhone(), "begin")]);
  await line.hears(({ action }) => action === "runsStepped");
  expect(heard(line, "runsStepped")[0]).toMatchObject({ entered: 1, steps: 2, latest: [] });
});

test("nobody watches a journey or a draft of somebody else's enterprise, or without the right", async () => {
  const owner = await makePerson(harness);
  const stranger = await makePerson(harness);
  const agent = await makeColleague(harness, owner, { roles: [3] });
  const channel = await makeChannel(harness, owner);
  const journey = await startedJourney(harness, channel, askingForCity());
  const params = { id: journey.automationId, instanceId: journey.instanceId };
  const body = { socketId: "x" };
  expect(await refused(stranger.call(watchJourneyRuns, { params, body }))).toMatchObject({ status: 404 });
  expect(await refused(agent.call(watchJourneyRuns, { params, body }))).toMatchObject({ status: 403 });
  for (const kind of automationKinds)
    expect(
      await refused(
        stranger.call(automationDoors[kind].watchDraft, { params: { id: journey.automationId }, body }),
      ),
    ).toMatchObject({ status: 404 });
  expect(
    await refused(stranger.call(formsApi.watchFormDraft, { params: { id: journey.automationId }, body })),
  ).toMatchObject({ status: 404 });
  expect(
    await refused(
      owner.call(automationDoors.encap.watchDraft, { params: { id: journey.automationId }, body }),
    ),
  ).toMatchObject({ status: 404 });
});

const draftOf = (line: Line) => heard(line, "draftWatched").at(-1);
const editing = (line: Line, isMine: boolean, people: number) =>
  eventually(async () => expect(draftOf(line)).toMatchObject({ isMine, people: { length: people } }));

test("one edits a draft, the first; a second tab and colleagues see who, each save is told, and whoever takes over is the one", async () => {
  const owner = await makePerson(harness);
  const asha = await makeColleague(harness, owner, { name: "Asha", roles: [2] });
  const id = await publishedOne(owner, "journey", "Shared");
  const api = automationDoors.journey;
  const [first, tab, other] = [
    await openDirect(harness, owner),
    await openDirect(harness, owner),
    await openDirect(harness, asha),
  ];
  const watch = (person: Person, line: Line, takeOver = false) =>
    person.call(api.watchDraft, { params: { id }, body: { socketId: socketOf(line), takeOver } });
  await watch(owner, first);
  await editing(first, true, 1);
  await watch(owner, tab);
  await watch(asha, other);
  await editing(first, true, 2);
  await editing(tab, false, 2);
  await editing(other, false, 2);
  expect(draftOf(other)?.editor).toMatchObject({ uId: owner.userId });
  const { revision } = await owner.call(api.saveDraft, {
    params: { id },
    body: { graph: askingForCity("other"), revision: 1 },
  });
  await other.hears(({ action }) => action === "draftSaved");
  expect(heard(other, "draftSaved")).toEqual([{ kind: "journey", id, revision }]);
  await watch(asha, other, true);
  await editing(other, true, 2);
  await editing(first, false, 2);
  // The hub sleeps and wakes: who edits stays who edited.
  await harness.evictHub(owner.enterpriseId);
  await watch(owner, first);
  await editing(first, false, 2);
  // Asked again as time goes by, they still are; gone, the first one edits again.
  await watch(asha, other);
  await editing(other, true, 2);
  other.close();
  await editing(first, true, 1);
  await editing(tab, false, 1);
});

test("whoever edited a draft still does after their connection broke, also before the old one is gone; not where somebody took over", async () => {
  const owner = await makePerson(harness);
  const asha = await makeColleague(harness, owner, { name: "Asha", roles: [2] });
  const id = await publishedOne(owner, "journey", "Shared");
  const watch = (person: Person, line: Line, more: object = {}) =>
    person.call(automationDoors.journey.watchDraft, {
      params: { id },
      body: { socketId: socketOf(line), ...more },
    });
  const [first, other] = [await openDirect(harness, owner), await openDirect(harness, asha)];
  await watch(owner, first);
  await editing(first, true, 1);
  await watch(asha, other);
  await editing(other, false, 2);
  first.close();
  await editing(other, true, 1);
  const place = draftOf(first)?.place;
  const second = await openDirect(harness, owner);
  await watch(owner, second, { place });
  await editing(second, true, 2);
  await editing(other, false, 2);
  expect(draftOf(second)?.place).toEqual(place);
  // Nobody has told the hub that this one is gone.
  const third = await openDirect(harness, owner);
  await harness.evictHub(owner.enterpriseId);
  await watch(owner, third, { place });
  await editing(third, true, 2);
  await watch(asha, other, { takeOver: true });
  await editing(other, true, 2);
  await editing(third, false, 2);
  expect(draftOf(second)).toMatchObject({ isMine: true });
  third.close();
  await editing(other, true, 1);
  const fourth = await openDirect(harness, owner);
  await watch(owner, fourth, { place });
  await editing(fourth, false, 2);
  expect(await refused(watch(owner, fourth, { place: { since: "yesterday", took: -1 } }))).toMatchObject({
    status: 400,
  });
});

test("whoever may only look at drafts never is the one who edits", async () => {
  const owner = await makePerson(harness);
  const viewer = await makeColleague(harness, owner, { name: "Looks", roles: [2] });
  await owner.call(saveRole, { params: { role: 2 }, body: { permissions: { "JOURNEYS.VIEW": 1 } } });
  const id = await publishedOne(owner, "journey", "Looked at");
  const api = automationDoors.journey;
  const [line, ours] = [await openDirect(harness, viewer), await openDirect(harness, owner)];
  await viewer.call(api.watchDraft, { params: { id }, body: { socketId: socketOf(line), takeOver: true } });
  await owner.call(api.watchDraft, { params: { id }, body: { socketId: socketOf(ours) } });
  await editing(ours, true, 2);
});
