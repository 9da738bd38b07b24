import { runLimits } from "#workers/contract/automation/limits.ts";
import { automationTexts } from "#texts/automation.ts";
import type { Flow } from "./compile.ts";
import type { Journal } from "./journal.ts";
import { retryAt } from "./retry.ts";
import type { Scene } from "./scene.ts";
import type { NodeTurn, Turn } from "./take-in.ts";
import { Trouble } from "./trouble.ts";

const texts = automationTexts.failures;

/** Throws for a run that goes round, or far, without a wait. */
export function refuseRunaway(flow: Flow, journal: Journal, nodeId: string): void {
  const { hops, visits } = journal.run;
  const isOften = (visits[nodeId] ?? 0) > runLimits.visits;
  if (!isOften && hops <= runLimits.hops) return;
  const circle = journal.circle().map((id) => flow.nodes.get(id)?.name ?? id);
  const sentence = circle.length > 0 ? texts.loop(circle) : texts.hops(runLimits.hops);
  throw new Trouble("loop", sentence, { final: true });
}

/** Tries again if that may help, else leaves by the port for it, by the graph's handler, or fails. */
export function recover(
  flow: Flow,
  journal: Journal,
  scene: Scene,
  trouble: Trouble,
  turn: NodeTurn,
): Turn | undefined {
  const { code, sentence, more } = trouble;
  const { next } = scene.node;
  if (more.retryable && !more.final) {
    const until = retryAt(scene);
    if (until !== undefined) {
      journal.again(scene, trouble, until, turn.do === "resume");
      return undefined;
    }
  }
  const port = [more.port ?? "error", "error"].find((each) => next.has(each));
  const nodeId = port === undefined ? undefined : next.get(port);
  if (nodeId !== undefined && port !== undefined && !more.final) {
    journal.wrong(scene, trouble, port);
    return { do: "enter", nodeId };
  }
  journal.wrong(scene, trouble, null);
  const { errorHandler } = flow;
  if (errorHandler !== undefined && flow.nodes.has(errorHandler) && !journal.run.handling && !more.final) {
    journal.run.handling = true;
    return { do: "enter", nodeId: errorHandler };
  }
  journal.fail(code, sentence);
  return undefined;
}
