import type { TrainingFindings } from "#workers/contract/endpoints/training.ts";
import type { TrainingReport } from "#workers/nlu/train.ts";
import type { Asked } from "./ask-questions.ts";

/** What the engine found, with the names that the intents have now: a version tells of its own time. */
export function findingsOf(
  { accuracy, perIntent, confusions, suspects }: TrainingReport,
  { right, total, outcomes }: Asked,
  names: ReadonlyMap<string, string>,
): TrainingFindings {
  const nameOf = (id: string): string => names.get(id) ?? id;
  return {
    accuracy,
    perIntent: perIntent
      .map((each) => ({ ...each, name: nameOf(each.intentId) }))
      // Worst first; of those without a phrase kept back nothing is known.
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
  };
}
