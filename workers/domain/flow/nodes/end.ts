import { nodeTypes } from "#workers/contract/automation/node-types.ts";
import { behaves } from "../node.ts";

export const end = behaves(nodeTypes.end, { enter: (_scene, { outcome }) => ({ do: "end", outcome }) });
