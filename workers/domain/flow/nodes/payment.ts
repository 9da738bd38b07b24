import { nodeTypes } from "#workers/contract/automation/node-types.ts";
import { msOf } from "#workers/contract/automation/parts.ts";
import { automationTexts } from "#texts/automation.ts";
import { called, resultOf } from "../calls.ts";
import { behaves, leave, stay } from "../node.ts";
import { Trouble } from "../trouble.ts";

/** First the link is made, then it is sent, then somebody pays or not. */
type Memory = { key: string; until: number; open?: true };

export const payment = behaves(nodeTypes.payment, {
  enter(scene, { amount: source, currency, description, expires }) {
    const amount = scene.value(source);
    if (typeof amount !== "number" || amount <= 0) {
      throw new Trouble("noAmount", automationTexts.failures.noAmount);
    }
    scene.mayTalk();
    const until = scene.now + msOf(expires);
    scene.input = { amount, currency };
    const key = scene.emit({
      kind: "payment",
      amount,
      currency,
      description: scene.text(description),
      until,
    });
    return called(scene, 60_000, { memory: { key, until } });
  },
  resume(scene, { text, save }, signal) {
    const memory = scene.run.memory as Memory;
    if (!memory.open) {
      const { data } = resultOf(signal);
      scene.hear({ payment: data ?? null });
      scene.say({ kind: "text", text: scene.text(text) });
      return stay([{ kind: "payment", key: memory.key }], memory.until, {
        memory: { ...memory, open: true },
      });
    }
    if (signal.kind !== "event") return leave("expired", null, "timeout");
    if (signal.event.kind !== "payment") return undefined;
    const { status, data = null } = signal.event;
    if (save !== undefined) scene.set(save, data);
    return leave(status, data);
  },
});
