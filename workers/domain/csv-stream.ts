import { csvLine, UTF8_MARK } from "./csv-cells.ts";

interface CsvOf<Row> {
  header: readonly string[];
  delimiter?: string;
  /** Done beside the first page and before any of its rows goes out, such as the entry in the audit trail. */
  begin?: () => PromiseLike<unknown>;
  /** The rows after one; none at the end. */
  next: (after: Row | undefined) => Promise<readonly Row[]>;
  /** A row's cells; null for one that is left out. */
  cells: (row: Row) => readonly string[] | null;
}

/** A CSV read page by page: memory does not grow with it, and the work stops when the reader does. */
export function csvStream<Row>({
  header,
  delimiter,
  begin,
  next,
  cells,
}: CsvOf<Row>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let after: Row | undefined;
  let hasHeader = false;
  let beginning = begin;
  return new ReadableStream({
    async pull(controller) {
      if (!hasHeader) {
        hasHeader = true;
        return controller.enqueue(encoder.encode(UTF8_MARK + csvLine(header, delimiter)));
      }
      const [rows] = await Promise.all([next(after), beginning?.()]);
      beginning = undefined;
      const last = rows.at(-1);
      if (last === undefined) return controller.close();
      after = last;
      const lines = rows.flatMap((row) => {
        const line = cells(row);
        return line ? [csvLine(line, delimiter)] : [];
      });
      // Also where all rows are left out: after a pull without a chunk there is no other.
      controller.enqueue(encoder.encode(lines.join("")));
    },
  });
}
