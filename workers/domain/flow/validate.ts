import type { Graph, GraphNode } from "#workers/contract/automation/graph.ts";
import { graphLimits } from "#workers/contract/automation/limits.ts";
import type { Port } from "#workers/contract/automation/node-type.ts";
import { propertyProblem, variablesOf } from "#workers/contract/automation/properties.ts";
import type { GraphProblem } from "#workers/contract/automation/problem.ts";
import { checkCondition } from "#workers/domain/expression/condition.ts";
import { automationPropertiesTexts } from "#texts/automation-properties.ts";
import { automationTexts } from "#texts/automation.ts";
import { checkUses, type Nameable, readNode } from "./check-data.ts";
import { checkAge } from "./check-age.ts";
import { checkClicks } from "./check-clicks.ts";
import { checkEdges } from "./check-edges.ts";
import { checkJourneys } from "./check-journeys.ts";
import { checkWays, waysOf } from "./check-ways.ts";
import { knownNames, type NamesOfGraph } from "./names.ts";

const texts = automationTexts.problems;
const MOST_PROBLEMS = 500;

/** The things around a graph that it is checked against. */
export interface GraphContext extends NamesOfGraph {
  /** The journey that this graph is of, and which journeys each of the others runs. */
  self?: string;
  journeys?: ReadonlyMap<string, readonly string[]>;
  /** Published forms of the enterprise. */
  forms?: ReadonlySet<string>;
  /** WhatsApp Flows of it that can be sent. */
  waFlows?: ReadonlySet<string>;
}

/** Everything that is wrong with a graph, at most 500 of it. Errors keep it from being published. */
export function validate(graph: Graph, surroundings: GraphContext): GraphProblem[] {
  const problems = allProblems(graph, surroundings);
  if (problems.length <= MOST_PROBLEMS) return problems;
  const errorsFirst = problems.toSorted((a, b) => a.severity.localeCompare(b.severity));
  return [
    ...errorsFirst.slice(0, MOST_PROBLEMS),
    { code: "manyProblems", severity: "warning", sentence: texts.manyProblems(MOST_PROBLEMS) },
  ];
}

function allProblems(graph: Graph, surroundings: GraphContext): GraphProblem[] {
  const { nodes } = graph;
  const variables = variablesOf(graph);
  if (nodes.length > graphLimits.nodes) {
    return [{ code: "tooManyNodes", severity: "error", sentence: texts.tooManyNodes(graphLimits.nodes) }];
  }
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const ids = new Set(byId.keys());
  const known = knownNames(variables, surroundings);
  const nameable: Nameable = {
    known,
    variables: new Set(variables.map(({ name }) => name)),
    // Groups and labels are lists, which a step changes by other means than a field's.
    fields: new Set([...surroundings.fields].flatMap(([name, type]) => (type === "list" ? [] : [name]))),
    nodes: ids,
    journeys: surroundings.journeys && new Set(surroundings.journeys.keys()),
    forms: surroundings.forms,
    waFlows: surroundings.waFlows,
  };
  const read = new Map(nodes.map((node) => [node.id, readNode(node)]));
  const ports = new Map<string, Port[]>();
  for (const [id, each] of read) if (each.ports) ports.set(id, each.ports);
  const ways = waysOf(graph, read);
  const calls = [...read].flatMap(([node, each]) =>
    each.uses.flatMap((use) => (use.kind === "journey" ? [{ node, journey: use.id }] : [])),
  );
  return [
    ...checkStarts(nodes),
    ...doubles(nodes.map(({ id }) => id)).map((id): GraphProblem => ({
      code: "duplicateId",
      severity: "error",
      node: id,
      sentence: texts.duplicateId(id),
    })),
    ...doubles(variables.map(({ name }) => name)).map((name): GraphProblem => ({
      code: "duplicateVariable",
      severity: "error",
      sentence: texts.duplicateVariable(name),
    })),
    ...checkProperties(graph),
    // Remarks about the whole graph come first: of very many only the first are shown.
    ...checkWays(graph, byId, ways, read),
    ...(surroundings.self !== undefined && surroundings.journeys
      ? checkJourneys(surroundings.self, calls, surroundings.journeys)
      : []),
    ...checkExit(graph, nameable),
    ...checkClicks(graph),
    ...checkAge(graph),
    ...[...read].flatMap(([node, each]) =>
      [...each.problems, ...checkUses(each, nameable)].map((problem) => ({ ...problem, node })),
    ),
    ...checkEdges(graph, ids, ports),
  ];
}

function checkStarts(nodes: readonly GraphNode[]): GraphProblem[] {
  const [first, ...others] = nodes.filter(({ type }) => type === "start");
  if (!first) return [{ code: "noStart", severity: "error", sentence: texts.noStart }];
  return others.map(({ id }) => ({
    code: "manyStarts",
    severity: "error",
    node: id,
    sentence: texts.manyStarts,
  }));
}

function checkProperties({ properties = [] }: Graph): GraphProblem[] {
  return properties.flatMap((property): GraphProblem[] => {
    const { name, type, choices = [], default: value } = property;
    const why = value === undefined ? undefined : propertyProblem(property, value);
    const sentence =
      type === "choice" && choices.length === 0
        ? automationPropertiesTexts.noChoices(name)
        : why === undefined
          ? undefined
          : automationPropertiesTexts.defaultWrong(name, why);
    return sentence === undefined ? [] : [{ code: "propertyWrong", severity: "error", sentence }];
  });
}

const doubles = (names: readonly string[]): string[] => {
  const seen = new Set<string>();
  return [...new Set(names.filter((name) => seen.has(name) || !seen.add(name)))];
};

function checkExit({ exit, errorHandler }: Graph, { known, nodes }: Nameable): GraphProblem[] {
  const rows = exit ? checkCondition(exit, known) : [];
  const problems = rows.map(({ row, part, sentence, suggestion }): GraphProblem => ({
    code: "expression",
    severity: "error",
    field: `exit.rows.${row}.${part}`,
    sentence,
    ...(suggestion !== undefined && { suggestion }),
  }));
  if (errorHandler === undefined || nodes.has(errorHandler)) return problems;
  const sentence = texts.unknownNode(errorHandler);
  return [...problems, { code: "unknownNode", severity: "error", field: "errorHandler", sentence }];
}
