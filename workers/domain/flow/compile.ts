import type { Graph } from "#workers/contract/automation/graph.ts";
import { variablesOf } from "#workers/contract/automation/properties.ts";
import type { NodeTypeName } from "#workers/contract/automation/node-types.ts";
import { nodeTypeOf } from "#workers/contract/automation/node-types.ts";
import type { Condition, NameType } from "#workers/contract/expression.ts";
import { compileExpression, type Expression } from "#workers/domain/expression/cel.ts";
import type { Known } from "#workers/domain/expression/names.ts";
import { type Part, parseText } from "#workers/domain/expression/text.ts";
import { automationTexts } from "#texts/automation.ts";
import type { NodeDataOf } from "./data.ts";
import { knownNames, type NamesOfGraph } from "./names.ts";

/** A node ready to be run. One that cannot be used has a sentence instead of data. */
export interface FlowNode {
  id: string;
  type: NodeTypeName;
  name: string;
  data: unknown;
  /** The node behind each port that leads somewhere. */
  next: ReadonlyMap<string, string>;
  broken?: string;
}

/** A graph prepared once for many runs. */
export interface Flow {
  nodes: ReadonlyMap<string, FlowNode>;
  start: string | undefined;
  errorHandler: string | undefined;
  exit: Condition | undefined;
  /** Whoever refuses messages, or is blocked, goes on all the same. */
  ignoresOptOut: boolean;
  variables: ReadonlyMap<string, NameType>;
  defaults: Readonly<Record<string, string | number | boolean | null>>;
  known: Known;
  text: (source: string) => readonly Part[];
  expression: (source: string) => { ok: true; expression: Expression } | { ok: false; sentence: string };
  /** Nodes whose messages, payments or journeys others wait for. */
  awaited: ReadonlySet<string>;
  /** Nodes for a click of whose links others wait; every node where a wait names none. */
  clicked: { all: boolean; nodes: ReadonlySet<string> };
}

/**
 * Prepares a graph, and never refuses one: a published version has to run on when a field it names was deleted since. What
 * cannot be used fails where a run meets it, by the port of errors.
 */
export function compile(graph: Graph, names: NamesOfGraph): Flow {
  const variables = variablesOf(graph);
  const known = knownNames(variables, names);
  const texts = new Map<string, readonly Part[]>();
  const expressions = new Map<string, ReturnType<Flow["expression"]>>();
  const text: Flow["text"] = (source) => {
    const made = texts.get(source) ?? parseText(source).parts;
    texts.set(source, made);
    return made;
  };
  const expression: Flow["expression"] = (source) => {
    const made = expressions.get(source) ?? compiled(source, known);
    expressions.set(source, made);
    return made;
  };

  const next = new Map<string, Map<string, string>>();
  for (const { from, port, to } of graph.edges) {
    const ports = next.get(from) ?? new Map<string, string>();
    if (!ports.has(port)) ports.set(port, to);
    next.set(from, ports);
  }
  const nodes = new Map<string, FlowNode>();
  const awaited = new Set<string>();
  const clicked = new Set<string>();
  for (const { id, type, name, data } of graph.nodes) {
    const found = nodeTypeOf(type);
    const parsed = found?.schema.safeParse(data);
    nodes.set(id, {
      id,
      type: type as NodeTypeName,
      name: name || id,
      next: next.get(id) ?? new Map(),
      ...(parsed?.success
        ? { data: parsed.data }
        : { data: undefined, broken: automationTexts.failures.brokenNode }),
    });
    if (!found || !parsed?.success) continue;
    if (type === "waitFor")
      for (const { kind, of } of (parsed.data as NodeDataOf<"waitFor">).events)
        if (kind === "click") clicked.add(of ?? LATEST_SAID);
    for (const use of found.uses(parsed.data)) {
      if (use.kind === "text") text(use.source);
      else if (use.kind === "expression") expression(use.source);
      else if (use.kind === "node") awaited.add(use.id);
    }
  }
  const start = graph.nodes.find(({ type }) => type === "start")?.id;
  const entrance = nodes.get(start ?? "")?.data as NodeDataOf<"start"> | undefined;
  return {
    nodes,
    start,
    errorHandler: graph.errorHandler,
    exit: graph.exit,
    ignoresOptOut: entrance?.optOut === "goOn",
    variables: new Map(variables.map(({ name, type }) => [name, type])),
    defaults: Object.fromEntries(variables.map(({ name, default: value }) => [name, value ?? null])),
    known,
    text,
    expression,
    awaited,
    clicked: { all: clicked.has(LATEST_SAID), nodes: clicked },
  };
}

/** Stands for the latest message; no node has such an id. */
const LATEST_SAID = "";

function compiled(source: string, known: Known): ReturnType<Flow["expression"]> {
  const made = compileExpression(source, known);
  return made.ok ? made : { ok: false, sentence: made.problems[0]?.sentence ?? "" };
}
