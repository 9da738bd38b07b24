import { expect, test } from "vitest";
import { graphOf } from "#tests/support/flow.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { refused } from "#tests/support/refused.ts";
import { automationCasesTexts as texts } from "#texts/automation-cases.ts";
import type { AutomationFile } from "#workers/contract/automation/automation-file.ts";
import { automationKinds } from "#workers/contract/automation/kinds.ts";
import { CASES, type TestCase } from "#workers/contract/automation/test-case.ts";
import { caseDoors } from "#workers/contract/endpoints/automation-cases.ts";
import { automationFileDoors } from "#workers/contract/endpoints/automation-files.ts";
import { automationDoors } from "#workers/contract/endpoints/automations.ts";

/** Test cases of journeys and encaps: kept, played, and asked before a version is published. */
const harness = await startHarness();

const saying = (text: string) =>
  graphOf(
    {
      start: ["start"],
      hello: ["sendMessage", { variants: [{ channel: -1, content: { kind: "text", text } }] }],
    },
    ["start > hello"],
  );
const content: TestCase = {
  channelType: 4,
  customer: { name: "Asha", phone: "+919800000001" },
  now: 0,
  turns: [
    {
      act: { kind: "start" },
      path: [
        { node: "start", port: "next" },
        { node: "hello", port: "next" },
      ],
      said: ["Hello"],
    },
  ],
};

const trailOf = async (owner: Person, objectId: string) => {
  const { results } = await harness.env.TENANT_1.prepare(
    "SELECT action, before, after FROM audit_trail WHERE enterprise_id = ? AND object_id = ? ORDER BY at, id",
  )
    .bind(owner.enterpriseId, objectId)
    .all<{ action: string; before: string | null; after: string | null }>();
  return results.map(({ action, before, after }) => ({
    action,
    before: JSON.parse(before ?? "null") as unknown,
    after: JSON.parse(after ?? "null") as unknown,
  }));
};

for (const kind of automationKinds) {
  const api = automationDoors[kind];
  const cases = caseDoors[kind];
  const made = async (owner: Person, name: string) =>
    (await owner.call(api.create, { body: { name, graph: saying("Hello") } })).id;
  const kept = (owner: Person, id: string, name = "Says hello") =>
    owner.call(cases.save, { params: { id }, body: { name, content } });

  test(`${kind}: a copy has the test cases in their order, and none of another enterprise's`, async () => {
    const [owner, stranger] = [await makePerson(harness), await makePerson(harness)];
    const id = await made(owner, "First");
    for (const name of ["One", "Two"]) await kept(owner, id, name);
    const copied = async (by: Person) => {
      const body = { name: "Copy", graph: saying("Hello"), casesOf: id };
      const copy = await by.call(api.create, { body });
      return (await by.call(cases.list, { params: { id: copy.id } })).cases.map(({ name }) => name);
    };
    expect(await copied(owner)).toEqual(["One", "Two"]);
    expect(await copied(stranger)).toEqual([]);
    expect((await owner.call(cases.list, { params: { id } })).cases).toHaveLength(2);
  });

  test(`${kind}: a failing test case blocks publishing until somebody says why not; trail and version keep the reason`, async () => {
    const owner = await makePerson(harness, { database: "TENANT_1" });
    const id = await made(owner, "Published");
    await kept(owner, id);
    const publish = (revision: number, anyway?: string) =>
      owner.call(api.publish, {
        params: { id },
        body: { revision, ...(anyway !== undefined && { anyway }) },
      });
    expect(await publish(1)).toMatchObject({ number: 1, checks: { cases: 1, failed: [], reason: "" } });

    await owner.call(api.saveDraft, { params: { id }, body: { graph: saying("Good day"), revision: 1 } });
    const answer = await refused(publish(2));
    expect(answer).toMatchObject({
      status: 400,
      message:
        "1 of 1 test cases doesn't pass. Says hello: Turn 1 (start) says something else. Expected: “Hello”. Got: “Good day”.",
    });
    expect(await refused(publish(2, "   "))).toMatchObject({ status: 400 });
    expect((await owner.call(api.draft, { params: { id } })).version).toBe(1);

    const reason = "The greeting is new";
    expect(await publish(2, reason)).toMatchObject({
      number: 2,
      checks: { cases: 1, failures: 1, failed: [{ name: "Says hello" }], reason },
    });
    const { versions } = await owner.call(api.versions, { params: { id }, query: {} });
    expect(versions.map(({ checks }) => checks?.reason)).toEqual([reason, ""]);
    const trail = await trailOf(owner, id);
    expect(trail.filter(({ action }) => action === "publish").map(({ after }) => after)).toEqual([
      { version: 1, note: "" },
      { version: 2, note: "", failedTestCases: ["Says hello"], reason },
    ]);
  });

  test(`${kind}: a case of a step that is gone fails, and what happens now can become what is expected`, async () => {
    const owner = await makePerson(harness);
    const id = await made(owner, "Gone");
    const { id: caseId } = await kept(owner, id);
    const graph = graphOf({ start: ["start"], end: ["end", { outcome: "done" }] }, ["start > end"]);
    const played = () => owner.call(cases.run, { params: { id }, body: { graph } });
    expect((await played()).results).toMatchObject([
      { id: caseId, passed: false, turn: 1, expected: "a step that is gone (hello)" },
    ]);
    const params = { id, caseId };
    const body = { name: "Ends", revision: 1, graph };
    expect(await owner.call(cases.change, { params, body })).toMatchObject({ name: "Ends", revision: 2 });
    expect((await played()).results).toMatchObject([{ name: "Ends", passed: true }]);
  });

  test(`${kind}: of two who change a case one is told who was faster; a deleted one is in the trail`, async () => {
    const owner = await makePerson(harness, { database: "TENANT_1" });
    const id = await made(owner, "Shared");
    const { id: caseId } = await kept(owner, id);
    const params = { id, caseId };
    const change = (name: string) =>
      refused(owner.call(cases.change, { params, body: { name, revision: 1 } }));
    const both = await Promise.all([change("Left"), change("Right")]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(
      await refused(owner.call(cases.change, { params, body: { name: " ", revision: 2 } })),
    ).toMatchObject({
      status: 400,
    });
    const [one] = (await owner.call(cases.list, { params: { id } })).cases;
    await owner.call(cases.remove, { params });
    expect(await refused(owner.call(cases.remove, { params }))).toMatchObject({ status: 404 });
    expect((await trailOf(owner, id)).at(-1)).toMatchObject({
      action: "update",
      before: { testCase: one?.name },
    });
  });

  test(`${kind}: fifty cases and no more, also of many at once; they are nobody else's`, async () => {
    const owner = await makePerson(harness);
    const id = await made(owner, "Full");
    const all = await Promise.all(
      Array.from({ length: CASES.most + 3 }, async (_, at) => refused(kept(owner, id, `Case ${at}`))),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(CASES.most);
    expect(all.find(({ status }) => status !== 200)).toMatchObject({
      status: 400,
      message: texts.full(CASES.most),
    });
    const [{ id: caseId } = { id: "" }] = (await owner.call(cases.list, { params: { id } })).cases;
    const stranger = await makePerson(harness);
    const own = await made(stranger, "Own");
    for (const params of [
      { id, caseId },
      { id: own, caseId },
    ]) {
      const body = { name: "Stolen", revision: 1 };
      expect(await refused(stranger.call(cases.change, { params, body }))).toMatchObject({ status: 404 });
      expect(await refused(stranger.call(cases.remove, { params }))).toMatchObject({ status: 404 });
    }
    expect((await owner.call(cases.list, { params: { id } })).cases).toHaveLength(CASES.most);
  });

  test(`${kind}: a pinned answer is of tests alone: it is kept with the draft, and played`, async () => {
    const owner = await makePerson(harness);
    const graph = graphOf(
      {
        start: ["start"],
        call: ["http", { request: { authType: 2, configId: "none", method: "GET", path: "" } }],
        hello: [
          "sendMessage",
          { variants: [{ channel: -1, content: { kind: "text", text: "{http.body.city}" } }] },
        ],
      },
      ["start > call", "call > hello"],
    );
    const node = graph.nodes.find(({ id }) => id === "call");
    if (node) node.pin = { ok: true, data: { city: "Pune" } };
    const { id } = await owner.call(api.create, { body: { name: "Pinned", graph } });
    expect((await owner.call(api.draft, { params: { id } })).graph).toEqual(graph);
    const tried = await owner.call(api.try, {
      body: { graph, run: null, act: { kind: "start" }, now: 0, channelType: 4, customer: content.customer },
    });
    expect(tried.said).toMatchObject([{ text: "Pune" }]);
    if (node) node.pin = { ok: true, data: "x".repeat(9_000) };
    const saved = owner.call(api.saveDraft, { params: { id }, body: { graph, revision: 1 } });
    expect(await refused(saved)).toMatchObject({ status: 400 });
  });

  test(`${kind}: test cases travel in a file with their journey, and replace those of the draft that it replaces`, async () => {
    const owner = await makePerson(harness);
    const id = await made(owner, "Travels");
    await kept(owner, id, "First");
    await kept(owner, id, "Second");
    const files = automationFileDoors[kind];
    const exported = await owner.send("GET", `/api${files.export.path}?id=${id}`);
    const file = (await exported.json()) as AutomationFile;
    expect(file.automations[0]?.cases?.map(({ name }) => name)).toEqual(["First", "Second"]);

    const other = await makePerson(harness);
    const names = async (of: string) =>
      (await other.call(cases.list, { params: { id: of } })).cases.map(({ name }) => name);
    const taken = await other.call(files.import, { body: { file } });
    const there = taken.automations[0]?.id ?? "";
    expect(await names(there)).toEqual(["First", "Second"]);
    await kept(other, there, "Third");
    await other.call(api.saveDraft, { params: { id: there }, body: { graph: saying("Bye"), revision: 1 } });
    await other.call(files.import, { body: { file } });
    expect(await names(there)).toEqual(["First", "Second"]);
  });
}
