/** The vector scaled to length 1, so that a product of two is their cosine; a vector of nothing stays as it is. */
export function unitLength(numbers: ArrayLike<number>): Float32Array {
  const vector = Float32Array.from(numbers);
  let squares = 0;
  for (const number of vector) squares += number * number;
  const length = Math.sqrt(squares);
  if (length > 0) for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] ?? 0) / length;
  return vector;
}
