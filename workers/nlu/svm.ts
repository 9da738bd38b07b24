import type { Random } from "./random.ts";
import type { Matrix } from "./vocabulary.ts";

/**
 * A linear support vector machine for one intent against the rest: L2-regularised squared hinge, solved in the
 * dual by coordinate descent with shrinking (Hsieh, Chang, Lin, Keerthi, Sundararajan 2008, "A dual coordinate
 * descent method for large-scale linear SVM", algorithm 3).
 *
 *   min over a >= 0 of  1/2 |sum a_i y_i x_i|^2 + 1/2 sum D_i a_i^2 - sum a_i,   D_i = 1 / (2 C_i)
 */
export interface SvmSettings {
  /** C of a negative example. */
  cost: number;
  /** C of a positive is cost x (negatives / positives) ^ this. */
  balance: number;
  /** Stop when the projected gradients lie this close together. */
  tolerance: number;
  rounds: number;
}

export const SVM_SETTINGS: SvmSettings = { cost: 2, balance: 0.5, tolerance: 0.1, rounds: 30 };

/** Buffers that every intent's training shares, so that they are not allocated 150 times. */
export class SvmTrainer {
  readonly weights: Float32Array;
  /** Of what the texts' words mean. */
  readonly meaningWeights: Float32Array;
  bias = 0;
  readonly #matrix: Matrix;
  readonly #labels: Int32Array;
  readonly #active: Int32Array;
  readonly #alpha: Float64Array;
  readonly #norms: Float64Array;
  readonly #settings: SvmSettings;

  constructor(matrix: Matrix, labels: Int32Array, settings = SVM_SETTINGS) {
    this.#matrix = matrix;
    this.#labels = labels;
    this.#settings = settings;
    this.weights = new Float32Array(matrix.columns);
    this.meaningWeights = new Float32Array(matrix.width);
    this.#active = new Int32Array(matrix.rows);
    this.#alpha = new Float64Array(matrix.rows);
    this.#norms = new Float64Array(matrix.rows);
    for (let row = 0; row < matrix.rows; row++) {
      let sum = 0;
      for (let i = matrix.starts[row]!; i < matrix.starts[row + 1]!; i++) sum += matrix.values[i]! ** 2;
      for (let k = row * matrix.width; k < (row + 1) * matrix.width; k++) sum += matrix.meanings[k]! ** 2;
      this.#norms[row] = sum + BIAS * BIAS;
    }
  }

  /** Leaves the intent's weights in `weights` and `bias`, until the next call. */
  fit(intent: number, random: Random): number {
    const { starts, indexes, values, rows, width, meanings } = this.#matrix;
    const labels = this.#labels;
    const alpha = this.#alpha.fill(0);
    const w = this.weights.fill(0);
    const m = this.meaningWeights.fill(0);
    const active = this.#active;
    const { cost, balance, tolerance, rounds } = this.#settings;
    let positives = 0;
    for (let row = 0; row < rows; row++) {
      active[row] = row;
      if (labels[row] === intent) positives++;
    }
    const weight = positives === rows || positives === 0 ? 1 : ((rows - positives) / positives) ** balance;
    const positiveD = 0.5 / (cost * weight);
    const negativeD = 0.5 / cost;
    let bias = 0;
    let length = rows;
    let highest = Infinity;
    let work = 0;
    for (let round = 0; round < rounds; round++) {
      let high = -Infinity;
      let low = Infinity;
      random.shuffle(active, length);
      for (let s = 0; s < length; s++) {
        const row = active[s]!;
        const positive = labels[row] === intent;
        const start = starts[row]!;
        const end = starts[row + 1]!;
        let dot = bias * BIAS;
        for (let i = start; i < end; i++) dot += w[indexes[i]!]! * values[i]!;
        const meaning = row * width;
        for (let k = 0; k < width; k++) dot += m[k]! * meanings[meaning + k]!;
        work += end - start + width;
        const d = positive ? positiveD : negativeD;
        const a = alpha[row]!;
        const gradient = (positive ? dot : -dot) - 1 + d * a;
        let projected = gradient;
        if (a === 0 && gradient > 0) {
          projected = 0;
          if (gradient > highest) {
            // Far on its right side: set aside until the rest has settled.
            length--;
            active[s] = active[length]!;
            active[length] = row;
            s--;
            continue;
          }
        }
        if (projected > high) high = projected;
        if (projected < low) low = projected;
        if (projected > 1e-12 || projected < -1e-12) {
          const next = Math.max(a - gradient / (this.#norms[row]! + d), 0);
          alpha[row] = next;
          const change = positive ? next - a : a - next;
          for (let i = start; i < end; i++) w[indexes[i]!]! += change * values[i]!;
          for (let k = 0; k < width; k++) m[k]! += change * meanings[meaning + k]!;
          bias += change * BIAS;
        }
      }
      if (high - low <= tolerance) {
        if (length === rows) break;
        length = rows;
        highest = Infinity;
        continue;
      }
      highest = high <= 0 ? Infinity : high;
    }
    this.bias = bias * BIAS;
    return work;
  }
}

/** The value of the feature that every text has. */
const BIAS = 1;
