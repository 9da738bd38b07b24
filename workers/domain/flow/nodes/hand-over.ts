import { answersAt } from "#workers/contract/chat-rules.ts";
import { nodeTypes } from "#workers/contract/automation/node-types.ts";
import { msOf } from "#workers/contract/automation/parts.ts";
import { behaves, leave, stay } from "../node.ts";

export const handOver = behaves(nodeTypes.handOver, {
  enter(scene, { departmentId, skill, note, wait, timeout }) {
    const { facts, now } = scene;
    // Without that port the chat's own rules say what happens outside the hours.
    if (scene.has("outsideHours") && !answersAt({ hours: facts.hours }, now)) return leave("outsideHours");
    const key = scene.emit({
      kind: "handOver",
      ...(departmentId !== undefined && { departmentId }),
      ...(skill !== undefined && { skill }),
      ...(note !== undefined && { note: scene.text(note) }),
    });
    if (!wait && !scene.has("notPicked")) return leave("next");
    const until = now + msOf(timeout);
    return stay([{ kind: "chat", key }], until, { memory: { key, until, picked: false } });
  },
  resume(scene, { wait }, signal) {
    const memory = scene.run.memory as { key: string; until: number; picked: boolean };
    const notPicked = scene.has("notPicked") ? "notPicked" : "next";
    if (signal.kind !== "event") {
      return leave(memory.picked ? "next" : notPicked, null, "timeout");
    }
    if (signal.event.kind !== "chat") return undefined;
    const { what } = signal.event;
    if (what === "missed") return leave(notPicked);
    if (what === "closed" || !wait) return leave("next", { what });
    return stay([{ kind: "chat", key: memory.key }], memory.until, {
      memory: { ...memory, picked: true },
      out: { what },
    });
  },
});
