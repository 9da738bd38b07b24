import { nodeTypes } from "#workers/contract/automation/node-types.ts";
import { behaves, leave } from "../node.ts";

/** Its triggers, its filter and its rule of coming again are asked before there is a run. */
export const start = behaves(nodeTypes.start, { enter: () => leave("next") });
