import type { GraphNode } from "./graph.ts";

/** Types of node whose effects nobody carries out yet: a run that comes to one leaves by its error, and says so. */
const LATER: ReadonlySet<string> = new Set(["payment"]);

/** Whether all that a node may want is carried out. */
export function isAvailable({ type, data }: { type: string; data: unknown }): boolean {
  if (LATER.has(type)) return false;
  const given = (data ?? {}) as GraphNode["data"];
  return type !== "http" || (given["request"] as { authType?: number } | undefined)?.authType !== 4;
}
