import { nodeTypes } from "#workers/contract/automation/node-types.ts";
import { called, resultOf } from "../calls.ts";
import { behaves, leave } from "../node.ts";
import { cut } from "../scene.ts";

export const knowledge = behaves(nodeTypes.knowledge, {
  enter(scene, { question, botId }) {
    const asked = scene.text(question);
    scene.input = { question: asked };
    scene.emit({ kind: "knowledge", botId, question: asked });
    return called(scene);
  },
  resume(scene, { say, save }, signal) {
    const { data } = resultOf(signal);
    const answer = (data as { answer?: unknown } | null | undefined)?.answer;
    if (typeof answer !== "string" || answer.trim() === "") return leave("notFound");
    if (say) scene.say({ kind: "text", text: answer });
    scene.save(save, cut(answer));
    return leave("answered", { answer });
  },
});
