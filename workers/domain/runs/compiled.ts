import type { Graph } from "#workers/contract/automation/graph.ts";
import { compile, type Flow } from "../flow/compile.ts";
import type { Known } from "../expression/names.ts";

/** Versions never change, but the names that their texts know do. */
const MOST = 50;
const made = new Map<string, Flow>();

/** A version's graph prepared for running; the latest fifty are kept. */
export function compiledOf(versionId: string, fields: Known, graph: () => Graph): Flow {
  const key = `${versionId} ${[...fields.keys()].join(" ")}`;
  const found = made.get(key);
  const flow = found ?? compile(graph(), { fields });
  made.delete(key);
  made.set(key, flow);
  const [oldest] = made.keys();
  if (made.size > MOST && oldest !== undefined) made.delete(oldest);
  return flow;
}
