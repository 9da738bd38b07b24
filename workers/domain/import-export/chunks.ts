/** A bound value may have 2 MB at most in the database; JSON grows a little when it is bound. */
const MOST_BYTES = 900_000;
/** Rows that become JSON at once: a call for each row costs more than its text, and a longer list outlives the youngest objects. */
const GROUP = 100;

/** Splits rows into JSON lists, each small enough for one bound value; `shapeOf` makes of a row what is in the list. */
export function chunksOf<Row>(rows: readonly Row[], shapeOf: (row: Row) => unknown = (row) => row): string[] {
  const chunks: string[] = [];
  let open: string[] = [];
  let bytes = 0;
  const close = (): void => {
    if (open.length > 0) chunks.push(`[${open.join(",")}]`);
    open = [];
    bytes = 0;
  };
  for (let at = 0; at < rows.length; at += GROUP) {
    for (const text of textsOf(rows.slice(at, at + GROUP).map(shapeOf))) {
      if (bytes + boundOf(text) > MOST_BYTES) close();
      open.push(text);
      bytes += boundOf(text);
    }
  }
  close();
  return chunks;
}

/** UTF-16 units times three bound the UTF-8 bytes. */
const boundOf = (text: string): number => text.length * 3;

/** The rows as JSON without the list's brackets: one text, or one each where they are large. */
function textsOf(group: readonly unknown[]): string[] {
  const text = JSON.stringify(group).slice(1, -1);
  return boundOf(text) > MOST_BYTES / 4 ? group.map((row) => JSON.stringify(row)) : [text];
}
