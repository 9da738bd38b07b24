import { nodeTypes } from "#workers/contract/automation/node-types.ts";
import { behaves, leave } from "../node.ts";

export const condition = behaves(nodeTypes.condition, {
  enter(scene, { rows }) {
    const row = rows.find(({ when }) =>
      "condition" in when ? scene.holds(when.condition) : scene.expression(when.expression) === true,
    );
    return leave(row ? `row:${row.id}` : "else");
  },
});
