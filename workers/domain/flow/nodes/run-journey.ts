import { runLimits } from "#workers/contract/automation/limits.ts";
import { nodeTypes } from "#workers/contract/automation/node-types.ts";
import { msOf } from "#workers/contract/automation/parts.ts";
import { automationTexts } from "#texts/automation.ts";
import { journeyOn } from "../library.ts";
import { behaves, leave, stay } from "../node.ts";
import { Trouble } from "../trouble.ts";

const texts = automationTexts.failures;

export const runJourney = behaves(nodeTypes.runJourney, {
  enter(scene, { journeyId, mapping, wait, timeout }) {
    const depth = scene.run.depth + 1;
    if (depth > runLimits.depth) throw new Trouble("depth", texts.depth(runLimits.depth));
    const { library } = scene.facts;
    if (library && !library.journeys.has(journeyOn(journeyId, scene.run.channelId)))
      throw new Trouble("journeyNotStarted", texts.journeyNotStarted, { port: "failed" });
    const vars = scene.valuesOf(mapping);
    const key = scene.emit({ kind: "startRun", journeyId, vars, depth, answers: wait });
    return wait ? stay([{ kind: "child", key }], scene.now + msOf(timeout)) : leave("next", { journeyId });
  },
  resume(scene, { save }, signal) {
    if (signal.kind === "timer") {
      throw new Trouble("journeyTimeout", texts.journeyTimeout, { port: "timeout", timedOut: true });
    }
    if (signal.kind !== "event" || signal.event.kind !== "child") return undefined;
    const { state, vars } = signal.event;
    if (state !== "completed") throw new Trouble("journeyFailed", texts.journeyFailed, { port: "failed" });
    if (save !== undefined) scene.set(save, vars);
    return leave("completed", { state });
  },
});
