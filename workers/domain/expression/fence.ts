import { expressionTexts } from "#texts/expression.ts";
import { callOf, childrenOf, listFunctionOf, type Node, pathOf } from "./ast.ts";
import { patternProblem } from "./like.ts";
import { type Known, lookUp, type Problem, suggest, unknownName } from "./names.ts";

const texts = expressionTexts.problems;
const MOST_PROBLEMS = 20;

/** Functions that may be called, by themselves and on a value. Others of the library are refused, above all matches(). */
const FUNCTIONS = new Set(["bool", "double", "duration", "dyn", "has", "int", "size", "string", "timestamp"]);
const METHODS = new Set([
  "all",
  "contains",
  "endsWith",
  "exists",
  "exists_one",
  "filter",
  "getDate",
  "getDayOfMonth",
  "getDayOfWeek",
  "getDayOfYear",
  "getFullYear",
  "getHours",
  "getMilliseconds",
  "getMinutes",
  "getMonth",
  "getSeconds",
  "indexOf",
  "join",
  "lastIndexOf",
  "like",
  "lowerAscii",
  "map",
  "size",
  "split",
  "startsWith",
  "substring",
  "trim",
  "upperAscii",
]);

/** Refuses what could run long or is not ours: other functions, a list function in another, unknown names. */
export function fence(root: Node, known: Known): { problems: Problem[]; names: string[] } {
  const problems: Problem[] = [];
  const names = new Set<string>();
  const refuse = (node: Node, sentence: string, suggestion?: string): void => {
    const { start, end } = node;
    problems.push({ start, end, sentence, ...(suggestion !== undefined && { suggestion }) });
  };

  const name = (node: Node, path: string[]): void => {
    const written = path.join(".");
    if (lookUp(path, known)) names.add(written);
    else problems.push(unknownName(written, known, startOf(node), node.end));
  };

  const call = (node: Node): void => {
    const { name: called = "", on, args = [] } = callOf(node) ?? {};
    if (called === "matches") refuse(node, texts.matches);
    else if (!(on ? METHODS : FUNCTIONS).has(called)) {
      const meant = suggest(called, on ? METHODS : FUNCTIONS);
      refuse(node, meant ? texts.unknownFunctionButLike(called, meant) : texts.unknownFunction(called));
    } else if (called === "like") {
      const [pattern] = args;
      if (pattern?.op !== "value" || typeof pattern.args !== "string") refuse(node, texts.literalPattern);
      else {
        const problem = patternProblem(pattern.args);
        if (problem !== undefined) refuse(pattern, problem);
      }
    }
  };

  const visit = (node: Node, elements: ReadonlySet<string>, inside: boolean): void => {
    if (problems.length >= MOST_PROBLEMS) return;
    if (node.op === "value") {
      const problem = literalProblem(node.args);
      if (problem !== undefined) refuse(node, problem);
      return;
    }
    const path = pathOf(node);
    if (path) {
      if (!elements.has(path[0] ?? "")) name(node, path);
      return;
    }
    if (callOf(node)) call(node);
    const through = listFunctionOf(node);
    if (!through) {
      for (const child of childrenOf(node)) visit(child, elements, inside);
      return;
    }
    if (inside) refuse(node, texts.nested(through.name));
    // The list is worked out once, so that filter() may be followed by map().
    visit(through.list, elements, inside);
    const inner = new Set([...elements, through.element]);
    for (const child of through.body) visit(child, inner, true);
  };
  visit(root, new Set(), false);
  return { problems: problems.toSorted((a, b) => a.start - b.start), names: [...names] };
}

/** The library's place of `a.b` is that of `b`. */
const startOf = (node: Node): number =>
  node.op === "." || node.op === "[]" ? startOf((node.args as [Node])[0]) : node.start;

function literalProblem(value: unknown): string | undefined {
  if (typeof value === "bigint") {
    return value > BigInt(Number.MAX_SAFE_INTEGER) ? texts.largeNumber : undefined;
  }
  return typeof value === "object" && value !== null ? texts.notSupported : undefined;
}
