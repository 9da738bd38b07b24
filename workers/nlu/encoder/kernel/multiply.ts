// AssemblyScript: `npm run make-kernel` compiles it to multiply.wasm.

/**
 * Multiplies texts' numbers (16 bits, `rows` x `inner`) with a layer's weights (8 bits, `columns` x `inner`, an output's
 * side by side) into `out` (32 bits, `rows` x `columns`). `inner` is a multiple of 8, `columns` of 2. Nothing overflows
 * while the numbers stay within 2^31 / (127 * inner). Four texts share each weight that is read, two outputs each number.
 */
export function multiply(
  numbers: usize,
  weights: usize,
  out: usize,
  rows: i32,
  inner: i32,
  columns: i32,
): void {
  const line = <usize>inner * 2;
  const wide = <usize>columns * 4;
  for (let row = 0; row < rows; row += 4) {
    const a = numbers + <usize>row * line;
    // Behind the last row the first of the four is computed again, and not written.
    const b = row + 1 < rows ? a + line : a;
    const c = row + 2 < rows ? a + 2 * line : a;
    const d = row + 3 < rows ? a + 3 * line : a;
    const to = out + <usize>row * wide;
    for (let column = 0; column < columns; column += 2) {
      const w = weights + <usize>(column * inner);
      const v = w + <usize>inner;
      let a1 = i32x4.splat(0);
      let b1 = i32x4.splat(0);
      let c1 = i32x4.splat(0);
      let d1 = i32x4.splat(0);
      let a2 = i32x4.splat(0);
      let b2 = i32x4.splat(0);
      let c2 = i32x4.splat(0);
      let d2 = i32x4.splat(0);
      for (let k: usize = 0; k < <usize>inner; k += 8) {
        const first = v128.load_ext<i8>(w + k);
        const second = v128.load_ext<i8>(v + k);
        let number = v128.load(a + 2 * k);
        a1 = i32x4.add(a1, i32x4.dot_i16x8_s(number, first));
        a2 = i32x4.add(a2, i32x4.dot_i16x8_s(number, second));
        number = v128.load(b + 2 * k);
        b1 = i32x4.add(b1, i32x4.dot_i16x8_s(number, first));
        b2 = i32x4.add(b2, i32x4.dot_i16x8_s(number, second));
        number = v128.load(c + 2 * k);
        c1 = i32x4.add(c1, i32x4.dot_i16x8_s(number, first));
        c2 = i32x4.add(c2, i32x4.dot_i16x8_s(number, second));
        number = v128.load(d + 2 * k);
        d1 = i32x4.add(d1, i32x4.dot_i16x8_s(number, first));
        d2 = i32x4.add(d2, i32x4.dot_i16x8_s(number, second));
      }
      const at = to + <usize>column * 4;
      put(at, a1, a2);
      if (row + 1 < rows) put(at + wide, b1, b2);
      if (row + 2 < rows) put(at + 2 * wide, c1, c2);
      if (row + 3 < rows) put(at + 3 * wide, d1, d2);
    }
  }
}

function put(at: usize, first: v128, second: v128): void {
  store<i32>(at, across(first));
  store<i32>(at + 4, across(second));
}

function across(sum: v128): i32 {
  return (
    i32x4.extract_lane(sum, 0) +
    i32x4.extract_lane(sum, 1) +
    i32x4.extract_lane(sum, 2) +
    i32x4.extract_lane(sum, 3)
  );
}
