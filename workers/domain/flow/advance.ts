import type { NodeTypeName } from "#workers/contract/automation/node-types.ts";
import { runLimits } from "#workers/contract/automation/limits.ts";
import { holds } from "#workers/domain/expression/condition.ts";
import { automationTexts } from "#texts/automation.ts";
import { behaviours } from "./behaviours.ts";
import type { Flow, FlowNode } from "./compile.ts";
import { Journal } from "./journal.ts";
import { leave, type Outcome } from "./node.ts";
import { valuesFor } from "./reading.ts";
import { recover, refuseRunaway } from "./recover.ts";
import type { Advanced } from "./advanced.ts";
import type { Cause } from "./cause.ts";
import type { Run } from "./run.ts";
import type { World } from "./world.ts";
import { Scene } from "./scene.ts";
import { type NodeTurn, takeIn, type Turn } from "./take-in.ts";
import { Trouble } from "./trouble.ts";

const texts = automationTexts.failures;

/**
 * Carries a run on from a cause until it waits or ends. Pure: the same graph, run, cause and world give the same answer, and
 * whoever keeps rows and time writes all of it in one transaction, or none.
 */
export function advance(flow: Flow, run: Run, cause: Cause, world: World): Advanced {
  const taken = takeIn(flow, run, cause, world.now);
  if (!taken) return untouched(run);
  const journal = new Journal(taken.run, world);
  const { exit } = flow;
  if (exit && taken.turn.do !== "leave") {
    const held = holds(exit, flow.known, valuesFor(run, world), world.now);
    if (held.ok && held.value) {
      journal.leave({ state: "exited", code: "exitRule", sentence: texts.exitRule }, flow.start);
      return journal.result(cause.kind !== "event");
    }
  }
  if (cause.kind === "move") journal.depart(cause.nodeId);
  const isLate = cause.kind === "timer" && cause.skip === true;
  for (let turn: Turn | undefined = taken.turn; turn;) {
    if (turn.do === "leave") {
      journal.leave(turn, flow.start);
      break;
    }
    const next = step(flow, journal, turn, world, isLate);
    if (next === "declined") return untouched(run);
    turn = next;
  }
  return journal.result(true);
}

/** Nodes that say something and ask nothing: nobody gets Monday's reminder on Friday. */
const SAYING: ReadonlySet<NodeTypeName> = new Set(["sendMessage", "sendTemplate", "sendMail", "sendSms"]);

const untouched = (run: Run): Advanced => ({
  used: false,
  took: false,
  run,
  steps: [],
  effects: [],
  waits: run.waits,
  milestones: [],
  counters: [],
  stays: [],
});

/** Executes one node once; answers what comes next, if anything does now. */
function step(
  flow: Flow,
  journal: Journal,
  turn: NodeTurn,
  world: World,
  isLate: boolean,
): Turn | "declined" | undefined {
  const { nodeId } = turn;
  const found = flow.nodes.get(nodeId);
  const node = found ?? nothing(nodeId);
  const entering = turn.do === "enter" && !turn.again;
  if (entering) journal.enter(nodeId);
  const { run, contact } = journal;
  const scene = new Scene({ flow, node, run, seq: run.seq + 1, world, contact });
  try {
    if (nodeId === "") throw new Trouble("noStart", texts.noStart);
    if (!found) throw new Trouble("unknownNode", texts.unknownNode);
    if (entering) refuseRunaway(flow, journal, nodeId);
    if (scene.seq > runLimits.steps)
      throw new Trouble("steps", texts.steps(runLimits.steps), { final: true });
    if (node.broken !== undefined) throw new Trouble("brokenNode", node.broken);
    if (isLate && turn.do === "enter" && SAYING.has(node.type))
      return follow(flow, journal, scene, leave("next", null, "skipped"));
    const behaviour = behaviours[node.type];
    const outcome =
      turn.do === "enter"
        ? behaviour.enter(scene, node.data)
        : behaviour.resume?.(scene, node.data, turn.signal);
    if (outcome) return follow(flow, journal, scene, outcome);
    if (turn.do === "resume" && turn.signal.kind === "event") return "declined";
    // A node that changed under a run that waits: a timer that does nothing would come for ever.
    throw new Trouble("brokenNode", texts.brokenNode);
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    return recover(flow, journal, scene, error, turn);
  }
}

/** Stands in for a node that is gone. */
const nothing = (id: string): FlowNode => ({
  id,
  type: "end",
  name: id,
  data: undefined,
  next: new Map(),
  broken: texts.unknownNode,
});

function follow(flow: Flow, journal: Journal, scene: Scene, outcome: Outcome): Turn | undefined {
  switch (outcome.do) {
    case "leave": {
      journal.commit(scene);
      journal.left(scene, outcome.port, outcome.as, outcome.out);
      const nodeId = scene.node.next.get(outcome.port);
      if (nodeId !== undefined) return { do: "enter", nodeId };
      journal.complete("");
      return undefined;
    }
    case "jump":
      if (!flow.nodes.has(outcome.to)) throw new Trouble("unknownNode", texts.unknownNode);
      journal.left(scene, null, "ok", { to: outcome.to });
      return { do: "enter", nodeId: outcome.to };
    case "end":
      journal.left(scene, null, "ok", { outcome: outcome.outcome });
      journal.complete(outcome.outcome);
      return undefined;
    case "stay":
      journal.commit(scene);
      journal.stay(scene, outcome);
      return undefined;
    default:
      return outcome satisfies never;
  }
}
