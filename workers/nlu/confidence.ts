/**
 * Turns signals into a probability: logistic regression by Newton's method, with a Gaussian prior around coefficients
 * fitted beforehand. Thousands of phrases move a bot away from the prior, ten hardly do.
 */
export interface Samples {
  /** samples x signals */
  readonly signals: Float64Array[];
  /** 1 where the winner was right, 0 where it was wrong or the text belonged to no intent. */
  readonly right: Uint8Array;
  readonly weights: Float64Array;
}

export function confidenceOf(coefficients: ArrayLike<number>, signals: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < signals.length; i++) sum += coefficients[i]! * signals[i]!;
  return 1 / (1 + Math.exp(-sum));
}

/** `firmness` is the prior's precision: how strongly each coefficient is held to its place. */
export function fitConfidence(samples: Samples, prior: readonly number[], firmness: number): number[] {
  const size = prior.length;
  let coefficients = prior.slice();
  for (let round = 0; round < 25; round++) {
    const gradient = new Float64Array(size);
    const hessian = new Float64Array(size * size);
    for (let i = 0; i < size; i++) {
      gradient[i] = firmness * (prior[i]! - coefficients[i]!);
      hessian[i * size + i] = firmness;
    }
    for (let s = 0; s < samples.right.length; s++) {
      const x = samples.signals[s]!;
      const p = confidenceOf(coefficients, x);
      const weight = samples.weights[s]!;
      const error = weight * (samples.right[s]! - p);
      const curve = weight * p * (1 - p);
      for (let i = 0; i < size; i++) {
        gradient[i]! += error * x[i]!;
        for (let j = 0; j <= i; j++) hessian[i * size + j]! += curve * x[i]! * x[j]!;
      }
    }
    const step = solve(hessian, gradient, size);
    let longest = 0;
    for (let i = 0; i < size; i++) longest = Math.max(longest, Math.abs(step[i]!));
    // Far from the answer a full Newton step can overshoot.
    const share = Math.min(1, 3 / longest);
    coefficients = coefficients.map((value, i) => value + share * step[i]!);
    if (longest < 1e-6) break;
  }
  return coefficients;
}

/** Solves A x = b for a symmetric positive definite A (lower triangle given), by Cholesky's decomposition. */
function solve(a: Float64Array, b: Float64Array, size: number): Float64Array {
  const x = b.slice();
  for (let j = 0; j < size; j++) {
    for (let i = j; i < size; i++) {
      let sum = a[i * size + j]!;
      for (let k = 0; k < j; k++) sum -= a[i * size + k]! * a[j * size + k]!;
      a[i * size + j] = i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / a[j * size + j]!;
    }
  }
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) x[i]! -= a[i * size + k]! * x[k]!;
    x[i]! /= a[i * size + i]!;
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) x[i]! -= a[k * size + i]! * x[k]!;
    x[i]! /= a[i * size + i]!;
  }
  return x;
}
