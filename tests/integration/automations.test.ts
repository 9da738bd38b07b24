import { expect, test } from "vitest";
import { graphOf } from "#tests/support/flow.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makeChannel } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { refused } from "#tests/support/refused.ts";
import { addTemplate } from "#tests/support/templates.ts";
import { startedJourney } from "#tests/support/runs.ts";
import { automationTexts } from "#texts/automation.ts";
import { automationsTexts as texts } from "#texts/automations.ts";
import { automationKinds } from "#workers/contract/automation/kinds.ts";
import { automationDoors } from "#workers/contract/endpoints/automations.ts";
import { flowDetails } from "#workers/contract/endpoints/flow-details.ts";
import { entering } from "#workers/domain/runs/enter.ts";
import { watchedCtx } from "#tests/support/watched-ctx.ts";

/** Journeys and encaps as things of a list: drafts, versions and publishing. */
const harness = await startHarness();

const whole = (outcome: string) => graphOf({ start: ["start"], end: ["end", { outcome }] }, ["start > end"]);
/** Its message says nothing, so that it can't be published. */
const wrong = graphOf(
  { start: ["start"], say: ["sendMessage", { variants: [] }], ask: ["ask", { text: "" }] },
  ["start > say", "say > ask"],
);
for (const kind of automationKinds) {
  const api = automationDoors[kind];
  const made = (owner: Person, name: string, outcome = "one") =>
    owner.call(api.create, { body: { name, folder: "Sales", graph: whole(outcome) } });

  test(`${kind}: a name is taken once, found by a part of it and its folder, and free again after deletion`, async () => {
    const owner = await makePerson(harness);
    const { id, state, version } = await made(owner, "Welcome  all");
    expect([state, version]).toEqual(["draft", null]);
    expect(await refused(made(owner, "welcome ALL"))).toMatchObject({
      status: 409,
      message: texts.nameTaken,
    });
    await owner.call(api.create, { body: { name: "Other" } });
    const found = await owner.call(api.list, { query: { name: "come" } });
    expect(found.automations.map(({ name }) => name)).toEqual(["Welcome all"]);
    expect(found.folders).toEqual(["Sales"]);
    const other = automationKinds.find((each) => each !== kind) ?? kind;
    expect((await owner.call(automationDoors[other].list, {})).automations).toEqual([]);
    expect(await refused(owner.call(automationDoors[other].draft, { params: { id } }))).toMatchObject({
      status: 404,
    });
    await owner.call(api.remove, { params: { id } });
    await made(owner, "Welcome all");
  });

  test(`${kind}: a template that nobody would get is a warning in a draft and keeps it from being published`, async () => {
    const owner = await makePerson(harness);
    const channel = await makeChannel(harness, owner);
    const { id } = await made(owner, "Offer");
    const [approved, rejected] = [
      await addTemplate(harness, channel),
      await addTemplate(harness, channel, { status: "REJECTED" }),
    ];
    const tried = async (templateId: string, revision: number) => {
      const graph = graphOf({ start: ["start"], send: ["sendTemplate", { templateId }] }, ["start > send"]);
      const saved = await owner.call(api.saveDraft, { params: { id }, body: { graph, revision } });
      const found = saved.problems.filter(({ code }) => /Template|Reference/.test(code));
      const published = owner.call(api.publish, {
        params: { id },
        body: { revision: saved.revision, note: "" },
      });
      return { found, published, revision: saved.revision };
    };
    const dead = await tried(rejected, 1);
    expect(dead.found).toMatchObject([
      { code: "unapprovedTemplate", severity: "warning", node: "send", field: "templateId" },
    ]);
    expect(await refused(dead.published)).toMatchObject({
      status: 400,
      message: texts.wrong(automationTexts.problems.unapprovedTemplate, 0),
    });
    const gone = await tried("gone", dead.revision);
    expect(gone.found).toMatchObject([{ code: "unknownReference", severity: "warning" }]);
    expect(await refused(gone.published)).toMatchObject({ status: 400 });
    const good = await tried(approved, gone.revision);
    expect(good.found).toEqual([]);
    expect(await good.published).toMatchObject({ number: 1 });
  });

  test(`${kind}: a draft may be wrong and is kept; publishing says what is wrong, and then makes versions that never change`, async () => {
    const owner = await makePerson(harness);
    const { id } = await made(owner, "Versions");
    const saved = await owner.call(api.saveDraft, { params: { id }, body: { graph: wrong, revision: 1 } });
    expect(saved.problems.filter(({ severity }) => severity === "error").length).toBeGreaterThan(1);
    const publish = (revision: number, note = "") =>
      owner.call(api.publish, { params: { id }, body: { revision, note } });
    const answer = await refused(publish(saved.revision));
    expect(answer.status).toBe(400);
    expect(answer.message).toMatch(/^It can't be published: .+ more\)$/);
    await owner.call(api.saveDraft, {
      params: { id },
      body: { graph: whole("one"), revision: saved.revision },
    });
    expect(await publish(3, "The first")).toMatchObject({ number: 1, note: "The first" });
    expect(await refused(publish(3))).toMatchObject({ status: 400, message: texts.nothingChanged });
    await owner.call(api.saveDraft, { params: { id }, body: { graph: whole("two"), revision: 3 } });
    expect((await owner.call(api.list, {})).automations).toMatchObject([{ state: "changed", version: 1 }]);
    expect(await publish(4)).toMatchObject({ number: 2 });
    const { versions } = await owner.call(api.versions, { params: { id }, query: {} });
    expect(versions.map(({ number }) => number)).toEqual([2, 1]);
    const back = await owner.call(api.takeBack, { params: { id }, body: { number: 1, revision: 4 } });
    expect(back.graph).toEqual(whole("one"));
    expect(await owner.call(api.version, { params: { id, number: 2 } })).toMatchObject({
      graph: whole("two"),
    });
    expect((await owner.call(api.list, {})).automations).toMatchObject([{ state: "changed", version: 2 }]);
  });

  test(`${kind}: a draft of 900 kB is kept, and a larger one is refused with the reason`, async () => {
    const owner = await makePerson(harness);
    const { id } = await made(owner, "Large");
    const large = (kilobytes: number) => ({
      ...whole("large"),
      notes: Array.from({ length: kilobytes / 4 }, (_, at) => ({
        id: `n${at}`,
        text: "x".repeat(3_930),
        position: { x: 0, y: 0 },
      })),
    });
    const save = (kilobytes: number) =>
      owner.call(api.saveDraft, { params: { id }, body: { graph: large(kilobytes), revision: 1 } });
    expect(await refused(save(920))).toMatchObject({ status: 400, message: texts.tooLarge });
    expect(await refused(save(1_200))).toMatchObject({ status: 413 });
    expect(await save(880)).toMatchObject({ revision: 2 });
    let body: unknown = "deep";
    for (let level = 0; level < 1_500; level++) body = [body];
    const deep = graphOf({ start: ["start"], call: ["http", { mock: { status: 200, body } }] }, [
      "start > call",
    ]);
    const saved = owner.call(api.saveDraft, { params: { id }, body: { graph: deep, revision: 2 } });
    expect(await refused(saved)).toMatchObject({ status: 400, message: texts.tooDeep(100) });
  });

  test(`${kind}: of two editors one is told who was faster, and nothing is lost`, async () => {
    const owner = await makePerson(harness);
    const { id } = await made(owner, "Two editors");
    const save = (outcome: string) =>
      owner.call(api.saveDraft, { params: { id }, body: { graph: whole(outcome), revision: 1 } });
    const answers = await Promise.all(
      ["left", "right"].map(async (each) => ({ each, ...(await refused(save(each))) })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const kept = answers.find(({ status }) => status === 200)?.each ?? "";
    expect((await owner.call(api.draft, { params: { id } })).graph).toEqual(whole(kept));
    expect(await refused(save("late"))).toMatchObject({ status: 409 });
  });
}

test("what runs on a channel is not deleted, and its open runs are counted", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const { automationId, instanceId } = await startedJourney(harness, channel, whole("one"), {
    name: "Running",
  });
  const { automations } = await owner.call(automationDoors.journey.list, {});
  expect(automations).toMatchObject([{ id: automationId, openRuns: 0, state: "live" }]);
  const ctx = watchedCtx(harness, owner, () => {});
  // Nobody is there, and it is not due.
  await entering(ctx, { id: instanceId, channelId: channel.id }, [
    { identityId: "nobody", entryKey: "one" },
  ]).run();
  await harness.env.TENANT_1.prepare(
    "UPDATE runs SET wake_at = NULL WHERE instance_id = ? AND state = 'waiting'",
  )
    .bind(instanceId)
    .run();
  const params = { id: automationId };
  expect(await refused(owner.call(automationDoors.journey.remove, { params }))).toMatchObject({
    status: 409,
    message: texts.running,
  });
  await harness.env.TENANT_1.prepare("UPDATE automation_instances SET state = 4 WHERE id = ?")
    .bind(instanceId)
    .run();
  await owner.call(automationDoors.journey.remove, { params });
});

test("a flow of a journey is its own graph or that of one that it runs, as published; any other is not found", async () => {
  const owner = await makePerson(harness);
  const { create, publish } = automationDoors.journey;
  const make = async (name: string, graph: ReturnType<typeof graphOf>) =>
    (await owner.call(create, { body: { name, graph } })).id;
  const inner = await make("Inner", whole("inner"));
  const other = await make("Other", whole("other"));
  const outer = await make(
    "Outer",
    graphOf({ start: ["start"], run: ["runJourney", { journeyId: inner }] }, ["start > run"]),
  );
  const details = (id: string, journeyId: string) =>
    owner.call(flowDetails, { params: { id }, query: { journeyId } });
  expect(await details(inner, outer)).toMatchObject({ id: inner, journeyId: outer, version: null });
  await owner.call(publish, { params: { id: inner }, body: { revision: 1, note: "" } });
  await owner.call(automationDoors.journey.saveDraft, {
    params: { id: inner },
    body: { graph: whole("later"), revision: 1 },
  });
  expect(await details(inner, outer)).toMatchObject({ name: "Inner", version: 1, graph: whole("inner") });
  expect((await details(outer, outer)).graph.nodes).toHaveLength(2);
  expect(await refused(details(other, outer))).toMatchObject({ status: 404 });
  expect(await refused(details(outer, inner))).toMatchObject({ status: 404 });
});
