import type { Graph } from "#workers/contract/automation/graph.ts";
import { compile, type Flow } from "../flow/compile.ts";
import { automationTexts } from "#texts/automation.ts";
import { isAvailable } from "#workers/contract/automation/available.ts";
import type { Known } from "../expression/names.ts";

/** Versions never change, but the names that their texts know do. */
const MOST = 50;
const made = new Map<string, Flow>();

/** A version's graph prepared for running; the latest fifty are kept. */
export function compiledOf(versionId: string, fields: Known, graph: () => Graph): Flow {
  const key = `${versionId} ${[...fields.keys()].join(" ")}`;
  const found = made.get(key);
  const flow = found ?? withoutLater(compile(graph(), { fields }));
  made.delete(key);
  made.set(key, flow);
  const [oldest] = made.keys();
  if (made.size > MOST && oldest !== undefined) made.delete(oldest);
  return flow;
}

/** A flow whose nodes that nobody carries out are broken, and say so. */
export const withoutLater = (flow: Flow): Flow => ({
  ...flow,
  nodes: new Map(
    [...flow.nodes].map(([id, node]) => [
      id,
      isAvailable(node) ? node : { ...node, broken: automationTexts.failures.notAvailable },
    ]),
  ),
});
