/** A bound value may have 2 MB at most in the database; JSON grows a little when it is bound. */
const MOST_BYTES = 900_000;

/** Splits rows into JSON lists, each small enough for one bound value. */
export function chunksOf(rows: readonly unknown[]): string[] {
  const chunks: string[] = [];
  let open: string[] = [];
  let bytes = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    // UTF-16 units times three bounds the UTF-8 bytes.
    if (open.length > 0 && bytes + text.length * 3 > MOST_BYTES) {
      chunks.push(`[${open.join(",")}]`);
      open = [];
      bytes = 0;
    }
    open.push(text);
    bytes += text.length * 3;
  }
  if (open.length > 0) chunks.push(`[${open.join(",")}]`);
  return chunks;
}
