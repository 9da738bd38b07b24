import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { makeCustomer, makeGroup } from "#tests/support/customers.ts";
import { eventually } from "#tests/support/eventually.ts";
import { graphOf } from "#tests/support/flow.ts";
import { startHarness } from "#tests/support/harness.ts";
import { askingForCity, publishedAnew, publishedOne } from "#tests/support/journeys.ts";
import {
  answerOurselves,
  deliver,
  makeChannel,
  messagesOf,
  rowsOf,
  saying,
  type TestChannel,
} from "#tests/support/messaging.ts";
import { makePerson } from "#tests/support/people.ts";
import { refused } from "#tests/support/refused.ts";
import { fillPeople } from "#tests/support/sent-messages.ts";
import { ctxOvertaken } from "#tests/support/watched-ctx.ts";
import { simulatorCapabilities } from "#workers/contract/simulator-capabilities.ts";
import { workRuns } from "#workers/domain/runs/carry-on.ts";
import { entering } from "#workers/domain/runs/enter.ts";
import { driftOfRuns, runsOf } from "#tests/support/runs.ts";
import { automationInstancesTexts as texts } from "#texts/automation-instances.ts";
import { automationsTexts } from "#texts/automations.ts";
import {
  INSTANCE,
  instanceActions,
  instanceMoves,
  type InstanceState,
} from "#workers/contract/automation/instance-states.ts";
import { automationKinds } from "#workers/contract/automation/kinds.ts";
import { listJourneyEvaluations } from "#workers/contract/endpoints/automation-triggers.ts";
import { automationDoors } from "#workers/contract/endpoints/automations.ts";
import {
  instanceDoors,
  listPublications,
  listStartedJourneys,
} from "#workers/contract/endpoints/automation-instances.ts";
import { getJob } from "#workers/contract/endpoints/jobs.ts";
import { deleteForGood, restoreFromTrash } from "#workers/contract/endpoints/trash.ts";

/** Journeys and encaps at work on channels: started, paused, resumed and stopped, with the people in them. */
const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const db = harness.env.TENANT_1;
const api = instanceDoors.journey;

let phones = Date.now();
const phone = () => `+9197${String(phones++ % 100_000_000).padStart(8, "0")}`;
const said = async (channel: TestChannel): Promise<string[]> =>
  (await messagesOf(harness, channel)).flatMap(({ direction, text }) => (direction === "out" ? [text] : []));

async function begun(keyword = "hello") {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const id = await publishedOne(owner, "journey", "Welcome");
  const instance = await owner.call(api.create, {
    params: { id },
    body: { channelId: channel.id, keywords: [keyword] },
  });
  const params = { id, instanceId: instance.id };
  const move = (action: (typeof instanceActions)[number], more: { letFinish?: boolean; at?: string } = {}) =>
    owner.call(api.move, { params, body: { action, ...more } });
  return { owner, channel, id, instance, params, move };
}

/** Somebody who said the word, and was asked. */
async function asked({ channel, instance }: Awaited<ReturnType<typeof begun>>, word = "Hello!") {
  const who = phone();
  const before = (await runsOf(harness, instance.id)).length;
  await deliver(harness, channel, [saying(who, word)]);
  await eventually(async () => {
    const runs = await runsOf(harness, instance.id);
    expect(runs.length).toBe(before + 1);
    expect(runs.every(({ node_id }) => node_id !== null)).toBe(true);
  });
  return who;
}

for (const kind of automationKinds) {
  const doors = instanceDoors[kind];

  test(`${kind}: every action leads where the table says, and is refused with a sentence elsewhere`, async () => {
    const owner = await makePerson(harness);
    const channel = await makeChannel(harness, owner);
    const id = await publishedOne(owner, kind, "Moves");
    const states = Object.values(INSTANCE).filter((state) => state !== INSTANCE.deleted);
    for (const from of states) {
      for (const action of instanceActions) {
        const { id: instanceId } = await owner.call(doors.create, {
          params: { id },
          body: { channelId: channel.id, start: false },
        });
        await db
          .prepare("UPDATE automation_instances SET state = ? WHERE id = ?")
          .bind(from, instanceId)
          .run();
        const at = new Date(Date.now() + 86_400_000).toISOString();
        const moved = owner.call(doors.move, { params: { id, instanceId }, body: { action, at } });
        const to: InstanceState | undefined = instanceMoves[from][action];
        if (to === undefined) {
          expect(await refused(moved), `${from} ${action}`).toEqual({
            status: 409,
            message: texts.cannot(from, action),
          });
        } else expect((await moved).state, `${from} ${action}`).toBe(to);
      }
    }
    const { instances } = await owner.call(doors.list, { params: { id }, query: { perPage: -1 } });
    expect(instances.some(({ state }) => state === INSTANCE.deleted)).toBe(false);
    expect(instances.length).toBe(states.length * instanceActions.length - 3);
  });

  test(`${kind}: what was deleted is listed, and comes back at work nowhere: as stopped where it had begun, else as new`, async () => {
    const owner = await makePerson(harness);
    const channel = await makeChannel(harness, owner);
    const id = await publishedOne(owner, kind, "Back");
    const made = async (start: boolean) => {
      const { id: instanceId } = await owner.call(doors.create, {
        params: { id },
        body: { channelId: channel.id, start },
      });
      return (action: (typeof instanceActions)[number]) =>
        owner.call(doors.move, { params: { id, instanceId }, body: { action } });
    };
    const [fresh, started] = [await made(false), await made(true)];
    const { endedAt, endReason } = await started("stop");
    await fresh("delete");
    const gone = await started("delete");
    const deleted = async (by = owner) =>
      (await by.call(doors.list, { params: { id }, query: { deleted: "true" } })).instances.map(
        (each) => each.id,
      );
    expect(await deleted()).toHaveLength(2);
    expect((await owner.call(doors.list, { params: { id } })).instances).toEqual([]);
    expect((await refused(deleted(await makePerson(harness)))).status).toBe(404);
    expect((await fresh("restore")).state).toBe(INSTANCE.created);
    expect(await started("restore")).toMatchObject({
      id: gone.id,
      state: INSTANCE.stopped,
      endedAt,
      endReason,
    });
    expect(await deleted()).toEqual([]);
    expect((await owner.call(doors.list, { params: { id } })).instances).toHaveLength(2);
    expect((await fresh("launch")).state).toBe(INSTANCE.started);
  });

  test(`${kind}: only what is published can be on a channel that exists`, async () => {
    const owner = await makePerson(harness);
    const channel = await makeChannel(harness, owner);
    const stranger = await makeChannel(harness, await makePerson(harness));
    const { id } = await owner.call(automationDoors[kind].create, { body: { name: "Draft" } });
    const create = (channelId: string, of = id) =>
      refused(owner.call(doors.create, { params: { id: of }, body: { channelId } }));
    expect(await create(channel.id)).toEqual({ status: 409, message: texts.neverPublished });
    const published = await publishedOne(owner, kind, "Published");
    expect(await create(stranger.id, published)).toEqual({ status: 400, message: texts.channelGone });
    await owner.call(automationDoors[kind].change, {
      params: { id: published },
      body: { name: "Published", archived: true },
    });
    expect(await create(channel.id, published)).toEqual({ status: 409, message: texts.archived });
  });
}

test("a word begins one thing on a channel: the second is told of the first, before it starts and when it does", async () => {
  const { owner, channel, id, move } = await begun("Offer!");
  const other = await publishedOne(owner, "encap", "Autumn");
  const encaps = instanceDoors.encap;
  const query = { channelId: channel.id, keywords: ["news", "OFFER"] };
  expect((await owner.call(encaps.clashes, { params: { id: other }, query })).clashes).toMatchObject([
    { keyword: "OFFER", name: "Welcome", kind: "journey", automationId: id },
  ]);
  const stranger = await makePerson(harness);
  const theirs = await publishedOne(stranger, "journey", "Theirs");
  expect((await stranger.call(api.clashes, { params: { id: theirs }, query })).clashes).toEqual([]);
  const start = () =>
    owner.call(encaps.create, {
      params: { id: other },
      body: { channelId: channel.id, keywords: query.keywords },
    });
  expect(await refused(start())).toEqual({ status: 409, message: texts.clash("OFFER", "Welcome") });
  const elsewhere = await makeChannel(harness, owner);
  await owner.call(encaps.create, {
    params: { id: other },
    body: { channelId: elsewhere.id, keywords: query.keywords },
  });
  await move("pause");
  expect((await refused(start())).status).toBe(409);
  await move("stop");
  expect((await start()).keywords).toEqual(["news", "OFFER"]);
  expect((await owner.call(encaps.clashes, { params: { id: other }, query })).clashes.length).toBe(2);
});

test("words that nobody can say, or by which people refuse messages, begin nothing", async () => {
  const { owner, channel, id } = await begun();
  const start = (keyword: string) =>
    refused(owner.call(api.create, { params: { id }, body: { channelId: channel.id, keywords: [keyword] } }));
  expect(await start(" … ")).toEqual({ status: 400, message: texts.keywordEmpty });
  expect(await start("Stop")).toEqual({ status: 400, message: texts.keywordFact("Stop") });
});

test("a paused journey takes nobody in and nothing of it goes on; what was said meanwhile is heard when it goes on", async () => {
  const all = await begun();
  const { owner, channel, instance, move } = all;
  const who = await asked(all);
  await move("pause");
  const [run] = await runsOf(harness, instance.id);
  expect(run?.wake_at).toBeLessThan(0);
  await deliver(harness, channel, [saying(who, "Pune"), saying(phone(), "hello")]);
  await new Promise((done) => setTimeout(done, 1_500));
  expect(await runsOf(harness, instance.id)).toMatchObject([{ state: "waiting", seq: run?.seq }]);
  const resumed = await move("resume");
  expect([resumed.state, resumed.startedAt]).toEqual([INSTANCE.started, instance.startedAt]);
  await eventually(async () =>
    expect(await runsOf(harness, instance.id)).toMatchObject([{ state: "completed" }]),
  );
  expect(await driftOfRuns(harness, owner.enterpriseId)).toEqual([]);
});

const waitingADay = graphOf(
  {
    start: ["start"],
    wait: ["wait", { until: { kind: "duration", length: { amount: 1, unit: "days" } } }],
    end: ["end"],
  },
  ["start > wait", "wait > end"],
);

test("a page of people that was read before a pause and is written after it wakes nobody", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  await fillPeople({ database: db, enterpriseId: owner.enterpriseId }, 1, "paused");
  const id = await publishedOne(owner, "journey", "Paused", waitingADay);
  const { id: instanceId } = await owner.call(api.create, {
    params: { id },
    body: { channelId: channel.id },
  });
  const pause = () => owner.call(api.move, { params: { id, instanceId }, body: { action: "pause" } });
  const { ctx, wasOvertaken } = ctxOvertaken(harness, owner, "SELECT CASE WHEN", pause);
  await entering(ctx, { id: instanceId, channelId: channel.id }, [
    { identityId: "paused1", entryKey: "one" },
  ]).run();
  const deps = {
    capabilities: (_: number, type: number) => simulatorCapabilities(type),
    placeOf: async () => ({ zone: "UTC", country: "IN" }),
    formLink: () => ({ token: "", url: "" }),
    linksOf: () => Promise.reject(new Error("nobody waits for a click")),
  };
  await workRuns(ctx.db, deps, Date.now);
  expect(wasOvertaken()).toBe(true);
  const [run] = await runsOf(harness, instanceId);
  expect([run?.state, run?.node_id]).toEqual(["waiting", "wait"]);
  expect(run?.wake_at).toBeLessThan(0);
  await owner.call(api.move, { params: { id, instanceId }, body: { action: "resume" } });
  expect((await runsOf(harness, instanceId))[0]?.wake_at).toBeGreaterThan(Date.now());
});

test("a stopped journey lets people finish, or ends them as the engine ends them; nobody enters any more", async () => {
  const all = await begun();
  const { owner, channel, instance, move, params } = all;
  const who = await asked(all);
  await move("pause");
  await move("stop", { letFinish: true });
  await deliver(harness, channel, [saying(who, "Pune"), saying(phone(), "hello")]);
  await eventually(async () =>
    expect(await runsOf(harness, instance.id)).toMatchObject([{ state: "completed" }]),
  );
  const again = await owner.call(api.create, {
    params: { id: params.id },
    body: { channelId: channel.id, keywords: ["hello"] },
  });
  await asked({ ...all, instance: again });
  await asked({ ...all, instance: again });
  await owner.call(api.move, {
    params: { ...params, instanceId: again.id },
    body: { action: "stop", letFinish: false },
  });
  await eventually(async () =>
    expect((await runsOf(harness, again.id)).map(({ state }) => state)).toEqual(["cancelled", "cancelled"]),
  );
  const { runs } = await owner.call(api.runs, { params: { ...params, instanceId: again.id } });
  expect(runs).toMatchObject([
    { node: { id: "city", type: "ask" }, reason: expect.stringMatching(/stopped/) },
    {},
  ]);
  expect(await driftOfRuns(harness, owner.enterpriseId)).toEqual([]);
});

test("more people than one transaction tells are all ended, by the clock", async () => {
  const { instance, move, owner } = await begun();
  await db
    .prepare(
      `INSERT INTO runs (id, enterprise_id, instance_id, version_id, channel_id, identity_id, entry_key, state, seq, data, started_at)
       WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 2500)
       SELECT ?1 || n, i.enterprise_id, i.id, i.version_id, i.channel_id, 'nobody', n, 'waiting', 0,
         '{"vars":{},"hops":0,"visits":{},"startedAt":1,"depth":1,"entry":{},"waits":[],"wakeAt":null,"memory":null,"attempts":null,"heard":{},"sent":{},"used":[],"handling":false,"reason":null,"outcome":null}', 1
       FROM n CROSS JOIN automation_instances i ON i.id = ?1`,
    )
    .bind(instance.id)
    .run();
  await move("stop", { letFinish: false });
  await eventually(async () =>
    expect((await runsOf(harness, instance.id)).filter(({ state }) => state !== "cancelled")).toEqual([]),
  );
  const timers = await db
    .prepare("SELECT count(*) AS n FROM timers WHERE enterprise_id = ?")
    .bind(owner.enterpriseId)
    .first<number>("n");
  expect(timers).toBe(0);
});

test("a newer version is for new people; those who are in stay in theirs", async () => {
  const all = await begun();
  const { owner, id, params, instance } = all;
  await asked(all);
  const number = await publishedAnew(owner, "journey", id, askingForCity("second"));
  const shown = await owner.call(listPublications, {});
  const alone = async (which: string) =>
    (await owner.call(listPublications, { query: { instance: which } })).journeys.map((each) => [
      each.id,
      each.instances.map(({ id: its }) => its),
    ]);
  expect(await alone(instance.id)).toEqual([[id, [instance.id]]]);
  expect(await alone("nobody")).toEqual([]);
  expect(shown.journeys).toMatchObject([
    { name: "Welcome", version: 2, state: "live", instances: [{ version: 1, newer: true, openRuns: 1 }] },
  ]);
  const taken = await owner.call(api.version, { params, body: { number } });
  expect([taken.version, taken.newer]).toEqual([2, false]);
  await asked(all);
  const { runs } = await owner.call(api.runs, { params });
  expect(runs.map(({ version }) => version)).toEqual([2, 1]);
  expect(await refused(owner.call(api.version, { params, body: { number: 9 } }))).toEqual({
    status: 400,
    message: texts.noVersion(9),
  });
  expect(instance.newer).toBe(false);
});

test("a scheduled one holds its words and starts by the clock; unscheduled it doesn't", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const id = await publishedOne(owner, "journey", "Later");
  const planned = async (keyword: string) => {
    const { id: instanceId } = await owner.call(api.create, {
      params: { id },
      body: { channelId: channel.id, keywords: [keyword], start: false },
    });
    return { id, instanceId };
  };
  const [soon, never] = [await planned("soon"), await planned("never")];
  const within = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
  expect(
    await refused(
      owner.call(api.move, { params: soon, body: { action: "schedule", at: "2020-01-01T00:00:00Z" } }),
    ),
  ).toMatchObject({ status: 400, message: texts.timePassed });
  await owner.call(api.move, { params: never, body: { action: "schedule", at: within(3_600_000) } });
  await owner.call(api.move, { params: soon, body: { action: "schedule", at: within(5_000) } });
  expect(
    (await owner.call(api.clashes, { params: { id }, query: { channelId: channel.id, keywords: ["soon"] } }))
      .clashes.length,
  ).toBe(1);
  await owner.call(api.move, { params: never, body: { action: "stop" } });
  const statesOf = async () =>
    new Map((await owner.call(api.list, { params: { id } })).instances.map((each) => [each.id, each.state]));
  await eventually(async () => expect((await statesOf()).get(soon.instanceId)).toBe(INSTANCE.started));
  expect((await statesOf()).get(never.instanceId)).toBe(INSTANCE.created);
});

test("customers are put in once a request, and who can't be is told why", async () => {
  const all = await begun();
  const { owner, channel, instance, params, move } = all;
  const who = await asked(all);
  // Whoever is in it comes in again once it has ended for them.
  await deliver(harness, channel, [saying(who, "Pune")]);
  await eventually(async () =>
    expect(await runsOf(harness, instance.id)).toMatchObject([{ state: "completed" }]),
  );
  const customerOf = async (number: string) =>
    (await db.prepare("SELECT id FROM customers WHERE phone = ?").bind(number).first<string>("id")) ?? "";
  await eventually(async () => expect(await customerOf(who)).not.toBe(""));
  const known = await customerOf(who);
  const unreached = await makeCustomer(owner);
  const body = { id: randomUUID(), customers: [known, known, unreached.id, "nobody"] };
  for (let time = 0; time < 2; time++) {
    expect(await owner.call(api.enter, { params, body })).toEqual({
      entered: 1,
      left: [
        { id: unreached.id, why: "unreachable", sentence: texts.left.unreachable },
        { id: "nobody", why: "unknown", sentence: texts.left.unknown },
      ],
    });
  }
  await eventually(async () => expect((await said(channel)).length).toBe(2));
  expect((await runsOf(harness, instance.id)).length).toBe(2);
  await move("pause");
  expect(await refused(owner.call(api.enter, { params, body }))).toEqual({
    status: 409,
    message: texts.notStarted,
  });
});

test("all customers who match, and those who are named, are put in by a job, each once, by the rules of the Start", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const { id } = await owner.call(automationDoors.journey.create, {
    body: {
      name: "By hand",
      graph: graphOf(
        {
          start: [
            "start",
            {
              filter: {
                match: "all",
                rows: [{ field: "contact.name", operator: "is not", value: "Nobody" }],
              },
            },
          ],
          kept: ["wait", { until: { kind: "duration", length: { amount: 1, unit: "days" } } }],
        },
        ["start > kept"],
      ),
    },
  });
  await owner.call(automationDoors.journey.publish, { params: { id }, body: { revision: 1 } });
  const started = await owner.call(api.create, { params: { id }, body: { channelId: channel.id } });
  const params = { id, instanceId: started.id };
  expect((await owner.call(listStartedJourneys)).journeys).toEqual([
    { id, instanceId: started.id, name: "By hand", channel: "Phone" },
  ]);
  const group = await makeGroup(owner, "Gold");
  for (let at = 0; at < 3; at++) await makeCustomer(owner, { name: `Asha ${at}`, groups: [group] });
  await makeCustomer(owner, { name: "Nobody", groups: [group] });
  const other = await makeCustomer(owner, { name: "Ravi" });
  await makeCustomer(owner, { name: "Meera" });
  const done = async (body: object) => {
    const { jobId } = await owner.call(api.add, { params, body });
    return eventually(async () => {
      const job = await owner.call(getJob, { params: { id: jobId } });
      expect(job.state).toBe("done");
      return job;
    });
  };
  const filter = { search: "", groups: [group], tags: [] };
  expect(await done({ filter, customerIds: [other.id] })).toMatchObject({
    result: { total: 5, done: 5, entered: 4 },
    message: texts.added.done(4, 1, true),
  });
  await eventually(async () =>
    expect((await runsOf(harness, started.id)).map(({ node_id }) => node_id)).toEqual([
      "kept",
      "kept",
      "kept",
      "kept",
    ]),
  );
  // They are in it: nobody comes in again before it has ended for them.
  expect(await done({ filter })).toMatchObject({ result: { done: 4, entered: 0 } });
  expect((await runsOf(harness, started.id)).length).toBe(4);
  const { evaluations } = await owner.call(listJourneyEvaluations, { params });
  expect(evaluations.filter(({ result }) => result === "filter")).toHaveLength(2);
  expect(
    await rowsOf(
      harness,
      "SELECT payload ->> '$.customerIds' AS named FROM jobs WHERE kind = 'instance.add' AND enterprise_id = ?",
      owner.enterpriseId,
    ),
  ).toEqual([{ named: "[]" }, { named: "[]" }]);
  expect(await refused(owner.call(api.add, { params, body: {} }))).toMatchObject({
    status: 400,
    message: texts.nobody,
  });
  const inList = async () => (await owner.call(automationDoors.journey.list, {})).automations;
  expect(await inList()).toMatchObject([
    { id, openRuns: 4, entered: 4, errors: 0, channels: [{ name: "Phone", isPaused: false }] },
  ]);
  await owner.call(api.move, { params, body: { action: "pause" } });
  expect(await inList()).toMatchObject([{ id, channels: [{ name: "Phone", isPaused: true }] }]);
  expect(await refused(owner.call(api.add, { params, body: { filter } }))).toMatchObject({
    status: 409,
    message: texts.notStarted,
  });
  expect((await owner.call(listStartedJourneys)).journeys).toEqual([]);
  expect(await driftOfRuns(harness, owner.enterpriseId)).toEqual([]);
});

test("a journey that comes back from the trash has its draft, versions and figures, is at work nowhere, and its name must be free", async () => {
  const { owner, id, move, instance, channel } = await begun();
  await move("stop");
  const { id: planned } = await owner.call(api.create, {
    params: { id },
    body: { channelId: channel.id, keywords: ["later"], start: false },
  });
  const at = new Date(Date.now() + 3_600_000).toISOString();
  await owner.call(api.move, { params: { id, instanceId: planned }, body: { action: "schedule", at } });
  const { name } = await owner.call(automationDoors.journey.draft, { params: { id } });
  await owner.call(automationDoors.journey.remove, { params: { id } });
  await harness.env.DIRECTORY.prepare(`UPDATE enterprises SET features = '{"trash":true}' WHERE id = ?`)
    .bind(owner.enterpriseId)
    .run();
  const { id: namesake } = await owner.call(automationDoors.journey.create, { body: { name } });
  const restore = () => owner.call(restoreFromTrash, { params: { kind: "journey", id } });
  expect(await refused(restore())).toMatchObject({ status: 409 });
  await owner.call(automationDoors.journey.remove, { params: { id: namesake } });
  await restore();
  expect(await refused(restore())).toMatchObject({ status: 404 });
  expect((await owner.call(automationDoors.journey.versions, { params: { id } })).versions).toHaveLength(1);
  const states = (await owner.call(api.list, { params: { id } })).instances.map((each) => [
    each.id,
    each.state,
  ]);
  expect(Object.fromEntries(states)).toEqual({
    [instance.id]: INSTANCE.stopped,
    [planned]: INSTANCE.created,
  });
  await owner.call(automationDoors.journey.remove, { params: { id } });
  await owner.call(deleteForGood, { params: { kind: "journey", id } });
  for (const table of ["automation_drafts", "automation_versions"])
    expect(await rowsOf(harness, `SELECT 1 FROM ${table} WHERE automation_id = ?`, id)).toEqual([]);
});

test("a journey leaves the trash by itself after thirty days", async () => {
  const owner = await makePerson(harness);
  const kept = await owner.call(automationDoors.encap.create, { body: { name: "Kept" } });
  const gone = await owner.call(automationDoors.journey.create, { body: { name: "Gone" } });
  await owner.call(automationDoors.encap.remove, { params: { id: kept.id } });
  await owner.call(automationDoors.journey.remove, { params: { id: gone.id } });
  const DAY = 86_400_000;
  const aged = (id: string, days: number) =>
    db
      .prepare("UPDATE automations SET deleted_at = ? WHERE id = ?")
      .bind(Date.now() - days * DAY, id)
      .run();
  await aged(kept.id, 29);
  await aged(gone.id, 31);
  await harness.scheduled();
  expect(
    await rowsOf(harness, "SELECT id FROM automations WHERE enterprise_id = ?", owner.enterpriseId),
  ).toEqual([{ id: kept.id }]);
});

test("one customer's way is shown step by step, and ended", async () => {
  const all = await begun();
  const { owner, params } = all;
  await asked(all);
  const { runs } = await owner.call(api.runs, { params, query: { state: "waiting" } });
  expect(runs).toMatchObject([{ state: "waiting", customer: { name: "Asha" }, node: { type: "ask" } }]);
  const ofRun = { ...params, runId: runs[0]?.id ?? "" };
  const { steps } = await owner.call(api.run, { params: ofRun });
  expect(steps.map(({ node, outcome }) => [node.type, outcome])).toEqual([
    ["start", "ok"],
    ["ask", "ok"],
  ]);
  await owner.call(api.endRun, { params: ofRun });
  await eventually(async () =>
    expect((await owner.call(api.run, { params: ofRun })).run).toMatchObject({
      state: "cancelled",
      reason: texts.ended("Kiran"),
    }),
  );
  expect(await refused(owner.call(api.endRun, { params: ofRun }))).toEqual({
    status: 409,
    message: texts.runOver,
  });
  expect((await owner.call(api.runs, { params, query: { state: "completed" } })).runs).toEqual([]);
});

test("a deleted journey's words are free, and it doesn't start", async () => {
  const { owner, channel, id, move, instance } = await begun();
  expect(await refused(owner.call(automationDoors.journey.remove, { params: { id } }))).toEqual({
    status: 409,
    message: automationsTexts.running,
  });
  await move("stop");
  const { id: planned } = await owner.call(api.create, {
    params: { id },
    body: { channelId: channel.id, keywords: ["hello"], start: false },
  });
  const at = new Date(Date.now() + 3_600_000).toISOString();
  await owner.call(api.move, { params: { id, instanceId: planned }, body: { action: "schedule", at } });
  await owner.call(automationDoors.journey.remove, { params: { id } });
  // Its time comes.
  const now = Date.now();
  await db.batch([
    db.prepare("UPDATE automation_instances SET start_at = ?1 WHERE id = ?2").bind(now, planned),
    db.prepare("UPDATE timers SET seq = ?1, due_at = ?1 WHERE subject = ?2").bind(now, planned),
  ]);
  const other = await publishedOne(owner, "journey", "Other");
  await owner.call(api.create, {
    params: { id: other },
    body: { channelId: channel.id, keywords: ["hello"] },
  });
  await eventually(async () =>
    expect(await rowsOf(harness, "SELECT 1 FROM timers WHERE subject = ?", planned)).toEqual([]),
  );
  const state = await db
    .prepare("SELECT state FROM automation_instances WHERE id = ?")
    .bind(planned)
    .first<number>("state");
  expect(state).toBe(INSTANCE.created);
  expect(instance.state).toBe(INSTANCE.started);
});
