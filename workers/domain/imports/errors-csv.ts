import { importsTexts } from "#texts/imports.ts";
import { csvStream } from "../csv-stream.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { readRows } from "./csv-rows.ts";
import { importRow, type ImportRow } from "./row.ts";

const PAGE = 500;
/** Rows may be long: a page ends after the row that reaches this many characters. */
const PAGE_SIGNS = 1_000_000;

interface ErrorRow {
  line: number;
  row: string;
  errors: string;
}

/**
 * Streams the rejected rows under the file's own headers, to be fixed and imported again: the reasons are in a last
 * column that no import reads. Read page by page, so that a million wrong rows need no more memory than a few.
 */
export async function errorsCsv(
  ctx: Ctx,
  id: string,
): Promise<{ name: string; body: ReadableStream<Uint8Array> }> {
  const row = await importRow(ctx, id);
  const { headers, delimiter } = row;
  const body = csvStream<ErrorRow>({
    header: [...headers, importsTexts.errorColumn],
    delimiter,
    begin: () => audited(ctx, { action: "export", kind: "import", object: { id, name: row.fileName } }),
    next: (after) => nextRows(ctx, row, after?.line ?? 0),
    cells: (each) => cellsOf(row, each),
  });
  return { name: `errors of ${row.fileName.replace(/\.csv$/i, "")}.csv`, body };
}

async function nextRows({ db, enterpriseId }: Ctx, { id }: ImportRow, after: number): Promise<ErrorRow[]> {
  const { results } = await db.$client
    .prepare(
      `SELECT line, row, errors FROM (
         SELECT line, row, errors, sum(length(row)) OVER (ORDER BY line) - length(row) AS before FROM (
           SELECT line, row, errors FROM import_errors
           WHERE enterprise_id = ?1 AND import_id = ?2 AND line > ?3 ORDER BY line LIMIT ?4))
       WHERE before < ?5 ORDER BY line`,
    )
    .bind(enterpriseId, id, after, PAGE, PAGE_SIGNS)
    .all<ErrorRow>();
  return results;
}

/** The original cells; those beyond the header come after the reasons. */
function cellsOf({ headers, delimiter }: ImportRow, { row, errors }: ErrorRow): string[] {
  const [read] = readRows(row, { delimiter, line: 1, final: true, most: 1 }).rows;
  const cells = read?.cells ?? [row];
  const own = headers.map((_, column) => cells[column] ?? "");
  const reasons = (JSON.parse(errors) as string[]).join("\n");
  return [...own, reasons, ...cells.slice(headers.length)];
}
