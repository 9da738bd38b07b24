import { describe, expect, test } from "vitest";
import {
  fitsDraft,
  type Graph,
  graph as graphSchema,
  GRAPH_FORMAT,
} from "#workers/contract/automation/graph.ts";
import { describeNode, nodeTypes, portsOf } from "#workers/contract/automation/node-types.ts";
import { EVERY_CHANNEL } from "#workers/contract/channel-types.ts";
import { compile } from "#workers/domain/flow/compile.ts";
import { type GraphContext, validate } from "#workers/domain/flow/validate.ts";
import { fields, graphOf } from "#tests/support/flow.ts";

const surroundings: GraphContext = { fields, properties: new Map([["shop", "text"]]) };
const text = (words: string) => ({
  variants: [{ channel: EVERY_CHANNEL, content: { kind: "text", text: words } }],
});
const say = (words = "Hello") => ["sendMessage", text(words)] as [string, object];
const day = { until: { kind: "duration", length: { amount: 1, unit: "days" } } };

const problemsOf = (graph: Graph, more: Partial<GraphContext> = {}) =>
  validate(graph, { ...surroundings, ...more });
/** Code and place of all problems but of exits that lead nowhere. */
const short = (graph: Graph, more?: Partial<GraphContext>): string[] =>
  problemsOf(graph, more).flatMap(({ code, node = "", port = "", field = "" }) =>
    code === "deadEnd" ? [] : [[code, node, port, field].filter(Boolean).join(" ")],
  );

test("a whole graph has nothing wrong with it", () => {
  const graph = graphOf(
    {
      start: ["start"],
      ask: ["ask", { text: "Hello {contact.name|you}?" }],
      wait: ["wait", day],
      end: ["end"],
    },
    ["start > ask", "ask > wait", "ask.noReply > end", "ask.gaveUp > end", "wait > ask"],
  );
  expect(problemsOf(graph)).toEqual([]);
});

describe("the graph as a whole", () => {
  test("exactly one start", () => {
    expect(short(graphOf({ end: ["end"] }))).toEqual(["noStart"]);
    expect(
      short(graphOf({ start: ["start"], other: ["start"], end: ["end"] }, ["start > end", "other > end"])),
    ).toEqual(["manyStarts other"]);
  });

  test("ids that stand twice, connections to and from nothing, and two at one exit", () => {
    const graph = graphOf({ start: ["start"], a: ["end"] }, ["start > a"]);
    graph.nodes.push({ ...(graph.nodes[1] as Graph["nodes"][number]) });
    graph.edges.push(
      { from: "start", port: "next", to: "gone" },
      { from: "gone", port: "next", to: "a" },
      { from: "a", port: "next", to: "start" },
    );
    expect(short(graph).toSorted()).toEqual([
      "duplicateId a",
      "edgeFromNothing",
      "edgeToNothing start next",
      "loop start",
      "twoEdges start next",
      "unknownPort a next",
    ]);
    const twice = graphOf({ start: ["start"], a: ["end"] }, ["start > a"], {
      variables: [
        { name: "x", type: "text" },
        { name: "x", type: "number" },
      ],
    });
    expect(short(twice)).toEqual(["duplicateVariable"]);
  });

  test("what nothing leads to, unless it is gone to or takes in errors", () => {
    const nodes = {
      start: ["start"],
      jump: ["goTo", { node: "a" }],
      a: ["end"],
      b: ["end"],
      c: ["end"],
    } as never;
    expect(short(graphOf(nodes, ["start > jump"], { errorHandler: "b" }))).toEqual(["unreachable c"]);
    expect(
      short(
        graphOf({ start: ["start"], jump: ["goTo", { node: "gone" }] }, ["start > jump"], {
          errorHandler: "gone",
        }),
      ),
    ).toEqual(["unknownNode errorHandler", "unknownNode jump node"]);
  });

  test("an exit that leads nowhere is a warning, and one for errors is not even that", () => {
    const [problem, ...others] = problemsOf(graphOf({ start: ["start"], a: say() }, ["start > a"]));
    expect([problem, others]).toMatchObject([
      { code: "deadEnd", severity: "warning", node: "a", port: "next" },
      [],
    ]);
  });

  test("a circle without a wait is drawn, and one with a wait is none", () => {
    const nodes = {
      start: ["start"],
      a: say(),
      b: say(),
      c: ["goTo", { node: "a" }],
      w: ["wait", day],
    } as never;
    const quick = problemsOf(graphOf(nodes, ["start > a", "a > b", "b > c", "b.error > w"]));
    expect(quick.filter(({ code }) => code === "loop")).toEqual([
      {
        code: "loop",
        severity: "error",
        node: expect.any(String),
        nodes: expect.arrayContaining(["a", "b", "c"]),
        sentence: expect.stringMatching(/→.*→.*→/),
      },
    ]);
    expect(short(graphOf(nodes, ["start > a", "a > w", "w > b", "b > c"]))).toEqual([]);
    expect(short(graphOf({ start: ["start"], a: say() }, ["start > a", "a > a"]))).toEqual(["loop a"]);
  });

  test("the exit rule is read like any condition", () => {
    const exit = { match: "all", rows: [{ field: "contact.town", operator: "is", value: "Pune" }] } as const;
    expect(short(graphOf({ start: ["start"], a: ["end"] }, ["start > a"], { exit: exit as never }))).toEqual([
      "expression exit.rows.0.field",
    ]);
  });

  test("more nodes than 10,000, and a draft of more than 900 kB", () => {
    const nodes = Array.from({ length: 10_001 }, (_, at) => ({ id: `n${at}`, type: "end" }));
    expect(graphSchema.safeParse({ format: GRAPH_FORMAT, nodes }).error?.issues[0]?.message).toBe(
      "Use at most 10,000 nodes.",
    );
    expect(fitsDraft("x".repeat(900_000))).toBe(true);
    expect(fitsDraft(`${"x".repeat(899_999)}é`)).toBe(false);
  });
});

describe("the data of a node", () => {
  const one = (type: string, data: object, more?: Partial<GraphContext>): string[] =>
    short(graphOf({ start: ["start"], it: [type, data] }, ["start > it"]), more);

  test("a type that does not exist, with the one that was probably meant", () => {
    const [problem] = problemsOf(graphOf({ start: ["start"], it: ["sendMesage"] }, ["start > it"]));
    expect(problem).toMatchObject({ code: "unknownType", suggestion: "sendMessage" });
  });

  test("fields that are missing or wrong, each with a sentence of ours", () => {
    expect(one("ask", {})).toEqual(["fieldWrong it text"]);
    expect(one("http", { request: { authType: 3 } })).toEqual(["fieldWrong it request.authType"]);
    const problems = Object.keys(nodeTypes).flatMap((type) =>
      problemsOf(
        graphOf({ start: ["start"], it: [type, { text: 5, options: 5, until: 5, variants: 5 }] }, [
          "start > it",
        ]),
      ),
    );
    const sentences = problems.map(({ sentence }) => sentence);
    expect(
      sentences.filter((sentence) => /invalid|expected|unrecogni[sz]ed|undefined/i.test(sentence)),
    ).toEqual([]);
  });

  test("names that are not known, with what was probably meant", () => {
    const known = problemsOf(graphOf({ start: ["start"], it: say("Hello {contact.nmae}") }, ["start > it"]));
    expect(known[0]).toMatchObject({
      code: "expression",
      field: "variants.0.content.text",
      suggestion: "contact.name",
    });
    expect(one("setVariables", { set: [{ variable: "totl", type: "column", value: "vars.anser" }] })).toEqual(
      ["expression it set.0.value", "unknownVariable it set.0.variable"],
    );
    expect(one("ask", { text: "?", save: { to: "field", name: "citty" } })).toEqual([
      "unknownField it save.name",
    ]);
    expect(
      one("condition", {
        rows: [
          { id: "a", when: { expression: "contact.age +" } },
          { id: "b", when: { expression: "contact.age" } },
        ],
      }),
    ).toEqual(["expression it rows.0.when.expression", "expression it rows.1.when.expression"]);
    expect(
      one("condition", {
        rows: [
          {
            id: "a",
            when: {
              condition: { match: "all", rows: [{ field: "contact.age", operator: "is", value: "x" }] },
            },
          },
        ],
      }),
    ).toEqual(["expression it rows.0.when.condition.rows.0.operator"]);
    expect(one("sendMessage", text("{row.anything} {form.x} {property.shop} {http.body.x}"))).toEqual([]);
  });

  test("a message without a variant, and a file without a file", () => {
    expect(one("sendMessage", { variants: [] })).toEqual(["noVariant it variants"]);
    expect(
      one("sendMessage", { variants: [{ channel: EVERY_CHANNEL, content: { kind: "image" } }] }),
    ).toEqual(["noVariant it variants.0.content.fileId"]);
  });

  test("more options than WhatsApp shows, and ids that stand twice", () => {
    const options = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ id: `o${at}`, label: `O${at}` }));
    expect(one("buttons", { text: "?", options: options(10) })).toEqual([]);
    expect(one("buttons", { text: "?", options: options(11) })).toEqual(["whatsAppLimit it options"]);
    expect(
      one("buttons", { text: "?", options: [{ id: "a", label: "A label of more than twenty" }] }),
    ).toEqual(["whatsAppLimit it options"]);
    expect(one("buttons", { text: "?", options: [...options(1), ...options(1)] })).toEqual([
      "duplicateId it options.1.id",
    ]);
  });

  test("a wait of more than 365 days", () => {
    const wait = (amount: number) => ({ until: { kind: "duration", length: { amount, unit: "days" } } });
    // Nobody stays for so long unless the Start says so.
    expect(one("wait", wait(365))).toEqual(["outlives it until.length"]);
    expect(one("wait", wait(366))).toEqual(["waitTooLong it until.length"]);
    expect(one("ask", { text: "?", timeout: { amount: 53, unit: "weeks" } })).toEqual([
      "waitTooLong it timeout",
    ]);
  });

  test("a pattern that cannot be matched, and a choice of nothing", () => {
    expect(one("ask", { text: "?", answer: { kind: "text", pattern: "(" } })).toEqual([
      "badPattern it answer.pattern",
    ]);
    expect(one("ask", { text: "?", answer: { kind: "choice", options: [] } })).toEqual([
      "emptyChoice it answer.options",
    ]);
  });

  test("journeys that are gone, run each other for ever, or are too deep inside each other", () => {
    const call = { journeyId: "b" };
    const journeys = (all: Record<string, string[]>) => ({
      self: "a",
      journeys: new Map(Object.entries(all)),
    });
    expect(one("runJourney", call, journeys({ a: [], b: [] }))).toEqual([]);
    expect(one("runJourney", call, journeys({ a: [] }))).toEqual(["unknownJourney it journeyId"]);
    expect(one("runJourney", call, journeys({ a: [], b: ["c"], c: ["b"] }))).toEqual(["journeyCircle it"]);
    expect(one("runJourney", { journeyId: "a" }, journeys({ a: [] }))).toEqual(["journeyCircle it"]);
    const chain = { a: [], b: ["c"], c: ["d"], d: ["e"], e: [] as string[] };
    expect(one("runJourney", call, journeys(chain))).toEqual([]);
    expect(one("runJourney", call, journeys({ ...chain, e: ["f"], f: [] }))).toEqual([
      "tooDeep it journeyId",
    ]);
  });
});

test("ports and one line about a node are there for nodes that are not whole yet, too", () => {
  expect(portsOf({ type: "ask", data: {} }).map(({ id }) => id)).toEqual([
    "next",
    "noReply",
    "gaveUp",
    "error",
  ]);
  expect(portsOf({ type: "split", data: {} }).map(({ id }) => id)).toEqual(["next", "error"]);
  const options = [
    { id: "a", label: "Red" },
    { id: "b", label: "Blue" },
  ];
  expect(portsOf({ type: "buttons", data: { text: "", options } }).map(({ id }) => id)).toEqual([
    "option:a",
    "option:b",
    "other",
    "noReply",
    "error",
  ]);
  expect(describeNode({ type: "buttons", data: { text: "?", options } })).toBe("Offer Red, Blue");
  expect(describeNode({ type: "ask", data: {} })).toBe("Ask a question");
  expect(describeNode({ type: "teleport", data: {} })).toBe("teleport");
});

test("a graph is prepared whatever is wrong with it", () => {
  const flow = compile(graphOf({ it: ["ask", {}], other: ["teleport"], say: say("{gone}") }), { fields });
  expect([...flow.nodes.values()].map(({ broken }) => broken === undefined)).toEqual([false, false, true]);
  expect(flow.start).toBeUndefined();
});
