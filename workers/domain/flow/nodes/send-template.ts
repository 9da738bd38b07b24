import { nodeTypes } from "#workers/contract/automation/node-types.ts";
import { called, resultOf } from "../calls.ts";
import { behaves, leave } from "../node.ts";

export const sendTemplate = behaves(nodeTypes.sendTemplate, {
  enter(scene, { templateId, mapping, retry }) {
    // Only who does something about a refusal waits for the vendor's word.
    const answers = scene.has("failed") || scene.has("notAllowed") || retry.most > 0;
    const values = scene.valuesOf(mapping);
    scene.input = { templateId, values };
    scene.emit({ kind: "template", templateId, values, answers });
    return answers ? called(scene, 24 * 3_600_000) : leave("next", { templateId });
  },
  resume(_scene, _data, signal) {
    const { data } = resultOf(signal, (result) =>
      !result.ok && result.code === "notAllowed" ? "notAllowed" : "failed",
    );
    return leave("next", data ?? null);
  },
});
