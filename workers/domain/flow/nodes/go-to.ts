import { nodeTypes } from "#workers/contract/automation/node-types.ts";
import { behaves } from "../node.ts";

export const goTo = behaves(nodeTypes.goTo, { enter: (_scene, { node }) => ({ do: "jump", to: node }) });
