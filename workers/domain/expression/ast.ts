import type { ASTNode } from "@marcbachmann/cel-js";

/**
 * A node as the library has it, with what its types do not tell: `meta.alternate` stands for a list function once it is
 * expanded, and `handle` does a node's work with operands that are already there. Version 8.0.0, pinned.
 */
export interface Node {
  op: string;
  args: unknown;
  start: number;
  end: number;
  handle?: (...given: unknown[]) => unknown;
  evaluate: Evaluate;
  readonly meta: {
    check: (checker: Checker, node: Node, context: unknown) => unknown;
    evaluate: Evaluate;
    alternate?: Node;
    macro?: { evaluate: Evaluate };
  };
}
export type Evaluate = (evaluator: unknown, node: unknown, context: unknown) => unknown;
interface Checker {
  getType: (name: string) => unknown;
}

export const nodeOf = (ast: ASTNode): Node => ast as unknown as Node;

/** Functions that go through a list, by name and number of arguments; the first argument names the element. */
const LIST_FUNCTIONS: Record<string, readonly number[]> = {
  all: [2],
  exists: [2],
  exists_one: [2],
  filter: [2],
  map: [2, 3],
};

/** A call with its name, what it is called on, and its arguments. */
export function callOf(node: Node): { name: string; on?: Node; args: Node[] } | undefined {
  if (node.op === "call") {
    const [name, args] = node.args as [string, Node[]];
    return { name, args };
  }
  if (node.op !== "rcall") return undefined;
  const [name, on, args] = node.args as [string, Node, Node[]];
  return { name, on, args };
}

/** The list function that a call is, with the name of its element. */
export function listFunctionOf(
  node: Node,
): { name: string; list: Node; element: string; body: Node[] } | undefined {
  const call = callOf(node);
  if (!call?.on || !Object.hasOwn(LIST_FUNCTIONS, call.name)) return undefined;
  const [first, ...body] = call.args;
  if (first?.op !== "id" || !LIST_FUNCTIONS[call.name]?.includes(call.args.length)) return undefined;
  return { name: call.name, list: call.on, element: first.args as string, body };
}

export function childrenOf(node: Node): Node[] {
  const call = callOf(node);
  if (call) return call.on ? [call.on, ...call.args] : call.args;
  if (node.op === "value" || node.op === "id") return [];
  if (node.op === ".") return [(node.args as [Node, string])[0]];
  if (node.op === "map") return (node.args as [Node, Node][]).flat();
  return Array.isArray(node.args) ? (node.args as Node[]) : [node.args as Node];
}

/** The names of `contact.city` or `contact["pin code"]`; undefined for what is no such path. */
export function pathOf(node: Node): string[] | undefined {
  if (node.op === "id") return [node.args as string];
  if (node.op !== "." && node.op !== "[]") return undefined;
  const [left, right] = node.args as [Node, string | Node];
  const key = typeof right === "string" ? right : right.op === "value" ? right.args : undefined;
  const path = typeof key === "string" ? pathOf(left) : undefined;
  return path && [...path, key as string];
}
