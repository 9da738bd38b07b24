import { channelTypes } from "#workers/contract/channel-types.ts";
import { nodeTypes } from "#workers/contract/automation/node-types.ts";
import { msOf } from "#workers/contract/automation/parts.ts";
import { automationTexts } from "#texts/automation.ts";
import { behaves, leave, type Outcome, type Signal, stay } from "../node.ts";
import type { Scene } from "../scene.ts";
import { Trouble } from "../trouble.ts";

const texts = automationTexts.failures;

export const form = behaves(nodeTypes.form, {
  enter(scene, { formId, text, button, timeout }) {
    scene.mayTalk();
    const until = scene.now + msOf(timeout);
    const key = scene.emit({ kind: "form", formId, text: scene.text(text), button, until });
    return stay([{ kind: "form", key }], until);
  },
  resume: (scene, _data, signal) => filled(scene, signal, "submitted"),
});

export const whatsappFlow = behaves(nodeTypes.whatsappFlow, {
  enter(scene, { flowId, text, button, screen, mapping, timeout }) {
    if (scene.facts.channel.type !== channelTypes.whatsApp) {
      throw new Trouble("notSupported", texts.notCarried, { port: "notSupported" });
    }
    scene.mayTalk();
    const until = scene.now + msOf(timeout);
    const key = scene.emit({
      kind: "flow",
      flowId,
      text: scene.text(text),
      button,
      data: scene.valuesOf(mapping),
      until,
      ...(screen !== undefined && { screen }),
    });
    return stay([{ kind: "flow", key }], until);
  },
  resume: (scene, _data, signal) => filled(scene, signal, "completed"),
});

function filled(scene: Scene, signal: Signal, port: string): Outcome | undefined {
  if (signal.kind !== "event") return leave("noAnswer", null, "timeout");
  const { event } = signal;
  if (event.kind !== "form" && event.kind !== "flow") return undefined;
  scene.hear({ form: event.values });
  return leave(port, event.values);
}
