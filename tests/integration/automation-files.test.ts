import { expect, test } from "vitest";
import { aForm } from "#tests/support/forms.ts";
import { graphOf } from "#tests/support/flow.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { ctxOvertaken, watchedCtx } from "#tests/support/watched-ctx.ts";
import { automationFilesTexts as texts } from "#texts/automation-files.ts";
import { automationsTexts } from "#texts/automations.ts";
import type { AutomationFile } from "#workers/contract/automation/automation-file.ts";
import { automationKinds } from "#workers/contract/automation/kinds.ts";
import { automationFileDoors, type CheckedFile } from "#workers/contract/endpoints/automation-files.ts";
import { automationDoors } from "#workers/contract/endpoints/automations.ts";
import * as formsApi from "#workers/contract/endpoints/forms.ts";
import { importAutomations } from "#workers/domain/automation-files/import-automations.ts";

/** Status, sentence and fields of a refusal; 200 where there is none. */
const refused = (work: Promise<unknown>) =>
  work.then(
    () => ({ status: 200, message: "", errors: {} as Record<string, string> }),
    (error: unknown) => {
      const [, status, body] = /: (\d{3}) (\{.*\})$/.exec(String(error)) ?? [];
      const { message = "", errors = {} } = JSON.parse(body ?? "{}") as {
        message?: string;
        errors?: Record<string, string>;
      };
      return { status: Number(status), message, errors };
    },
  );

/** Journeys and encaps as files: the dry run writes nothing, the import all or nothing. */
const harness = await startHarness();

const owner = () => makePerson(harness, { database: "TENANT_1" });
const whole = (outcome: string) => graphOf({ start: ["start"], end: ["end", { outcome }] }, ["start > end"]);
const EVERYTHING = { replace: true, createForms: true, replaceForms: true };

const rows = async ({ enterpriseId }: Person): Promise<unknown> => {
  const { results } = await harness.env.TENANT_1.prepare(
    `SELECT (SELECT count(*) FROM automations WHERE enterprise_id = ?1) AS automations,
      (SELECT count(*) FROM automation_drafts WHERE enterprise_id = ?1) AS drafts,
      (SELECT count(*) FROM forms WHERE enterprise_id = ?1) AS forms,
      (SELECT count(*) FROM audit_trail WHERE enterprise_id = ?1 AND action = 'import') AS audited`,
  )
    .bind(enterpriseId)
    .all();
  return results[0];
};
const marked = async ({ enterpriseId }: Person, kind: "label" | "group", name: string): Promise<string> => {
  const id = crypto.randomUUID();
  await harness.env.TENANT_1.prepare(
    "INSERT INTO marks (id, enterprise_id, kind, name, name_key, created_at, updated_at) VALUES (?, ?, ?, ?, lower(?), 1, 1)",
  )
    .bind(id, enterpriseId, kind, name, name)
    .run();
  return id;
};
const file = async (
  person: Person,
  kind: "journey" | "encap",
  query: { id?: string; folder?: string } = {},
) => {
  const search = new URLSearchParams(query);
  const response = await person.send("GET", `/api${automationFileDoors[kind].export.path}?${search}`);
  expect(response.status).toBe(200);
  return (await response.json()) as AutomationFile;
};

for (const kind of automationKinds) {
  const api = automationDoors[kind];
  const files = automationFileDoors[kind];
  const check = (person: Person, given: unknown): Promise<CheckedFile> =>
    person.call(files.check, { body: { file: given } });

  test(`${kind}: what is exported comes to another enterprise with its form, and what it names is found by an equal name`, async () => {
    const [here, there] = [await owner(), await owner()];
    const form = await here.call(formsApi.createForm, {
      body: { name: "Sign up", content: aForm("Sign up") },
    });
    const label = await marked(here, "label", "Gold");
    const lost = await marked(here, "group", "Only here");
    const graph = graphOf(
      {
        start: ["start"],
        ask: ["form", { formId: form.id, text: "Please" }],
        mark: [
          "updateCustomer",
          {
            changes: [
              { kind: "addLabel", labelId: label },
              { kind: "addGroup", groupId: lost },
            ],
          },
        ],
        end: ["end"],
      },
      ["start > ask", "ask.submitted > mark", "ask.noAnswer > end", "mark > end"],
    );
    const made = await here.call(api.create, { body: { name: "Signing up", folder: "Sales", graph } });
    const given = await file(here, kind, { id: made.id });
    expect(given).toMatchObject({
      format: "chatbird.automation/1",
      automations: [{ id: made.id, kind, name: "Signing up", folder: "Sales" }],
      forms: [{ id: form.id, name: "Sign up" }],
      references: [
        { kind: "label", id: label, name: "Gold" },
        { kind: "group", id: lost, name: "Only here" },
      ],
    });
    expect(JSON.stringify(given)).not.toContain(here.enterpriseId);

    const gold = await marked(there, "label", "gold");
    const before = await rows(there);
    const checked = await check(there, given);
    expect(await rows(there)).toEqual(before);
    expect(checked).toMatchObject({
      format: "chatbird",
      notes: [],
      automations: [
        { id: made.id, state: "new", existing: null, freeName: "Signing up", steps: 4, otherKind: false },
      ],
      forms: [{ id: form.id, state: "new" }],
      references: [
        { kind: "form", state: "inFile" },
        { kind: "label", id: label, name: "Gold", state: "found", proposed: gold, uses: 1 },
        { kind: "group", id: lost, name: "Only here", state: "missing", proposed: null },
      ],
      choices: { label: [{ id: gold, name: "gold" }] },
    });

    const answer = await there.call(files.import, { body: { file: given } });
    expect(answer).toMatchObject({
      automations: [{ name: "Signing up", state: "new" }],
      forms: [{ name: "Sign up", state: "new" }],
    });
    const id = answer.automations[0]?.id ?? "";
    const draft = await there.call(api.draft, { params: { id } });
    expect(draft).toMatchObject({ name: "Signing up", version: null, changed: true, revision: 1 });
    expect(draft.graph.nodes.find((node) => node.id === "mark")?.data).toEqual({
      changes: [
        { kind: "addLabel", labelId: gold },
        { kind: "addGroup", groupId: lost },
      ],
    });
    expect(draft.graph.nodes.find((node) => node.id === "ask")?.data["formId"]).toBe(answer.forms[0]?.id);
    expect(draft.problems).toContainEqual(
      expect.objectContaining({ code: "unknownReference", node: "mark", severity: "warning" }),
    );
    expect(await rows(there)).toEqual({ automations: 1, drafts: 1, forms: 1, audited: 2 });

    // The same file once more is the same, also with what a person had to choose.
    const other = await marked(there, "group", "Another name");
    const choice = { references: [{ kind: "group" as const, id: lost, to: other }] };
    await there.call(files.import, { body: { file: given, ...choice } });
    const again = await check(there, given);
    expect(again.automations).toMatchObject([{ state: "same", existing: { id, revision: 2 } }]);
    expect(again.forms).toMatchObject([{ state: "same" }]);
    expect(again.references).toContainEqual(expect.objectContaining({ kind: "group", proposed: other }));
    expect(await there.call(files.import, { body: { file: given } })).toMatchObject({
      automations: [{ id, state: "same" }],
    });
    expect(await there.call(api.draft, { params: { id } })).toMatchObject({ revision: 2 });
    // A thing that comes back from there is known by its first id.
    expect((await file(there, kind, { id })).automations).toMatchObject([{ id: made.id }]);
  });

  test(`${kind}: a draft is replaced as it was looked at, and never one that somebody has changed since`, async () => {
    const person = await owner();
    const { id } = await person.call(api.create, { body: { name: "Replaced", graph: whole("one") } });
    const given = await file(person, kind, { id });
    await person.call(api.saveDraft, { params: { id }, body: { graph: whole("two"), revision: 1 } });
    const checked = await check(person, given);
    expect(checked.automations).toMatchObject([{ state: "changed", existing: { id, revision: 2 } }]);
    const into = (revision: number) =>
      person.call(files.import, {
        body: { file: given, automations: [{ id, into: "existing", existing: { id, revision } }] },
      });
    expect(await refused(into(1))).toMatchObject({ status: 409 });
    expect((await person.call(api.draft, { params: { id } })).graph).toEqual(whole("two"));
    await into(2);
    expect(await person.call(api.draft, { params: { id } })).toMatchObject({
      graph: whole("one"),
      revision: 3,
    });

    // Another enterprise's is none that could be replaced.
    const stranger = await owner();
    const stolen = stranger.call(files.import, {
      body: { file: given, automations: [{ id, into: "existing", existing: { id, revision: 3 } }] },
    });
    expect(await refused(stolen)).toMatchObject({
      status: 400,
      errors: { "automations.0.existing": texts.gone },
    });
    expect(await person.call(api.draft, { params: { id } })).toMatchObject({ revision: 3 });

    // Somebody saves between the look and the write.
    await person.call(api.saveDraft, { params: { id }, body: { graph: whole("three"), revision: 3 } });
    const { ctx, wasOvertaken } = ctxOvertaken(harness, person, "select CASE WHEN NOT EXISTS", () =>
      person.call(api.saveDraft, { params: { id }, body: { graph: whole("four"), revision: 4 } }),
    );
    const late = importAutomations(
      ctx,
      kind,
      given,
      { automations: [], forms: [], references: [] },
      EVERYTHING,
    );
    await expect(late).rejects.toMatchObject({ code: "changedMeanwhile" });
    expect(wasOvertaken()).toBe(true);
    expect((await person.call(api.draft, { params: { id } })).graph).toEqual(whole("four"));
  });

  test(`${kind}: of two imports at once one wins, and what the other would have written is not there`, async () => {
    const [here, person] = [await owner(), await owner()];
    for (const name of ["Left", "Right"]) await here.call(api.create, { body: { name, graph: whole(name) } });
    const given = await file(here, kind);
    const answers = await Promise.all(
      [1, 2].map(() => refused(person.call(files.import, { body: { file: given } }))),
    );
    // The second sees the first one's, or is refused by its names.
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(await rows(person)).toMatchObject({ automations: 2, drafts: 2 });
    for (const { status, message } of answers) {
      if (status !== 200) expect([status, message]).toEqual([409, automationsTexts.nameTaken]);
    }
  });

  test(`${kind}: a folder of twenty is one file, and comes in whole or not at all`, async () => {
    const [here, person] = [await owner(), await owner()];
    for (let number = 1; number <= 20; number++) {
      await here.call(api.create, {
        body: { name: `Number ${number}`, folder: "Many", graph: whole(String(number)) },
      });
    }
    await here.call(api.create, { body: { name: "Elsewhere", graph: whole("x") } });
    const given = await file(here, kind, { folder: "Many" });
    expect(given.automations).toHaveLength(20);
    // One of the names is taken between the look and the write.
    const { ctx, wasOvertaken } = ctxOvertaken(harness, person, "select CASE WHEN NOT EXISTS", () =>
      person.call(api.create, { body: { name: "number 7", graph: whole("mine") } }),
    );
    const nothing = { automations: [], forms: [], references: [] };
    await expect(importAutomations(ctx, kind, given, nothing, EVERYTHING)).rejects.toMatchObject({
      code: "automationNameTaken",
    });
    expect(wasOvertaken()).toBe(true);
    expect(await rows(person)).toMatchObject({ automations: 1, drafts: 1, audited: 0 });

    const seventh = given.automations.find(({ name }) => name === "Number 7")?.id ?? "";
    const checked = await check(person, given);
    expect(checked.automations.find(({ id }) => id === seventh)?.freeName).toBe("Number 7 2");
    const named = (name: string) =>
      person.call(files.import, {
        body: { file: given, automations: [{ id: seventh, into: "new", name, folder: "Many" }] },
      });
    const at = given.automations.findIndex(({ id }) => id === seventh);
    expect(await refused(named("NUMBER 7"))).toMatchObject({
      status: 400,
      errors: { [`automations.${at}.name`]: texts.nameTaken("NUMBER 7") },
    });
    await named("Another");
    const { automations } = await person.call(api.list, { query: { folder: "Many" } });
    expect(automations).toHaveLength(20);
    expect(automations.map(({ name }) => name)).toContain("Another");
  });

  test(`${kind}: files that are none are refused with a sentence, whatever is in them`, async () => {
    const person = await owner();
    const graph = whole("x");
    const nodes = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ id: `n${at}`, type: "end", data: {} }));
    const large = (count: number) => ({
      id: `a${count}`,
      kind,
      name: "Large",
      graph: { format: graph.format, nodes: nodes(count), edges: [] },
    });
    let deep: unknown = "x";
    for (let level = 0; level < 1_000; level++) deep = [deep];
    const hostile: unknown[] = [
      null,
      7,
      "x",
      [],
      {},
      deep,
      { format: "chatbird.automation/2" },
      { format: "chatbird.automation/1" },
      { format: "chatbird.automation/1", automations: [] },
      { format: "chatbird.automation/1", automations: [{ id: "1", kind, name: "A", graph: { nodes: 7 } }] },
      { format: "chatbird.automation/1", automations: [large(6_000), large(5_000)] },
      { format: "chatbird.automation/1", automations: [large(1), large(1)] },
      { format: "chatbird.automation/1", kind, name: "A", graph: { format: "x" } },
    ];
    for (const given of hostile) {
      for (const call of [files.check, files.import]) {
        const answer = await refused(person.call(call as typeof files.check, { body: { file: given } }));
        expect(answer.status, answer.message).toBe(400);
        expect(Object.keys(answer.errors ?? {})).toEqual(["file"]);
      }
    }
    expect(await rows(person)).toMatchObject({ automations: 0 });
    // The file of one, as it was written before.
    const single = { format: "chatbird.automation/1", kind, name: "Single", graph };
    expect((await check(person, single)).automations).toMatchObject([{ name: "Single", steps: 2 }]);
    const edited = { ...(await file(await filled(kind), kind)), checksum: "0" };
    expect((await check(person, edited)).notes).toEqual([texts.edited]);
  });
}

const filled = async (kind: "journey" | "encap"): Promise<Person> => {
  const person = await owner();
  await person.call(automationDoors[kind].create, { body: { name: "One", graph: whole("one") } });
  return person;
};

test("who may not replace or make forms is refused, and nothing is written", async () => {
  const person = await owner();
  const { id } = await person.call(automationDoors.journey.create, {
    body: { name: "Mine", graph: whole("one") },
  });
  const given = await file(person, "journey", { id });
  await person.call(automationDoors.journey.saveDraft, {
    params: { id },
    body: { graph: whole("two"), revision: 1 },
  });
  const ctx = watchedCtx(harness, person, () => {});
  const choices = { automations: [], forms: [], references: [] };
  const late = importAutomations(ctx, "journey", given, choices, { ...EVERYTHING, replace: false });
  await expect(late).rejects.toMatchObject({ code: "forbidden", message: texts.mayNotReplace });
  const form = { id: "f", name: "Form", content: aForm("Form") };
  const withForm = { ...given, forms: [form], checksum: undefined };
  const made = importAutomations(ctx, "journey", withForm, choices, { ...EVERYTHING, createForms: false });
  await expect(made).rejects.toMatchObject({ code: "forbidden", message: texts.mayNotForms });
  expect(await rows(person)).toMatchObject({ audited: 0 });
});
