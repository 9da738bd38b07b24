import { expect, test } from "vitest";
import { duplicateNode } from "#app/features/graph-editor/edits.ts";
import type { FieldDef } from "#app/features/graph-editor/fields/field-def.ts";
import { fieldsOfNodes } from "#app/features/graph-editor/fields/node-fields.ts";
import { getIn, setIn } from "#app/features/graph-editor/fields/paths.ts";
import { freshId } from "#app/features/graph-editor/fields/shared-fields.ts";
import { nodeTitle } from "#workers/contract/automation/node-title.ts";
import { newDataOf } from "#app/features/graph-editor/new-data.ts";
import { paletteFor } from "#app/features/graph-editor/palette.ts";
import { graphOf } from "#tests/support/flow.ts";
import type { GraphNode } from "#workers/contract/automation/graph.ts";
import { type NodeTypeName, nodeTypes, portsOf } from "#workers/contract/automation/node-types.ts";

test("a part of a node's data is read and set by the path that a problem names", () => {
  const data = { variants: [{ channel: -1, content: { kind: "text", text: "Hello" } }, { channel: 4 }] };
  expect(getIn(data, "variants.0.content.text")).toBe("Hello");
  expect(getIn(data, "variants.7.content.text")).toBeUndefined();
  expect(getIn(data, "")).toBe(data);
  const changed = setIn(data, "variants.0.content.text", "Hi");
  expect(changed).toEqual({
    variants: [{ channel: -1, content: { kind: "text", text: "Hi" } }, { channel: 4 }],
  });
  expect(data.variants[0]?.content?.text).toBe("Hello");
  expect(setIn({}, "reminder.after.amount", 2)).toEqual({ reminder: { after: { amount: 2 } } });
  expect(setIn({ save: { to: "variable", name: "a" }, text: "" }, "save", undefined)).toStrictEqual({
    text: "",
  });
  expect(setIn({ value: [1, 2] }, "value.1", 3)).toEqual({ value: [1, 3] });
});

test("a new option's id is one that no way has left by before", () => {
  expect(freshId([])).toBe("1");
  expect(freshId([{ id: "1" }, { id: "3" }])).toBe("4");
  expect(freshId([{ id: "2" }])).toBe("3");
});

test("a copy of a step has no ways, and its data are its own", () => {
  const graph = graphOf(
    { start: ["start"], ask: ["buttons", { text: "?", options: [{ id: "1", label: "Yes" }] }] },
    ["start > ask", "ask.option:1 > start"],
  );
  const copied = duplicateNode(graph, "ask", "copy");
  expect(copied.edges).toEqual(graph.edges);
  const [original, copy] = ["ask", "copy"].map((id) => copied.nodes.find((node) => node.id === id));
  expect(copy?.data).toEqual(original?.data);
  expect(copy?.data).not.toBe(original?.data);
  expect(duplicateNode(graph, "ask", "start")).toBe(graph);
});

test("steps are called by their own name, else by what they do with names in place of ids", () => {
  const node = (type: string, data: GraphNode["data"], name = ""): GraphNode => ({
    id: type,
    type,
    name,
    data,
    position: { x: 0, y: 0 },
  });
  const references = {
    templates: [{ id: "t1", name: "Order update" }],
    cards: [],
    bots: [],
    intents: [],
    departments: [],
    labels: [],
    groups: [],
    integrations: [],
    forms: [],
    mailChannels: [],
    smsChannels: [],
    flows: [],
    journeys: [],
  };
  const graph = graphOf({ start: ["start"], end: ["end", { outcome: "done" }] });
  const title = (of: GraphNode) => nodeTitle(of, graph, references);
  expect(title(node("sendTemplate", { templateId: "t1" }))).toBe("Send template Order update");
  expect(title(node("sendTemplate", { templateId: "t2" }))).toBe("Send template t2");
  expect(title(node("sendTemplate", { templateId: "t1" }, "Tell them"))).toBe("Tell them");
  expect(title(node("goTo", { node: "end" }))).toBe("Go to End: done");
});

/** All fields of a form, with those of each kind of a part. */
function* every(fields: readonly FieldDef[]): Generator<FieldDef> {
  for (const field of fields) {
    yield field;
    if (field.as === "kinds") for (const { fields: own } of field.kinds) yield* every(own);
    else if ("fields" in field) yield* every(field.fields);
  }
}

test.each(Object.keys(nodeTypes) as NodeTypeName[])(
  "%s: each part of the schema has a field, no field stands twice, and what begins shows its ways",
  (type) => {
    const fields = fieldsOfNodes[type];
    const shape = (nodeTypes[type].schema as unknown as { shape: object }).shape;
    const own = new Set(fields.map(({ at }) => at.split(".")[0]));
    // A mock is an export's, and a skill one of older graphs, by which nobody is chosen.
    const without = Object.keys(shape).filter((key) => !own.has(key) && !["mock", "skill"].includes(key));
    expect(without).toEqual([]);
    for (const { at } of fields) expect(Object.keys(shape)).toContain(at.split(".")[0]);
    expect([...every(fields)].every(({ label }) => label !== "")).toBe(true);
    const isWhole = nodeTypes[type].schema.safeParse(newDataOf(type)).success;
    if (!isWhole && type !== "form" && type !== "whatsappFlow") {
      expect(portsOf({ type, data: newDataOf(type) })).toEqual(
        nodeTypes[type].ports(newDataOf(type) as never),
      );
    }
  },
);

test("every kind of a part begins as data that its own form can show", () => {
  for (const [type, fields] of Object.entries(fieldsOfNodes)) {
    for (const field of every(fields)) {
      if (field.as !== "kinds") continue;
      for (const kind of field.kinds) {
        const tops = kind.fields.map(({ at }) => at.split(".")[0]);
        expect(
          Object.keys(kind.fresh).filter((key) => !tops.includes(key)),
          `${type} ${kind.value}`,
        ).toEqual([]);
      }
    }
  }
});

test("the palette has one Start at most", () => {
  const types = (hasStart: boolean) => paletteFor(hasStart).map(({ type }) => type);
  expect(types(true)).not.toContain("start");
  expect(types(false)).toContain("start");
  expect(types(true)).toContain("whatsappFlow");
  expect(types(true)).toContain("buttons");
});
