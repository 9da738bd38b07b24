import type { GraphNode } from "#workers/contract/automation/graph.ts";
import type { Port, Use } from "#workers/contract/automation/node-type.ts";
import { nodeTypeOf, nodeTypes } from "#workers/contract/automation/node-types.ts";
import type { GraphProblem } from "#workers/contract/automation/problem.ts";
import { compileExpression } from "#workers/domain/expression/cel.ts";
import { checkCondition } from "#workers/domain/expression/condition.ts";
import { patternProblem } from "#workers/domain/expression/like.ts";
import { type Known, lookUp, suggest, unknownName } from "#workers/domain/expression/names.ts";
import { checkText } from "#workers/domain/expression/text.ts";
import { automationTexts } from "#texts/automation.ts";

const texts = automationTexts.problems;
type Found = Omit<GraphProblem, "node">;

/** Things that the data of nodes may name. */
export interface Nameable {
  known: Known;
  variables: ReadonlySet<string>;
  /** Fields that a step may change: groups and labels are lists, which have steps of their own. */
  fields: ReadonlySet<string>;
  nodes: ReadonlySet<string>;
  /** Undefined where nobody knows them. */
  journeys: ReadonlySet<string> | undefined;
  /** Published forms. */
  forms: ReadonlySet<string> | undefined;
  /** WhatsApp Flows that can be sent. */
  waFlows: ReadonlySet<string> | undefined;
}

/** A node whose data were read, once for all checks. Without whole data it has no ports and nothing it names. */
export interface NodeRead {
  ports: Port[] | undefined;
  uses: Use[];
  waits: boolean;
  problems: Found[];
}

export function readNode({ type, data }: GraphNode): NodeRead {
  const found = nodeTypeOf(type);
  const without = (problems: Found[]): NodeRead => ({ ports: undefined, uses: [], waits: false, problems });
  if (!found) {
    const like = suggest(type, Object.keys(nodeTypes));
    const sentence = like === undefined ? texts.unknownType(type) : texts.unknownTypeButLike(type, like);
    const suggestion = like !== undefined && { suggestion: like };
    return without([{ code: "unknownType", sentence, severity: "error", ...suggestion }]);
  }
  const parsed = found.schema.safeParse(data, { error: () => texts.fieldWrong });
  if (!parsed.success) {
    return without(
      parsed.error.issues.map(({ path, message }) => ({
        code: "fieldWrong",
        field: path.join("."),
        sentence: message,
        severity: "error",
      })),
    );
  }
  return {
    ports: found.ports(parsed.data),
    uses: found.uses(parsed.data),
    waits: found.waits(parsed.data),
    problems: found.remarks(parsed.data),
  };
}

/** Everything that is wrong with what a node's data name. */
export const checkUses = ({ uses }: NodeRead, nameable: Nameable): Found[] =>
  uses.flatMap((use) => checkUse(use, nameable));

function checkUse(use: Use, nameable: Nameable): Found[] {
  const { known } = nameable;
  const wrong = (sentence: string, suggestion?: string, part = ""): Found => ({
    code: "expression",
    field: use.field + part,
    sentence,
    severity: "error",
    ...(suggestion !== undefined && { suggestion }),
  });
  switch (use.kind) {
    case "text":
      return checkText(use.source, known).map((each) => wrong(each.sentence, each.suggestion));
    case "condition":
      return checkCondition(use.condition, known).map(({ row, part, sentence, suggestion }) =>
        wrong(sentence, suggestion, `.rows.${row}.${part}`),
      );
    case "expression": {
      const compiled = compileExpression(use.source, known, use.gives);
      return compiled.ok ? [] : compiled.problems.map((each) => wrong(each.sentence, each.suggestion));
    }
    case "name": {
      const { name } = use;
      const found = lookUp(name.split("."), known);
      if (found && (found.rest.length === 0 || found.type === "any" || found.type === "map")) return [];
      const { sentence, suggestion } = unknownName(name, known, 0, name.length);
      return [wrong(sentence, suggestion)];
    }
    case "pattern": {
      const problem = patternProblem(use.source);
      return problem === undefined ? [] : [{ ...wrong(problem), code: "badPattern" }];
    }
    case "variable":
      if (nameable.variables.has(use.name)) return [];
      return [unknown(use, "unknownVariable", nameable.variables)];
    case "contactField":
      if (nameable.fields.has(use.name)) return [];
      return [unknown(use, "unknownField", nameable.fields)];
    case "node":
      if (nameable.nodes.has(use.id)) return [];
      return [
        { code: "unknownNode", field: use.field, sentence: texts.unknownNode(use.id), severity: "error" },
      ];
    case "journey":
      if (nameable.journeys?.has(use.id) ?? true) return [];
      return [
        { code: "unknownJourney", field: use.field, sentence: texts.unknownJourney, severity: "error" },
      ];
    case "form":
      if (nameable.forms?.has(use.id) ?? true) return [];
      return [{ code: "unknownForm", field: use.field, sentence: texts.unknownForm, severity: "error" }];
    case "waFlow":
      if (nameable.waFlows?.has(use.id) ?? true) return [];
      return [{ code: "unknownFlow", field: use.field, sentence: texts.unknownFlow, severity: "error" }];
    default:
      return use satisfies never;
  }
}

function unknown(
  { name, field }: { name: string; field: string },
  code: "unknownVariable" | "unknownField",
  all: ReadonlySet<string>,
): Found {
  const like = suggest(name, all);
  const sentence = like === undefined ? texts[code](name) : texts[`${code}ButLike`](name, like);
  return { code, field, sentence, severity: "error", ...(like !== undefined && { suggestion: like }) };
}
