import type { GraphNode } from "#workers/contract/automation/graph.ts";

/** Steps that say something of their own, and how that looks may be asked. */
const SAYING: ReadonlySet<string> = new Set(["sendMessage", "buttons", "sendTemplate"]);
export const isPreviewed = ({ type }: Pick<GraphNode, "type">): boolean => SAYING.has(type);
