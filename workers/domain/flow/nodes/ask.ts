import { nodeTypes } from "#workers/contract/automation/node-types.ts";
import { msOf } from "#workers/contract/automation/parts.ts";
import { readAnswer } from "../answers.ts";
import { offer } from "../choices.ts";
import { behaves, leave, type Outcome, stay } from "../node.ts";
import type { WaitKind } from "../run.ts";
import type { Scene } from "../scene.ts";

/** How far the question has come; a bad answer begins the time anew. */
type Memory = { tries: number; reminded: boolean; until: number };
type Waits = { kind: WaitKind; key: string }[];

export const ask = behaves(nodeTypes.ask, {
  enter(scene, { text, answer, timeout, reminder }) {
    const until = scene.now + msOf(timeout);
    const waits = pose(scene, scene.text(text), answer.kind === "choice" ? answer.options : []);
    return waiting(scene, waits, { tries: 0, reminded: false, until }, reminder);
  },
  resume(scene, data, signal) {
    const memory = scene.run.memory as Memory;
    const options = data.answer.kind === "choice" ? data.answer.options : [];
    if (signal.kind === "timer") {
      if (!data.reminder || memory.reminded) return leave("noReply", null, "timeout");
      // One that comes too late is none; the question still stands.
      const waits = signal.skipped
        ? scene.run.waits.map(({ kind, key }) => ({ kind, key }))
        : pose(scene, scene.text(data.reminder.text), options);
      return waiting(scene, waits, { ...memory, reminded: true });
    }
    if (signal.kind !== "event") return undefined;
    const read = readAnswer(data.answer, signal.event, scene);
    const problem = read.ok
      ? data.save?.to === "field"
        ? scene.fieldProblem(data.save.name, read.value)
        : undefined
      : read.sentence;
    if (read.ok && problem === undefined) {
      scene.hear({ last: { ...(scene.heard.last as object), value: read.value } });
      scene.save(data.save, read.value);
      return leave("next", { value: read.value });
    }
    const tries = memory.tries + 1;
    if (tries > data.retries) return leave("gaveUp", { tries });
    const again = data.again === undefined ? (problem ?? "") : scene.text(data.again);
    const waits = pose(scene, again, options);
    const until = scene.now + msOf(data.timeout);
    return waiting(scene, waits, { tries, reminded: memory.reminded, until }, data.reminder);
  },
});

function pose(scene: Scene, text: string, options: readonly string[]): Waits {
  if (options.length > 0) return offer(scene, text, options);
  scene.say({ kind: "text", text });
  return [{ kind: "reply", key: scene.replyKey }];
}

/** Wakes for the reminder first, if that is still to come. */
function waiting(
  scene: Scene,
  waits: Waits,
  memory: Memory,
  reminder?: { after: Parameters<typeof msOf>[0] },
): Outcome {
  const remind = reminder && !memory.reminded ? scene.now + msOf(reminder.after) : Infinity;
  return stay(waits, Math.min(remind, memory.until), {
    memory: { ...memory, reminded: memory.reminded || remind >= memory.until },
    out: { tries: memory.tries },
  });
}
