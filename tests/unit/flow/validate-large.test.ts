import { expect, test } from "vitest";
import { type Graph, graph as graphSchema, GRAPH_FORMAT } from "#workers/contract/automation/graph.ts";
import { validate } from "#workers/domain/flow/validate.ts";
import { fields, text } from "#tests/support/flow.ts";

const day = { until: { kind: "duration", length: { amount: 1, unit: "days" } } };

/** Nodes in rows of 50, each of which says something, decides and goes on. */
function large(count: number): Graph {
  const types: [string, object][] = [
    ["sendMessage", text("Hello {contact.name|you}, number {vars.total} {contact.unknown}")],
    ["condition", { rows: [{ id: "r", when: { expression: "contact.age > 30.0 && vars.total < 5.0" } }] }],
    ["setVariables", { set: [{ variable: "total", type: "expression", value: "vars.total + 1.0" }] }],
    ["wait", day],
  ];
  const nodes = Array.from({ length: count }, (_, at) => {
    const [type, data] = at === 0 ? ["start", {}] : (types[at % 4] ?? types[0] ?? ["end", {}]);
    // Every source is another one, so that nothing is read once for all.
    return {
      id: `n${at}`,
      type,
      data: JSON.parse(
        JSON.stringify(data).replaceAll("number ", `number ${at} `).replaceAll(".0", `.${at}`),
      ) as object,
    };
  });
  const edges = nodes.slice(1).map(({ id }, at) => ({
    from: `n${at}`,
    port: nodes[at]?.type === "condition" ? "else" : "next",
    to: id,
  }));
  return graphSchema.parse({
    format: GRAPH_FORMAT,
    nodes,
    edges,
    variables: [{ name: "total", type: "number" }],
  });
}

test("10,000 nodes take about ten times as long as 1,000, and no circle is missed", () => {
  let codes: string[] = [];
  const timed = (graph: Graph): number => {
    const started = performance.now();
    codes = validate(graph, { fields }).map(({ code }) => code);
    return performance.now() - started;
  };
  const [small, big] = [large(1_000), large(10_000)];
  const last = big.nodes.findLast(({ type }) => type === "setVariables")?.id ?? "";
  big.edges = big.edges.filter(({ from }) => from !== last);
  big.edges.push({ from: last, port: "next", to: `n${Number(last.slice(1)) - 1}` });
  // The quickest of several: others have the machine for a moment.
  const best = (graph: Graph) => Math.min(...[1, 2, 3].map(() => timed(graph)));
  const few = best(small);
  expect(best(big) / few).toBeLessThan(40);
  expect(codes).toContain("loop");
  expect([codes.length, codes.at(-1)]).toEqual([501, "manyProblems"]);
});
