import { trainingTexts as texts } from "#texts/training.ts";
import type { TrainingFindings } from "#workers/contract/endpoints/training.ts";

interface Change {
  what: string;
  before: string;
  after: string;
}

/** Smaller differences of the whole come and go with the phrases that happen to be kept back. */
const NOISE = 0.01;
/** An intent's own share rests on few phrases: it must move by two of them at least. */
const PHRASES_MOVED = 2;
const MOST = 50;
const share = (part: number): string => `${Math.round(part * 1000) / 10} %`;

/** Improvements and regressions from one version to the next, test questions first. */
export function compare(
  before: TrainingFindings,
  after: TrainingFindings,
): { better: Change[]; worse: Change[] } {
  const better: Change[] = [];
  const worse: Change[] = [];
  const put = (improved: boolean, change: Change): void => {
    (improved ? better : worse).push(change);
  };

  const asked = new Map(before.tests.outcomes.map((outcome) => [outcome.text, outcome]));
  for (const outcome of after.tests.outcomes) {
    const old = asked.get(outcome.text);
    if (!old || old.right === outcome.right) continue;
    put(outcome.right, {
      what: texts.question(outcome.text),
      before: old.got ?? texts.notUnderstood,
      after: outcome.got ?? texts.notUnderstood,
    });
  }
  if (Math.abs(after.accuracy - before.accuracy) >= NOISE) {
    put(after.accuracy > before.accuracy, {
      what: texts.accuracy,
      before: share(before.accuracy),
      after: share(after.accuracy),
    });
  }
  const intents = new Map(before.perIntent.map((intent) => [intent.intentId, intent]));
  for (const intent of after.perIntent) {
    const old = intents.get(intent.intentId);
    if (!old || old.tested === 0 || intent.tested === 0) continue;
    const moved = Math.abs(intent.accuracy - old.accuracy) * Math.min(old.tested, intent.tested);
    if (moved < PHRASES_MOVED) continue;
    put(intent.accuracy > old.accuracy, {
      what: texts.intentAccuracy(intent.name),
      before: share(old.accuracy),
      after: share(intent.accuracy),
    });
  }
  const pairs = new Map(before.confusions.map((pair) => [`${pair.a} ${pair.b}`, pair.count]));
  for (const { a, b, aName, bName, count } of after.confusions) {
    const old = pairs.get(`${a} ${b}`) ?? 0;
    if (Math.abs(count - old) < PHRASES_MOVED) continue;
    put(count < old, {
      what: texts.confused(aName, bName),
      before: texts.times(old),
      after: texts.times(count),
    });
  }
  const now = new Set(after.confusions.map(({ a, b }) => `${a} ${b}`));
  for (const { a, b, aName, bName, count } of before.confusions) {
    if (now.has(`${a} ${b}`) || count < PHRASES_MOVED) continue;
    put(true, { what: texts.confused(aName, bName), before: texts.times(count), after: texts.times(0) });
  }
  return { better: better.slice(0, MOST), worse: worse.slice(0, MOST) };
}
