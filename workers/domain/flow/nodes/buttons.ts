import { nodeTypes } from "#workers/contract/automation/node-types.ts";
import { msOf } from "#workers/contract/automation/parts.ts";
import { chosen, offer } from "../choices.ts";
import { behaves, leave, stay } from "../node.ts";

export const buttons = behaves(nodeTypes.buttons, {
  enter(scene, { text, options, timeout }) {
    const labels = options.map(({ label }) => label);
    return stay(offer(scene, scene.text(text), labels), scene.now + msOf(timeout));
  },
  resume(scene, { options, save }, signal) {
    if (signal.kind !== "event") return leave("noReply", null, "timeout");
    const labels = options.map(({ label }) => label);
    const option = options[chosen(signal.event, labels) ?? -1];
    if (option) {
      scene.hear({ last: { ...(scene.heard.last as object), value: option.label } });
      scene.save(save, option.label);
      return leave(`option:${option.id}`, { option: option.id });
    }
    // Where nothing comes of other words, they are for whoever answers next.
    return scene.has("other") ? leave("other") : undefined;
  },
});
