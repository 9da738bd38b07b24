import { expect, test } from "vitest";
import { setPin } from "#app/features/graph-editor/edits.ts";
import {
  putAll,
  removeFrame,
  removeNote,
  setFrame,
  setNote,
  stepsIn,
} from "#app/features/graph-editor/notes.ts";
import { linesOf } from "#app/features/graph-editor/difference-lines.ts";
import { turnOf } from "#app/features/graph-editor/use-test.ts";
import { begin, record, undo } from "#app/features/autosave/history.ts";
import { graphOf } from "#tests/support/flow.ts";
import { testCase } from "#workers/contract/automation/test-case.ts";
import { validate } from "#workers/domain/flow/validate.ts";

const bare = graphOf({ start: ["start"], end: ["end", { outcome: "done" }] }, ["start > end"]);
const graph = {
  ...bare,
  nodes: bare.nodes.map((node, at) => ({ ...node, position: { x: 0, y: at * 1_000 } })),
};
const nothingPut = { nodes: {}, notes: {}, frames: {} };

test("a note is written, changed and removed, beside the steps and without a word to the validator", () => {
  const noted = setNote(graph, "n", "**Ask** Priya");
  expect(noted.notes).toMatchObject([{ id: "n", text: "**Ask** Priya" }]);
  expect(noted.notes[0]?.position.x).toBeGreaterThan(0);
  const changed = setNote(noted, "n", "Asked");
  expect(changed.notes).toHaveLength(1);
  const known = {
    fields: new Map(),
    journeys: new Map(),
    forms: new Set<string>(),
    waFlows: new Set<string>(),
  };
  const framed = setFrame(changed, "f", { title: "Greeting" }, "start");
  expect(validate(framed, known)).toEqual(validate(graph, known));
  expect(removeFrame(removeNote(framed, "n"), "f")).toEqual(graph);
});

test("a frame lies around its step, and takes along what lies in it when it is moved, but for what was moved itself", () => {
  const framed = setFrame(setNote(graph, "n", "Beside"), "f", { title: "Greeting" }, "start");
  const [frame] = framed.frames;
  if (!frame) throw new Error("no frame");
  expect(stepsIn(framed, frame)).toEqual(["start"]);
  const { x, y } = frame.position;
  const moved = putAll(framed, { ...nothingPut, frames: { f: { x: x + 50, y: y - 20 } } });
  expect(moved.nodes.map(({ position }) => position)).toEqual([
    { x: 50, y: -20 },
    { x: 0, y: 1_000 },
  ]);
  expect(moved.notes).toEqual(framed.notes);
  const both = putAll(framed, {
    ...nothingPut,
    frames: { f: { x: x + 50, y } },
    nodes: { start: { x: 7, y: 7 } },
  });
  expect(both.nodes[0]?.position).toEqual({ x: 7, y: 7 });
});

test("two drafts whose notes differ do not look the same", () => {
  expect(linesOf(graph, graph)).toEqual([]);
  expect(linesOf(graph, setNote(graph, "n", "New"))).toEqual(["Notes and frames: different"]);
});

test("two drafts that differ in anything but their steps say in what", () => {
  const variables = [{ name: "city", type: "text" as const, default: "Pune" }];
  const property = { name: "gift", label: "", type: "text" as const, required: false };
  const theirs = {
    ...graph,
    variables,
    properties: [property],
    exit: { match: "all" as const, rows: [] },
    errorHandler: "end",
  };
  expect(linesOf({ ...graph, variables: [] }, theirs)).toEqual([
    "Variable city: only in that version",
    "Property gift: only in that version",
    "Who leaves before anything else happens: different",
    "Where a run goes on after an error: different",
  ]);
  expect(linesOf(theirs, { ...theirs, variables: [{ ...variables[0]!, default: "Goa" }] })).toEqual([
    "Variable city: different",
  ]);
  expect(linesOf(theirs, { ...theirs, properties: [] })).toEqual(["Property gift: only in the draft"]);
});

test("a pinned answer survives undo, and goes with it", () => {
  const pinned = setPin(graph, "end", { ok: true, data: { city: "Pune" } });
  expect(pinned.nodes[1]?.pin).toEqual({ ok: true, data: { city: "Pune" } });
  expect(setPin(pinned, "end", undefined)).toEqual(graph);
  const history = record(record(begin(graph), pinned), setNote(pinned, "n", "Later"));
  expect(undo(history).present).toEqual(pinned);
  expect(undo(undo(history)).present).toEqual(graph);
});

test("what is kept of an act names no token and no run, and fits a test case", () => {
  const tried = { path: [{ node: "ask", port: null, outcome: "ok" }], said: [] };
  const acts = [
    turnOf({ kind: "start" }, undefined, tried),
    turnOf({ kind: "press", token: "t1", label: "Yes" }, { when: "each" }, tried),
    turnOf({ kind: "event", of: "message", key: "run:1", what: "read" }, undefined, tried),
  ];
  expect(acts.map(({ act }) => act)).toEqual([
    { kind: "start" },
    { kind: "press", label: "Yes" },
    { kind: "event", of: "message", what: "read" },
  ]);
  const content = { channelType: 4, customer: { name: "", phone: "" }, now: 0, turns: acts };
  expect(testCase.safeParse(content).success).toBe(true);
});
