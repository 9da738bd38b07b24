import type { TrainingFindings } from "#workers/contract/endpoints/training.ts";
import type { TrainingReport } from "#workers/nlu/train.ts";
import type { Asked } from "./ask-questions.ts";

/** Findings of the engine, with the current names of the intents, which a version then keeps as they were. */
export function findingsOf(
  { accuracy, perIntent, confusions, suspects, thresholds }: TrainingReport,
  { right, total, outcomes }: Asked,
  names: ReadonlyMap<string, string>,
): TrainingFindings {
  const nameOf = (id: string): string => names.get(id) ?? id;
  return {
    accuracy,
    perIntent: perIntent
      .map((each) => ({ ...each, name: nameOf(each.intentId) }))
      // Worst first; nothing is known about intents without a held-out phrase.
      .toSorted(
        (a, b) =>
          Number(a.tested === 0) - Number(b.tested === 0) || a.accuracy - b.accuracy || b.tested - a.tested,
      ),
    confusions: confusions.map((each) => ({ ...each, aName: nameOf(each.a), bName: nameOf(each.b) })),
    suspects: suspects.map((each) => ({
      ...each,
      name: nameOf(each.intentId),
      looksLikeName: nameOf(each.looksLike),
    })),
    tests: { right, total, outcomes },
    ...(thresholds && { thresholds }),
  };
}
