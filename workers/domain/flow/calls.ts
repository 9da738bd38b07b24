import { automationTexts } from "#texts/automation.ts";
import { type Outcome, type Signal, stay } from "./node.ts";
import type { CallResult } from "./cause.ts";
import type { Effect } from "./effects.ts";
import type { Scene } from "./scene.ts";
import { Trouble } from "./trouble.ts";

const texts = automationTexts.failures;
/** A result that has not come so long after a call must have ended is lost. */
const LOST_MS = 15 * 60_000;

/** A message may wait so long for the hours in which people are awake; its run waits as long for what becomes of it. */
export const MESSAGE_MS = 24 * 3_600_000;

/** How long a run waits on whose time has passed before its call of this kind was over. */
export const waitsOnFor = (kind: Effect["kind"]): number =>
  LOST_MS + (kind === "mail" || kind === "sms" ? MESSAGE_MS : 0);

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

/** The outcome of a message; throws by the port for it, with a sentence of ours where the vendor has given none. */
export function sentOf(signal: Signal, port: (result: CallResult) => string): CallResult & { ok: true } {
  if (signal.kind !== "result" || signal.result.ok || signal.result.sentence) return resultOf(signal, port);
  const { code } = signal.result;
  const sentence =
    code === "unknown" ? texts.unknown : code === "notAllowed" ? texts.notAllowed : texts.notSent;
  return resultOf({ ...signal, result: { ...signal.result, sentence } }, port);
}
