import { expect, test } from "vitest";
import { graphOf } from "#tests/support/flow.ts";
import { planImport } from "#workers/domain/automation-files/import-plan.ts";
import { idsIn, mapReferences, referencesIn } from "#workers/domain/automations/graph-references.ts";

/** Everything that a graph may name by an id, and fields of customers wherever they stand. */
const given = graphOf(
  {
    start: [
      "start",
      {
        triggers: [
          { kind: "membership", change: { what: "entersGroup", id: "g1" } },
          { kind: "schedule", every: "day", clock: "09:00", audience: { of: "label", id: "l1" } },
          { kind: "field", field: "city" },
          { kind: "form", formId: "f1" },
        ],
        filter: { match: "all", rows: [{ field: "contact.city", operator: "is", value: "contact.city" }] },
      },
    ],
    hello: [
      "sendMessage",
      {
        variants: [
          { channel: -1, content: { kind: "text", text: "{contact.city|} {{contact.city}} {contact.name}" } },
        ],
      },
    ],
    ask: ["ask", { text: "?", save: { to: "field", name: "city" } }],
    keep: ["ask", { text: "?", save: { to: "variable", name: "answer" } }],
    talk: ["bot", { botId: "b1", intents: [{ id: "i1", label: "Order" }] }],
    set: [
      "setVariables",
      {
        set: [
          { variable: "answer", type: "expression", value: 'contact.city + "x"' },
          { variable: "answer", type: "column", value: "contact.city" },
        ],
      },
    ],
    wait: ["waitFor", { events: [{ id: "label", kind: "reply", of: "hello" }] }],
    call: [
      "http",
      { request: { authType: 2, configId: "c1" }, mock: { status: 200, body: { labelId: "theirs" } } },
    ],
    change: [
      "updateCustomer",
      {
        changes: [
          { kind: "addLabel", labelId: "l1" },
          { kind: "field", field: "city", value: { type: "static", value: "x" } },
        ],
      },
    ],
  },
  ["start > hello", "talk.intent:i1 > set", "talk.gaveUp > set"],
  { exit: { match: "any", rows: [{ field: "contact.city", operator: "is empty" }] } },
);

test("each reference is renamed where it stands, with the exits that are named by it", () => {
  const mapped = mapReferences(given, (kind, id) => `${kind}-${id}`);
  const data = (id: string) => mapped.nodes.find((node) => node.id === id)?.data as Record<string, never>;
  expect(data("start")["triggers"]).toMatchObject([
    { change: { what: "entersGroup", id: "group-g1" } },
    { audience: { of: "label", id: "label-l1" } },
    { field: "field-city" },
    { formId: "form-f1" },
  ]);
  expect(data("start")["filter"]).toEqual({
    match: "all",
    rows: [{ field: "contact.field-city", operator: "is", value: "contact.city" }],
  });
  expect(data("hello")["variants"]).toMatchObject([
    { content: { text: "{contact.field-city|} {{contact.city}} {contact.name}" } },
  ]);
  expect(data("ask")["save"]).toEqual({ to: "field", name: "field-city" });
  expect(data("keep")["save"]).toEqual({ to: "variable", name: "answer" });
  expect(data("talk")).toMatchObject({ botId: "bot-b1", intents: [{ id: "intent-i1", label: "Order" }] });
  expect(mapped.edges.map(({ from, port }) => `${from}.${port}`)).toEqual([
    "start.next",
    "talk.intent:intent-i1",
    "talk.gaveUp",
  ]);
  expect(data("set")["set"]).toMatchObject([
    { value: 'contact.field-city + "x"' },
    { value: "contact.field-city" },
  ]);
  expect(data("wait")["events"]).toEqual([{ id: "label", kind: "reply", of: "hello" }]);
  expect(data("call")).toMatchObject({
    request: { configId: "integration-c1" },
    mock: { body: { labelId: "theirs" } },
  });
  expect(data("change")["changes"]).toMatchObject([{ labelId: "label-l1" }, { field: "field-city" }]);
  expect(mapped.exit?.rows[0]?.field).toBe("contact.field-city");
});

test("a comparison with a group is renamed where it names one by its id; a name that was typed stays, and the list is no field", () => {
  const id = "01890a5d-ac96-774b-bcce-b302099a8057";
  const of = (value: string) => ({
    match: "all" as const,
    rows: [{ field: "contact.groups", operator: "has" as const, value }],
  });
  const graph = graphOf({ start: ["start", { filter: of(id) }] }, [], { exit: of("Gold") });
  const mapped = mapReferences(graph, (kind, each) => `${kind}-${each}`);
  expect(mapped.nodes[0]?.data["filter"]).toEqual(of(`group-${id}`));
  expect(mapped.exit).toEqual(of("Gold"));
  expect(referencesIn(graph).map(({ kind }) => kind)).toEqual(["group"]);
});

const IDS = [1, 2, 3].map((n) => `01890a5d-ac96-774b-bcce-b302099a805${n}`);
const comparing = (ids: readonly string[]) => ({
  match: "any" as const,
  rows: ids.map((value) => ({ field: "contact.groups", operator: "has" as const, value })),
});
const compared = graphOf({ start: ["start", { filter: comparing(IDS.slice(0, 2)) }] }, [], {
  exit: comparing(IDS.slice(2)),
});

test("groups in comparisons stay the groups that they are where one's own export comes again", () => {
  const part = { id: "a", name: "Offers" };
  const file = {
    format: "chatbird.automation/1" as const,
    automations: [{ ...part, kind: "journey" as const, folder: "", graph: compared }],
    forms: [],
    templates: [],
    references: IDS.map((id) => ({ kind: "group" as const, id, name: id })),
  };
  const here = {
    automations: [{ ...part, sourceId: "", revision: 1, updatedBy: "", updatedAt: 1, content: compared }],
    forms: [],
    references: new Map([["group" as const, IDS.map((id) => ({ id, name: id, key: id }))]]),
  };
  const plan = planImport("journey", { format: "chatbird", file, notes: [] }, here);
  expect(plan.references.map(({ id, proposed }) => [id, proposed])).toEqual(IDS.map((id) => [id, id]));
  expect(plan.automations).toMatchObject([{ state: "same" }]);
});

test("a group in a comparison is looked up like any other, at its row; a name that was typed is not", () => {
  const of = (id: string | undefined) => ({ kind: "group", id });
  expect(idsIn(compared)).toEqual([
    { ...of(IDS[0]), node: "start", field: "filter.rows.0.value" },
    { ...of(IDS[1]), node: "start", field: "filter.rows.1.value" },
    { ...of(IDS[2]), field: "exit.rows.0.value" },
  ]);
  expect(idsIn(graphOf({ start: ["start"] }, [], { exit: comparing(["Gold"]) }))).toEqual([]);
});

test("a graph whose references stay is the same, to the letter", () => {
  expect(mapReferences(given, (_, id) => id)).toEqual(given);
});

test("places say where a reference stands, for whoever compares two graphs and for the author", () => {
  expect(referencesIn(given)).toContainEqual({ kind: "label", id: "l1", place: "change .changes.0.labelId" });
  expect(idsIn(given)).toContainEqual({
    kind: "integration",
    id: "c1",
    node: "call",
    field: "request.configId",
  });
  expect(new Set(referencesIn(given).map(({ kind }) => kind))).toEqual(
    new Set(["group", "label", "field", "form", "bot", "intent", "integration"]),
  );
});

test("half-typed data break nothing", () => {
  for (const data of [
    { intents: 7 },
    { intents: [null, 7] },
    { save: null },
    { changes: [[]] },
    { field: 7 },
  ]) {
    for (const type of ["bot", "ask", "updateCustomer", "nothing"]) {
      const graph = graphOf({ start: ["start"], it: [type, data] });
      expect(mapReferences(graph, (_, id) => id)).toEqual(graph);
    }
  }
});
