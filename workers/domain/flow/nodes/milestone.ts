import { nodeTypes } from "#workers/contract/automation/node-types.ts";
import { behaves, leave } from "../node.ts";

export const milestone = behaves(nodeTypes.milestone, {
  enter(scene, { milestoneId, value: source }) {
    const value = source ? scene.value(source) : null;
    scene.reach(milestoneId, typeof value === "number" ? value : null);
    return leave("next", { milestoneId, value });
  },
});
