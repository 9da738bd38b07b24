import { nodeTypes } from "#workers/contract/automation/node-types.ts";
import { called, MESSAGE_MS, sentOf } from "../calls.ts";
import type { NodeDataOf } from "../data.ts";
import type { Json } from "../json.ts";
import { behaves, leave } from "../node.ts";
import type { Scene } from "../scene.ts";
import { mustFit, textOf } from "../templates.ts";

export const sendTemplate = behaves(nodeTypes.sendTemplate, {
  enter(scene, { templateId, mapping, retry }) {
    // Only who does something about a refusal waits for the vendor's word.
    const answers = scene.has("failed") || scene.has("notAllowed") || retry.most > 0;
    const values = valuesOf(scene, mapping);
    scene.input = { templateId, values };
    mustFit(scene, templateId, values);
    scene.emit({ kind: "template", templateId, values, answers });
    return answers ? called(scene, MESSAGE_MS) : leave("next", { templateId });
  },
  resume(_scene, _data, signal) {
    const { data } = sentOf(signal, (result) =>
      !result.ok && result.code === "notAllowed" ? "notAllowed" : "failed",
    );
    return leave("next", data ?? null);
  },
});

/** Values by the keys of their places; a button's address takes any words as one part of it. */
const valuesOf = (scene: Scene, mapping: NodeDataOf<"sendTemplate">["mapping"]): Record<string, Json> =>
  Object.fromEntries(
    mapping.map((each) => {
      const value = scene.value(each);
      const isPart = each.variable.startsWith("buttons.") && each.type !== "static";
      return [each.variable, isPart ? encodeURIComponent(textOf(value).toWellFormed()) : value];
    }),
  );
