import type { GraphNode } from "./graph.ts";

/** Whether all that a node may want is carried out: a run that comes to another one leaves by its error, and says so. */
export function isAvailable({ type, data }: { type: string; data: unknown }): boolean {
  const given = (data ?? {}) as GraphNode["data"];
  return type !== "http" || (given["request"] as { authType?: number } | undefined)?.authType !== 4;
}
