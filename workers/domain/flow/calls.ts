import { automationTexts } from "#texts/automation.ts";
import { type Outcome, type Signal, stay } from "./node.ts";
import type { CallResult } from "./cause.ts";
import type { Scene } from "./scene.ts";
import { Trouble } from "./trouble.ts";

const texts = automationTexts.failures;
/** A result that has not come so long after a call must have ended is lost. */
const LOST_MS = 15 * 60_000;

/** Waits for the result of the effect of this step. */
export const called = (scene: Scene, lasts = 60_000, memory: Parameters<typeof stay>[2] = {}): Outcome =>
  stay([{ kind: "call", key: String(scene.seq) }], scene.now + lasts + LOST_MS, memory);

/** A call's good result; throws for a bad one, by the port that the node has for it. */
export function resultOf(
  signal: Signal,
  port?: (result: CallResult) => string | undefined,
): CallResult & { ok: true } {
  if (signal.kind === "result" && signal.result.ok) return signal.result;
  if (signal.kind === "result" && !signal.result.ok) {
    const { code, sentence = texts.callFailed, retryable } = signal.result;
    const own = port?.(signal.result);
    throw new Trouble(code, sentence, { retryable, ...(own !== undefined && { port: own }) });
  }
  const own = port?.({ ok: false, code: "timeout", retryable: true });
  throw new Trouble("timeout", texts.noAnswer, {
    retryable: true,
    timedOut: true,
    ...(own !== undefined && { port: own }),
  });
}
