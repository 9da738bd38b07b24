/** A layer's weights in the kernel's memory. */
export interface Weights {
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly scales: Float32Array;
  readonly bias: Float32Array;
}

export interface Kernel {
  /** Copies weights into the kernel's memory: an output's side by side. */
  hold: (
    from: number,
    to: number,
    weights: Int8Array,
    parts: { scales: Float32Array; bias: Float32Array },
  ) => Weights;
  /** `rows` texts' numbers, times the weights, plus the bias. */
  multiply: (weights: Weights, numbers: Float32Array, rows: number) => Float32Array;
}

const PAGE = 65_536;

/**
 * The multiplication in WebAssembly with 128-bit steps (see kernel/multiply.ts), where plain JavaScript takes ten times as
 * long. Numbers go in with as many bits as fit: sums of 8 by 14 bits over 1,536 numbers stay below 2^31.
 */
export function startKernel(
  module: WebAssembly.Module,
  weightBytes: number,
  mostRows: number,
  widest: number,
): Kernel {
  const numbersAt = Math.ceil(weightBytes / 16) * 16;
  const outAt = numbersAt + mostRows * widest * 2;
  const memory = new WebAssembly.Memory({ initial: Math.ceil((outAt + mostRows * widest * 4) / PAGE) });
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  const multiply = exports["multiply"] as (
    ...places: [numbers: number, weights: number, out: number, rows: number, inner: number, columns: number]
  ) => void;
  const held = new Int8Array(memory.buffer, 0, weightBytes);
  const numbersIn = new Int16Array(memory.buffer, numbersAt, mostRows * widest);
  const sums = new Int32Array(memory.buffer, outAt, mostRows * widest);
  let used = 0;
  return {
    hold(from, to, weights, { scales, bias }) {
      const at = used;
      held.set(weights, at);
      used += weights.length;
      return { at, from, to, scales, bias };
    },
    multiply({ at, from, to, scales, bias }, numbers, rows) {
      const largest = Math.floor((2 ** 31 - 1) / (127 * from)) - 1;
      const steps = new Float64Array(rows);
      for (let row = 0; row < rows; row++) {
        let most = 0;
        for (let k = row * from; k < (row + 1) * from; k++) most = Math.max(most, Math.abs(numbers[k]!));
        const step = most / Math.min(largest, 32_767) || 1;
        steps[row] = step;
        for (let k = row * from; k < (row + 1) * from; k++) numbersIn[k] = Math.round(numbers[k]! / step);
      }
      multiply(numbersAt, at, outAt, rows, from, to);
      const out = new Float32Array(rows * to);
      for (let row = 0, i = 0; row < rows; row++) {
        const step = steps[row]!;
        for (let column = 0; column < to; column++, i++)
          out[i] = sums[i]! * step * scales[column]! + bias[column]!;
      }
      return out;
    },
  };
}
