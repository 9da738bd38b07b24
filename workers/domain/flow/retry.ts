import type { Retry } from "#workers/contract/automation/parts.ts";
import { chanceOf } from "./chance.ts";
import type { Scene } from "./scene.ts";

const LONGEST_MS = 3_600_000;

/** When a node is tried again after an attempt that failed; undefined when it is not. Milliseconds since 1970. */
export function retryAt({ node, run, now, seq, world }: Scene): number | undefined {
  const policy = (node.data as { retry?: Retry } | undefined)?.retry;
  const failed = run.attempts?.count ?? 0;
  if (!policy || failed >= policy.most) return undefined;
  const base = policy.seconds * 1_000 * (policy.backoff === "exponential" ? 2 ** failed : 1);
  // Half of the time is left to chance, so that calls that failed together do not come together again.
  const share = 0.5 + chanceOf(world.salt, "retry", run.id, String(seq)) / 2;
  return now + Math.ceil(Math.min(base, LONGEST_MS) * share);
}
