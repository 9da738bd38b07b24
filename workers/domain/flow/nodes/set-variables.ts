import { nodeTypes } from "#workers/contract/automation/node-types.ts";
import { behaves, leave } from "../node.ts";

/** One after the other, so that each may use those before it. */
export const setVariables = behaves(nodeTypes.setVariables, {
  enter(scene, { set }) {
    for (const each of set) scene.set(each.variable, scene.value(each));
    return leave(
      "next",
      Object.fromEntries(set.map(({ variable }) => [variable, scene.vars[variable] ?? null])),
    );
  },
});
