import { callOf, childrenOf, type Evaluate, type Node } from "./ast.ts";
import type { Meter } from "./meter.ts";

const BINARY = new Set(["!=", "==", "in", "+", "-", "*", "/", "%", "<", "<=", ">", ">="]);

/**
 * Makes every node of a checked expression pay for its work before it does it: the library has no limit on running, and
 * its own functions cannot be replaced.
 */
export function meterNodes(root: Node, now: () => Meter): void {
  const nodes = [root];
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    nodes.push(...childrenOf(node));
    const { alternate, macro } = node.meta;
    if (alternate) {
      meterHandle(alternate, () => [], now);
      // A body that gives no truth fails in a node that the library made.
      const { step } = alternate.args as { step: Node };
      meterEvaluate(step, step.meta.evaluate, now);
      meterEvaluate(node, (evaluator, _, context) => alternate.evaluate(evaluator, alternate, context), now);
    } else if (macro) {
      meterEvaluate(node, (evaluator, _, context) => macro.evaluate(evaluator, macro, context), now);
    } else {
      meterHandle(node, operandsOf(node), now);
      meterEvaluate(node, node.meta.evaluate, now);
    }
  }
}

/** Which of the arguments of a node's handle are weighed: a field of a large group costs no more than one of a small. */
function operandsOf(node: Node): (given: unknown[]) => readonly unknown[] {
  if (callOf(node)) return ([all]) => all as unknown[];
  return BINARY.has(node.op) ? (given) => given.slice(0, 2) : () => [];
}

function meterEvaluate(node: Node, evaluate: Evaluate, now: () => Meter): void {
  node.evaluate = (evaluator, _, context) => now().step(() => evaluate(evaluator, node, context));
}

function meterHandle(
  node: Node,
  operandsIn: (given: unknown[]) => readonly unknown[],
  now: () => Meter,
): void {
  const { handle } = node;
  if (!handle) return;
  const name = callOf(node)?.name ?? node.op;
  node.handle = (...given) => {
    const meter = now();
    const operands = operandsIn(given);
    if (node.op === "comprehension") meter.countItems(given[0]);
    meter.before(name, operands);
    return meter.after(name, handle(...given), operands);
  };
}
