/** The effect of a threshold on phrases that training kept back, as shares of them. */
export interface ThresholdPoint {
  threshold: number;
  right: number;
  wrong: number;
  refused: number;
  /** Share of the phrases of left-out intents that would get an answer, which is wrong then. */
  strangers: number;
}

export interface Thresholds {
  best: number;
  tested: number;
  curve: ThresholdPoint[];
}

/** A twentieth apart: finer ones would follow single phrases. */
const STEPS = 20;
/** With fewer phrases kept back, the best threshold is chance. */
const LEAST_TESTED = 30;
/** A wrong answer does as much harm as a right one does good; a stranger comes once in ten messages. */
const STRANGERS_SHARE = 0.1;
/** Thresholds whose worth is so near to the best are as good; the one nearest to the usual is taken. */
const AS_GOOD = 0.005;
const USUAL = 0.5;

/**
 * The curve of a training's cross-validation and the threshold that it finds best; undefined where too few were kept
 * back. `tested` counts also those of which nothing was known, which any threshold refuses.
 */
export function thresholdsOf(
  answers: readonly { right: boolean; confidence: number }[],
  strangers: readonly number[],
  tested: number,
): Thresholds | undefined {
  if (tested < LEAST_TESTED) return undefined;
  const curve = Array.from({ length: STEPS - 1 }, (_, step): ThresholdPoint => {
    const threshold = (step + 1) / STEPS;
    const answered = answers.filter(({ confidence }) => confidence >= threshold);
    const right = answered.filter((each) => each.right).length / tested;
    const wrong = answered.length / tested - right;
    const taken = strangers.filter((confidence) => confidence >= threshold).length;
    return {
      threshold,
      right,
      wrong,
      refused: 1 - answered.length / tested,
      strangers: taken / Math.max(strangers.length, 1),
    };
  });
  const worth = ({ right, wrong, strangers: taken }: ThresholdPoint): number =>
    (1 - STRANGERS_SHARE) * (right - wrong) - STRANGERS_SHARE * taken;
  const most = Math.max(...curve.map(worth));
  const good = curve.filter((point) => worth(point) >= most - AS_GOOD);
  const [best] = good.toSorted(
    (a, b) => Math.abs(a.threshold - USUAL) - Math.abs(b.threshold - USUAL) || b.threshold - a.threshold,
  );
  return { best: best?.threshold ?? USUAL, tested, curve };
}
