import { and, asc, eq, gt } from "drizzle-orm";
import { importPages } from "#db/tenant/imports.ts";
import { audited } from "../audit.ts";
import { csvStream } from "../csv-stream.ts";
import type { Ctx } from "../ctx.ts";
import { isBlank } from "./csv-rows.ts";
import type { ReadRow } from "./csv-text.ts";
import type { Files } from "./files.ts";
import { GROUP, type Group } from "./merge.ts";
import { MOST_ROWS } from "./read-page.ts";
import { type ImportRow, importRow, wrongStep } from "./row.ts";
import { rowsAt } from "./rows-at.ts";

/** Pages whose letters are read at once: some ten thousand each. */
const PAGES = 20;

interface GroupedRow {
  row: ReadRow;
  letter: string;
}
type Page = typeof importPages.$inferSelect;

/**
 * Streams the rows of one group of a check under the file's own headers. They are read from the file again, page by page
 * just as the check read them. wrongStep where there is no check that has ended.
 */
export async function groupCsv(
  ctx: Ctx,
  files: Pick<Files, "get">,
  { id, group }: { id: string; group: Group },
): Promise<{ name: string; body: ReadableStream<Uint8Array> }> {
  const [row, pages] = await Promise.all([importRow(ctx, id), pagesAfter(ctx, id, -1)]);
  if (row.state !== "CHECKED") throw wrongStep();
  const next = pagesOf(ctx, files, row, pages);
  // A file that is gone is said before there is an answer.
  let first: readonly GroupedRow[] | undefined = await next();
  const body = csvStream<GroupedRow>({
    header: row.headers,
    delimiter: row.delimiter,
    begin: () =>
      audited(ctx, {
        action: "export",
        kind: "import",
        object: { id, name: row.fileName },
        after: { group },
      }),
    next: async () => {
      const rows = first ?? (await next());
      first = undefined;
      return rows;
    },
    cells: ({ row: { cells }, letter }) => (letter === GROUP[group] ? cells : null),
  });
  return { name: `${group} of ${row.fileName.replace(/\.csv$/i, "")}.csv`, body };
}

/** The rows of the next page that has any, from the first pages on; none at the end. */
function pagesOf(
  ctx: Ctx,
  files: Pick<Files, "get">,
  row: ImportRow,
  first: readonly Page[],
): () => Promise<GroupedRow[]> {
  const file = { id: row.file, enterpriseId: row.enterpriseId, bytes: row.bytes };
  let pages = [...first];
  let isLast = first.length < PAGES;
  let cursor = -1;
  return async () => {
    for (;;) {
      if (pages.length === 0 && !isLast) {
        pages = await pagesAfter(ctx, row.id, cursor);
        isLast = pages.length < PAGES;
      }
      const page = pages.shift();
      if (!page) return [];
      ({ cursor } = page);
      const { piece } = await rowsAt(files, file, row, page, { bytes: page.bytes, most: MOST_ROWS });
      const rows = piece.rows.filter((each) => !isBlank(each));
      if (rows.length > 0) return rows.map((each, at) => ({ row: each, letter: page.groups[at] ?? "" }));
    }
  };
}

const pagesAfter = ({ db, enterpriseId }: Ctx, id: string, cursor: number): Promise<Page[]> =>
  db
    .select()
    .from(importPages)
    .where(
      and(
        eq(importPages.enterpriseId, enterpriseId),
        eq(importPages.importId, id),
        gt(importPages.cursor, cursor),
      ),
    )
    .orderBy(asc(importPages.cursor))
    .limit(PAGES);
