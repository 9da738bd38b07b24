import { nodeTypes } from "#workers/contract/automation/node-types.ts";
import type { Change } from "../effects.ts";
import { behaves, leave } from "../node.ts";

export const updateCustomer = behaves(nodeTypes.updateCustomer, {
  enter(scene, { changes }) {
    scene.change(
      changes.map((each): Change =>
        each.kind === "field" ? { ...each, value: scene.value(each.value) } : each,
      ),
    );
    return leave("next", changes.length);
  },
});
