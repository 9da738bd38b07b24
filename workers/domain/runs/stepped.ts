import { type RunsStepped, STEPS_TOLD, type SteppedRun } from "#workers/contract/automation-events.ts";
import { isOver } from "#workers/contract/automation/run-states.ts";
import { iso } from "../ctx.ts";
import type { Flow } from "../flow/compile.ts";
import type { Carried } from "./carried.ts";
import { keptSteps } from "./kept-steps.ts";
import type { RunsContext } from "./people.ts";

/** The work of runs, by the thing watched: their instance, and for encaps all of them together. */
export type Stepped = Map<string, RunsStepped>;

/** Counts the work of a page's runs, with the latest steps that their logs keep. */
export function steppedIn(
  around: Pick<RunsContext, "kindOf" | "logLevelOf" | "personOf">,
  flowOf: (versionId: string) => Flow | undefined,
  carried: readonly Carried[],
  at: number,
): Stepped {
  const stepped: Stepped = new Map();
  for (const { due, advanced } of carried) {
    if (!advanced.used) continue;
    const { instanceId, versionId, id } = due.row;
    const { run, steps } = advanced;
    const own = sumOf(stepped, instanceId);
    own.steps += steps.length;
    if (due.cause.kind === "start") own.entered++;
    if (isOver(run.state)) own[run.state === "failed" ? "failed" : "ended"]++;
    const flow = flowOf(versionId);
    for (const { seq, node, port, outcome } of keptSteps(
      steps.slice(-STEPS_TOLD),
      around.logLevelOf(versionId),
    )) {
      const { type = "", name = "" } = flow?.nodes.get(node) ?? {};
      own.latest.push({
        ...{ runId: id, seq, at: iso(at), instanceId, port, outcome },
        node: { id: node, type, name },
        name: around.personOf(due.row)?.name ?? "",
      });
    }
    if (own.latest.length > STEPS_TOLD) own.latest = own.latest.slice(-STEPS_TOLD);
  }
  const encaps = new Set(
    carried.flatMap(({ due: { row } }) => (around.kindOf(row.versionId) === "encap" ? [row.instanceId] : [])),
  );
  for (const [instanceId, each] of [...stepped])
    if (encaps.has(instanceId)) joined(stepped, new Map([["encap", { ...each, of: "encap" }]]));
  return stepped;
}

/** Adds what came later. */
export function joined(to: Stepped, more: Stepped): void {
  for (const [of, { entered, steps, ended, failed, latest }] of more) {
    const sum = sumOf(to, of);
    sum.entered += entered;
    sum.steps += steps;
    sum.ended += ended;
    sum.failed += failed;
    sum.latest = [...sum.latest, ...latest].slice(-STEPS_TOLD);
  }
}

type Sum = Omit<RunsStepped, "latest"> & { latest: SteppedRun[] };

function sumOf(stepped: Stepped, of: string): Sum {
  const known = stepped.get(of);
  if (known) return known;
  const made = { of, entered: 0, steps: 0, ended: 0, failed: 0, latest: [] };
  stepped.set(of, made);
  return made;
}
