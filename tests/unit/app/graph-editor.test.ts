import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AGAIN_MS, autosave, AUTOSAVE_MS, type SaveState } from "#app/features/autosave/autosave.ts";
import {
  addNode,
  connect,
  differingNodes,
  disconnect,
  moveNode,
  removeNode,
  renameNode,
  setData,
  setErrorHandler,
  setVariables,
  targetOf,
} from "#app/features/graph-editor/edits.ts";
import { begin, record, redo, undo } from "#app/features/autosave/history.ts";
import { readingOrder } from "#workers/contract/automation/reading-order.ts";
import { type Graph, graph as graphSchema } from "#workers/contract/automation/graph.ts";
import { type NodeTypeName, nodeTypes, portsOf } from "#workers/contract/automation/node-types.ts";

const empty: Graph = graphSchema.parse({ format: "chatbird.graph/1", nodes: [{ id: "s", type: "start" }] });
const next = (from: string) => ({ from, port: "next" });
/** Start, then a, b and c in a row. */
const row = ["a", "b", "c"].reduce(
  (graph, id, at) => addNode(graph, id, "sendMessage", next(["s", "a", "b"][at] ?? "s")),
  empty,
);
const way = (graph: Graph) => readingOrder(graph).map(({ node }) => node.id);

describe("edits", () => {
  test("a node is put between an exit and what came after it, and removing it joins the two again", () => {
    const between = addNode(row, "x", "wait", next("a"));
    expect(way(between)).toEqual(["s", "a", "x", "b", "c"]);
    expect(targetOf(between, next("x"))).toBe("b");
    expect(targetOf(removeNode(between, "x"), next("a"))).toBe("b");
  });

  test("what led to a node with two ways leads nowhere once it is gone", () => {
    const forked = connect(row, { from: "b", port: "error" }, "s");
    const gone = removeNode(forked, "b");
    expect(targetOf(gone, next("a"))).toBeUndefined();
    expect(gone.nodes.map(({ id }) => id)).toEqual(["s", "a", "c"]);
  });

  test("a moved node leaves its neighbours joined", () => {
    expect(way(moveNode(row, "a", next("c")))).toEqual(["s", "b", "c", "a"]);
    expect(way(moveNode(row, "c", next("s")))).toEqual(["s", "c", "a", "b"]);
    expect(moveNode(row, "a", next("a"))).toBe(row);
  });

  test("an exit has one connection at most, between nodes that are there", () => {
    expect(connect(row, next("a"), "c").edges.filter(({ from }) => from === "a")).toEqual([
      { ...next("a"), to: "c" },
    ]);
    expect(connect(row, next("a"), "nowhere")).toBe(row);
  });

  test("a removed option takes its connection along, and data that are half typed take none", () => {
    const options = [
      { id: "1", label: "Yes" },
      { id: "2", label: "No" },
    ];
    const asked = setData(addNode(row, "q", "buttons", next("c")), "q", { text: "Sure?", options });
    const led = connect(asked, { from: "q", port: "option:2" }, "a");
    for (const half of [
      { text: "", options },
      { text: "Sure?" },
      { text: "", options: options.slice(0, 1) },
    ]) {
      expect(targetOf(setData(led, "q", half), { from: "q", port: "option:2" })).toBe("a");
    }
    const fewer = setData(led, "q", { text: "Sure?", options: options.slice(0, 1) });
    expect(fewer.edges.some(({ port }) => port === "option:2")).toBe(false);
  });

  test("the node of the error handler takes that role along when it goes", () => {
    expect(removeNode(setErrorHandler(row, "b"), "b")).not.toHaveProperty("errorHandler");
    expect(removeNode(setErrorHandler(row, "b"), "a").errorHandler).toBe("b");
  });

  test("two versions differ in what a node says or leads to, not in where it is drawn", () => {
    const moved = { ...row, nodes: row.nodes.map((node) => ({ ...node, position: { x: 9, y: 9 } })) };
    expect(differingNodes(row, moved)).toEqual([]);
    expect(differingNodes(row, disconnect(renameNode(row, "a", "Hello"), next("b")))).toEqual(["a", "b"]);
  });

  const types = Object.keys(nodeTypes) as NodeTypeName[];
  test.each(types)("a new %s can be stored", (type) => {
    expect(graphSchema.safeParse(addNode(empty, "n", type, next("s"))).success).toBe(true);
  });

  test("random edits keep a graph that can be stored, connected only between its nodes, and undo gives the first one", () => {
    const edit = fc.record({
      kind: fc.constantFrom(
        "add",
        "remove",
        "move",
        "connect",
        "disconnect",
        "rename",
        "data",
        "names",
        "errors",
      ),
      type: fc.constantFrom(...types),
      one: fc.nat(),
      other: fc.nat(),
      port: fc.nat(),
      text: fc.string(),
    });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 40 }), (edits) => {
        let history = begin(row);
        for (const [at, { kind, type, one, other, port, text }] of edits.entries()) {
          const now = history.present;
          const node = now.nodes[one % now.nodes.length];
          const to = now.nodes[other % now.nodes.length]?.id ?? "s";
          const id = node?.id ?? "s";
          const ports = node ? portsOf(node) : [];
          const exit = { from: id, port: ports[port % Math.max(ports.length, 1)]?.id ?? "next" };
          const changed = {
            add: () => addNode(now, `n${at}`, type, exit),
            remove: () => removeNode(now, id),
            move: () => moveNode(now, to, exit),
            connect: () => connect(now, exit, to),
            disconnect: () => disconnect(now, exit),
            rename: () => renameNode(now, id, text.repeat(20)),
            data: () => setData(now, id, { text }),
            names: () => setVariables(now, [{ name: `v${at}`, type: "text" }]),
            errors: () => setErrorHandler(now, to),
          }[kind]();
          history = record(history, changed);
          expect(graphSchema.safeParse(changed).success).toBe(true);
          const ids = new Set(changed.nodes.map((each) => each.id));
          expect(changed.edges.every(({ from, to: end }) => ids.has(from) && ids.has(end))).toBe(true);
          const exits = changed.edges.map((edge) => `${edge.from} ${edge.port}`);
          expect(new Set(exits).size).toBe(exits.length);
          expect(readingOrder(changed).length).toBe(changed.nodes.length);
        }
        const last = history.present;
        const steps = history.past.length;
        for (let at = 0; at < steps; at++) history = undo(history);
        expect(history.present).toEqual(row);
        for (let at = 0; at < steps; at++) history = redo(history);
        expect(history.present).toEqual(last);
      }),
      { numRuns: 100 },
    );
  });
});

test("typing into one field is one entry of undo, and a new change ends what could be redone", () => {
  const typed = record(record(record(begin("a"), "ab", "name"), "abc", "name"), "x");
  expect(undo(typed).present).toBe("abc");
  expect(undo(undo(typed)).present).toBe("a");
  expect(redo(record(undo(typed), "y")).present).toBe("y");
});

describe("reading order", () => {
  test("each way is read to its end, by the order of the exits, and what nothing leads to comes last", () => {
    let graph = addNode(empty, "q", "ask", next("s"));
    graph = addNode(graph, "stray", "end");
    graph = addNode(graph, "late", "end", { from: "q", port: "noReply" });
    graph = addNode(graph, "yes", "sendMessage", { from: "q", port: "next" });
    graph = setData(graph, "q", { text: "How old?", answer: { kind: "number" } });
    const rows = readingOrder(graph);
    expect(rows.map(({ node }) => node.id)).toEqual(["s", "q", "yes", "late", "stray"]);
    expect(rows.map(({ reached }) => reached)).toEqual([true, true, true, true, false]);
    expect(rows[1]?.exits.find(({ port }) => port === "noReply")).toMatchObject({
      label: "no reply",
      to: "late",
      number: 4,
    });
  });

  test("a circle ends, and ten thousand nodes in a row are read", () => {
    expect(way(connect(row, next("c"), "a"))).toEqual(["s", "a", "b", "c"]);
    const ids = Array.from({ length: 10_000 }, (_, at) => `n${at}`);
    const long = graphSchema.parse({
      format: "chatbird.graph/1",
      nodes: ids.map((id, at) => ({ id, type: at === 0 ? "start" : "milestone" })),
      edges: ids.slice(1).map((to, at) => ({ ...next(`n${at}`), to })),
    });
    expect(way(long)).toEqual(ids);
  });
});

describe("autosave", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const begun = (save: (value: string, revision: number) => Promise<{ revision: number }>) => {
    const states: SaveState["kind"][] = [];
    const saving = autosave({
      revision: 1,
      at: 0,
      save,
      refusalOf: (error) => error as { status: number; message: string },
      onSaved: () => {},
      onState: ({ kind }) => states.push(kind),
    });
    return { saving, states };
  };
  const saves = () => vi.fn(async (_: string, revision: number) => ({ revision: revision + 1 }));

  test("saves once, a second after the last change, with the revision of the last save", async () => {
    const save = saves();
    const { saving, states } = begun(save);
    saving.change("a");
    await vi.advanceTimersByTimeAsync(AUTOSAVE_MS - 1);
    saving.change("ab");
    await vi.advanceTimersByTimeAsync(AUTOSAVE_MS - 1);
    expect(save).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    saving.change("abc");
    await vi.advanceTimersByTimeAsync(AUTOSAVE_MS);
    expect(save.mock.calls).toEqual([
      ["ab", 1],
      ["abc", 2],
    ]);
    expect(states.at(-1)).toBe("saved");
  });

  test("what is typed while a save is on its way is saved after it, never beside it", async () => {
    let open = 0;
    let most = 0;
    const sent: string[] = [];
    const { saving, states } = begun(async (value, revision) => {
      sent.push(value);
      most = Math.max(most, ++open);
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      open--;
      return { revision: revision + 1 };
    });
    saving.change("a");
    await vi.advanceTimersByTimeAsync(AUTOSAVE_MS + 500);
    saving.change("ab");
    await vi.advanceTimersByTimeAsync(20_000);
    expect([sent, most, states.at(-1)]).toEqual([["a", "ab"], 1, "saved"]);
  });

  test("sends nothing over somebody else's version until that is chosen, and then what was typed last", async () => {
    const save = vi.fn(async (_: string, revision: number) => {
      if (revision < 7) throw { status: 409, message: "Asha saved" };
      return { revision: revision + 1 };
    });
    const { saving, states } = begun(save);
    saving.change("mine");
    await vi.advanceTimersByTimeAsync(AUTOSAVE_MS);
    saving.change("mine, longer");
    await vi.advanceTimersByTimeAsync(60_000);
    expect([save.mock.calls.length, states.at(-1)]).toEqual([1, "conflict"]);
    expect(await saving.flush()).toBe(false);
    expect(save).toHaveBeenCalledTimes(1);
    expect(await saving.keep(7)).toBe(true);
    expect(save).toHaveBeenLastCalledWith("mine, longer", 7);
    expect(saving.revision()).toBe(8);
  });

  test("taking theirs sends nothing of mine", async () => {
    const save = vi.fn().mockRejectedValue({ status: 409, message: "Asha saved" });
    const { saving, states } = begun(save);
    saving.change("mine");
    await vi.advanceTimersByTimeAsync(AUTOSAVE_MS);
    saving.take(7);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([save.mock.calls.length, saving.revision(), states.at(-1)]).toEqual([1, 7, "saved"]);
  });

  test("tries again what could not be sent, and not what was refused", async () => {
    const save = saves();
    save.mockRejectedValueOnce({ status: 0, message: "Offline" });
    const { saving, states } = begun(save);
    saving.change("a");
    await vi.advanceTimersByTimeAsync(AUTOSAVE_MS);
    expect(states.at(-1)).toBe("failed");
    await vi.advanceTimersByTimeAsync(AGAIN_MS);
    expect([save.mock.calls.length, states.at(-1)]).toEqual([2, "saved"]);

    save.mockRejectedValueOnce({ status: 422, message: "Too large" });
    saving.change("b");
    await vi.advanceTimersByTimeAsync(60_000);
    expect([save.mock.calls.length, states.at(-1)]).toEqual([3, "refused"]);
  });
});
