import { automationNodesTexts } from "#texts/automation-nodes.ts";

/** A node's own name, else what it is. */
export function nodeName({ id, type, name }: { id: string; type: string; name: string }): string {
  const labels: Record<string, string> = automationNodesTexts.labels;
  return name || labels[type] || id;
}
