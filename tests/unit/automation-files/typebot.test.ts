import { describe, expect, test } from "vitest";
import { fields as ofContact, Played } from "#tests/support/flow.ts";
import { compile } from "#workers/domain/flow/compile.ts";
import { validate } from "#workers/domain/flow/validate.ts";
import { graph as graphSchema, type Graph } from "#workers/contract/automation/graph.ts";
import { readAutomationFile } from "#workers/domain/automation-files/automation-file.ts";
import { fromTypebot, isTypebot } from "#workers/domain/automation-files/typebot.ts";

/** Groups of blocks in few words, in the shape of a Typebot export of version 6.1. */
type BlockGiven = Record<string, unknown> & { type: string };
const bot = (
  groups: Record<string, BlockGiven[]>,
  edges: Record<string, string> = {},
  variables: string[] = [],
) => ({
  version: "6.1",
  id: "bot1",
  name: "A bot",
  events: [{ id: "event", type: "start", outgoingEdgeId: "first", graphCoordinates: { x: 0, y: 0 } }],
  groups: Object.entries(groups).map(([id, blocks], at) => ({
    id,
    title: id,
    graphCoordinates: { x: at * 300, y: 0 },
    blocks: blocks.map((block, place) => ({ id: `${id}-${place + 1}`, ...block })),
  })),
  edges: Object.entries({ first: Object.keys(groups)[0] ?? "", ...edges }).map(([id, to]) => ({
    id,
    from: { blockId: "" },
    to: { groupId: to.split("/")[0], ...(to.includes("/") && { blockId: to.split("/")[1] }) },
  })),
  variables: variables.map((name) => ({ id: `v-${name}`, name })),
});
const words = (text: string): BlockGiven => ({
  type: "text",
  content: { richText: [{ type: "p", children: [{ text }] }] },
});
const read = (given: unknown): { graph: Graph; notes: string[] } => {
  const { file, notes } = fromTypebot(given);
  const graph = file.automations[0]?.graph;
  if (!graph) throw new Error("no graph");
  return { graph: graphSchema.parse(graph), notes };
};
const problems = (graph: Graph) => validate(graph, { fields: ofContact, journeys: new Map() });
const played = (graph: Graph) => new Played(compile(graph, { fields: ofContact }));
const node = (graph: Graph, id: string) => graph.nodes.find((each) => each.id === id);

describe("a Typebot export", () => {
  test("is known by what is in it, and each block becomes a step that passes our checks", async () => {
    const given = bot(
      {
        welcome: [
          words("Hello 👋"),
          words("How old are you, {{First name}}?"),
          {
            type: "number input",
            options: { variableId: "v-Age", min: 18, max: 99, retryMessageContent: "A number." },
          },
          {
            type: "Condition",
            items: [
              {
                id: "i1",
                outgoingEdgeId: "old",
                content: {
                  logicalOperator: "AND",
                  comparisons: [
                    { id: "c", variableId: "v-Age", comparisonOperator: "Greater than", value: "60" },
                  ],
                },
              },
            ],
            outgoingEdgeId: "young",
          },
        ],
        old: [words("Grand: {{Age}}")],
        young: [words("Fresh")],
      },
      { old: "old", young: "young" },
      ["First name", "Age"],
    );
    expect(isTypebot(given)).toBe(true);
    expect((await readAutomationFile(given)).format).toBe("typebot");
    const { graph, notes } = read(given);
    expect(notes).toEqual([]);
    expect(problems(graph)).toEqual([]);
    const one = played(graph);
    one.start();
    expect(one.said).toEqual(["Hello 👋", "How old are you, ?"]);
    one.says("7");
    expect(one.said.at(-1)).toBe("A number.");
    one.says("65");
    expect(one.said.at(-1)).toBe("Grand: 65");
    expect(one.run.state).toBe("completed");
  });

  test("choices are buttons whose exits lead on, and other words are asked again", () => {
    const { graph, notes } = read(
      bot(
        {
          menu: [
            words("What is it?"),
            {
              type: "choice input",
              items: [
                { id: "a", content: "Sales", outgoingEdgeId: "e1" },
                { id: "b", content: "Help" },
              ],
              options: { variableId: "v-topic" },
            },
            words("Help is near, {{topic}}"),
          ],
          sales: [words("Sales it is")],
        },
        { e1: "sales" },
        ["topic"],
      ),
    );
    expect(notes).toEqual([]);
    expect(problems(graph)).toEqual([]);
    const one = played(graph);
    one.start();
    one.says("Nothing of this");
    one.says("Sales");
    expect(one.said.at(-1)).toBe("Sales it is");
    const other = played(graph);
    other.start();
    other.says("Help");
    expect(other.said.at(-1)).toBe("Help is near, Help");
  });

  test("more choices than buttons are a list, and lead apart by a condition behind it", () => {
    const items = Array.from({ length: 12 }, (_, at) => ({
      id: `i${at}`,
      content: `Choice ${at + 1}`,
      ...(at === 11 && { outgoingEdgeId: "last" }),
    }));
    const { graph, notes } = read(
      bot(
        {
          menu: [words("Which?"), { type: "choice input", items }, words("One of many")],
          twelve: [words("The twelfth")],
        },
        { last: "twelve" },
      ),
    );
    expect(notes).toEqual([]);
    expect(problems(graph)).toEqual([]);
    for (const [given, answer] of [
      ["Choice 12", "The twelfth"],
      ["Choice 3", "One of many"],
    ] as const) {
      const one = played(graph);
      one.start();
      one.says(given);
      expect(one.said.at(-1)).toBe(answer);
    }
  });

  test("variables are set: as they stand, by a name, by a sum, by a text that is put together", () => {
    const set = (variable: string, expressionToEvaluate: string, more: object = {}): BlockGiven => ({
      type: "Set variable",
      options: { variableId: `v-${variable}`, expressionToEvaluate, ...more },
    });
    const { graph, notes } = read(
      bot(
        {
          all: [
            words("How many?"),
            { type: "number input", options: { variableId: "v-count" } },
            set("fixed", "blue"),
            set("copy", "{{fixed}}"),
            set("sum", "{{count}} * 2 + 1"),
            set("line", "A {{fixed}} one"),
            set("code", "return 1", { isCode: true }),
            { type: "Set variable", options: { variableId: "v-random", type: "Random ID" } },
            words("{{copy}} {{sum}} {{line}}"),
          ],
        },
        {},
        ["count", "fixed", "copy", "sum", "line", "code", "random"],
      ),
    );
    expect(notes).toEqual([
      "all, Set variable: Code is not run here and was left out. Use an expression, or call another system.",
      "all, Set variable: The value “Random ID” has no match here and was left out. Set it in another way.",
    ]);
    expect(problems(graph)).toEqual([]);
    const one = played(graph);
    one.start();
    one.says("4");
    expect(one.said.at(-1)).toBe("blue 9 A blue one");
  });

  test("a call names its host as something to be chosen, and carries no key", () => {
    const given = bot(
      {
        call: [
          {
            type: "Webhook",
            options: {
              webhook: {
                url: "https://api.shop.example/orders/{{id}}?full=1",
                method: "POST",
                headers: [
                  { id: "h1", key: "Authorization", value: "Bearer s3cret" },
                  { id: "h2", key: "x-shop", value: "one" },
                ],
                queryParams: [{ id: "q", key: "api_key", value: "s3cret" }],
                body: '{"id":"{{id}}"}',
              },
              responseVariableMapping: [
                { id: "m", variableId: "v-total", bodyPath: "data.order.total" },
                { id: "n", variableId: "v-total", bodyPath: "data.lines[0]" },
              ],
            },
          },
          words("It costs {{total}}"),
        ],
      },
      {},
      ["id", "total"],
    );
    const { file, notes } = fromTypebot(given);
    expect(JSON.stringify(file)).not.toContain("s3cret");
    expect(file.references).toEqual([
      { kind: "integration", id: "api.shop.example", name: "api.shop.example" },
    ]);
    const { graph } = read(given);
    expect(node(graph, "call-1")?.data).toMatchObject({
      request: {
        authType: 2,
        configId: "api.shop.example",
        method: "POST",
        path: "/orders/{vars.id|}",
        query: [{ name: "full", value: "1" }],
        headers: [{ name: "x-shop", value: "one" }],
        body: '{{"id":"{vars.id|}"}}',
      },
      answers: [{ variable: "total", type: "column", value: "http.body.order.total" }],
    });
    expect(notes.some((each) => each.includes("Authorization"))).toBe(true);
    expect(notes.some((each) => each.includes("data.lines[0]"))).toBe(true);
    expect(problems(graph)).toEqual([]);
  });

  test("waits, splits, jumps, other bots and files", () => {
    const { graph, notes } = read(
      bot(
        {
          one: [
            { type: "Wait", options: { secondsToWaitFor: "90" } },
            {
              type: "AB test",
              options: { aPercent: 30 },
              items: [
                { id: "x", path: "a", outgoingEdgeId: "toA" },
                { id: "y", path: "b", outgoingEdgeId: "toB" },
              ],
            },
          ],
          a: [words("A"), { type: "Jump", options: { groupId: "b" } }],
          b: [
            { type: "image", content: { url: "https://x.example/i.png" } },
            { type: "Typebot link", options: { typebotId: "other-bot" } },
            words("Back again"),
          ],
        },
        { toA: "a", toB: "b" },
      ),
    );
    expect(node(graph, "one-1")?.data).toEqual({
      until: { kind: "duration", length: { amount: 90, unit: "seconds" } },
    });
    expect(node(graph, "one-2")?.data).toMatchObject({ variants: [{ share: 30 }, { share: 70 }] });
    expect(graph.edges).toContainEqual({ from: "one-2", port: "variant:a", to: "a-1" });
    expect(node(graph, "a-2")).toMatchObject({ type: "goTo", data: { node: "b-1" } });
    expect(node(graph, "b-2")).toMatchObject({ type: "runJourney", data: { journeyId: "other-bot" } });
    expect(notes.some((each) => each.startsWith("b, image:"))).toBe(true);
    expect(problems(graph).map(({ code }) => code)).toEqual(["unknownJourney"]);
  });

  test("each kind of input is asked for as what it is", () => {
    const inputs = ["text", "email", "url", "date", "time", "phone number", "rating", "file"];
    const { graph } = read(
      bot({
        ask: inputs.flatMap((each) => [words(`Your ${each}?`), { type: `${each} input`, options: {} }]),
      }),
    );
    const kinds = graph.nodes
      .filter(({ type }) => type === "ask")
      .map(({ data }) => (data["answer"] as { kind: string }).kind);
    expect(kinds).toEqual(["text", "email", "text", "date", "text", "phone", "number", "file"]);
    expect(problems(graph)).toEqual([]);
  });

  test("what has no match is left out with a note that names it, and the way goes on", () => {
    const types = ["Google Sheets", "OpenAI", "Pixel", "Code", "a forged block"];
    const { graph, notes } = read(bot({ odd: [...types.map((type) => ({ type })), words("Still here")] }));
    expect(notes).toHaveLength(types.length);
    for (const [at, type] of types.entries()) expect(notes[at]).toContain(`odd, ${type}: `);
    expect(problems(graph)).toEqual([]);
    const one = played(graph);
    one.start();
    expect(one.said).toEqual(["Still here"]);
  });

  test("hostile input is read or refused, and never breaks the reader", () => {
    const values = [null, 7, "x", [], {}, [null], { a: [{}] }, "__proto__", "{{".repeat(2_000), -1, 1e300];
    const base = bot({
      g: [words("Hi"), { type: "choice input", items: [{ id: "1", content: "A" }], options: {} }],
    });
    for (const value of values) {
      for (const key of Object.keys(base)) {
        if (key === "version" || key === "groups" || key === "edges") continue;
        expect(() => read({ ...base, [key]: value })).not.toThrow();
      }
      for (const key of ["id", "type", "content", "options", "items", "outgoingEdgeId"]) {
        const block = { ...base.groups[0]?.blocks[1], [key]: value };
        const given = { ...base, groups: [{ ...base.groups[0], blocks: [block, value] }, value] };
        expect(() => graphSchema.parse(read(given).graph), `${key} ${JSON.stringify(value)}`).not.toThrow();
      }
    }
    const types = [
      "Set variable",
      "Condition",
      "AB test",
      "Wait",
      "Jump",
      "Webhook",
      "Email",
      "webhook",
      "Redirect",
      "Return",
      "embed",
      "cards",
    ];
    for (const type of types) {
      for (const options of [undefined, {}, { variableId: 7, webhook: {}, url: "x" }, ...values]) {
        const given = bot({ g: [{ type, options, items: [{}] }] });
        expect(
          problems(read(given).graph).filter(({ severity }) => severity === "error"),
          type,
        ).toEqual([]);
      }
    }
  });
});
