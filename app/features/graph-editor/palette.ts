import { automationNodesTexts } from "#texts/automation-nodes.ts";
import { type NodeTypeName, nodeTypes } from "#workers/contract/automation/node-types.ts";

export interface PaletteEntry {
  type: NodeTypeName;
  label: string;
  group: string;
}

/** The types of step that may be added, in the table's order; a graph has one Start. */
export const paletteFor = (hasStart: boolean): PaletteEntry[] =>
  (Object.keys(nodeTypes) as NodeTypeName[]).flatMap((type) => {
    if (type === "start" && hasStart) return [];
    const { label, group } = nodeTypes[type];
    return [{ type, label, group: automationNodesTexts.groups[group] }];
  });
