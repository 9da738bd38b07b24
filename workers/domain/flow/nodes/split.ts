import { nodeTypes } from "#workers/contract/automation/node-types.ts";
import { chanceOf } from "../chance.ts";
import { behaves, leave } from "../node.ts";

/** The same customer always takes the same way, in this run and in later ones. */
export const split = behaves(nodeTypes.split, {
  enter(scene, { variants, salt = scene.node.id }) {
    const all = variants.reduce((sum, { share }) => sum + share, 0);
    let left = chanceOf(scene.world.salt, "split", salt, scene.run.customerId) * all;
    const variant = variants.find(({ share }) => (left -= share) < 0) ?? variants.at(-1);
    return leave(`variant:${variant?.id}`, { variant: variant?.id ?? null });
  },
});
