import { fractionOf, trainingSteps, type TrainingInput, type TrainingResult } from "#workers/nlu/train.ts";
import { renew, type LeasedJob } from "../jobs/lease.ts";
import type { Scope } from "../scope.ts";
import { LeaseLost } from "./lease-lost.ts";
import type { Surroundings } from "./run.ts";

/** How often progress is written and sent while a training runs. */
const BEAT_MS = 1_000;

/** Makes a model of the phrases, renewing the job's lease and telling its progress on the way. */
export async function learn(
  scope: Scope,
  job: LeasedJob,
  input: TrainingInput,
  { breathe, progress }: Pick<Surroundings, "breathe" | "progress">,
): Promise<TrainingResult> {
  const steps = trainingSteps(input);
  let beat = scope.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await breathe();
    if (scope.now() - beat < BEAT_MS) continue;
    beat = scope.now();
    const fraction = fractionOf(step.value);
    if (!(await renew(scope, job, fraction))) throw new LeaseLost();
    await progress(fraction);
  }
}
