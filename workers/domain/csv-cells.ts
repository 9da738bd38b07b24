/** Cells of a CSV as our files write them. */

/**
 * What a spreadsheet may run as a formula, also behind white space or quotation marks, and in the full-width signs that
 * some of them fold.
 */
const DANGEROUS = /^(?:(?:[\s"']|%0[ad9])*[=+\-@＝＋－＠]|[\t\r\n])/i;

/** A leading ' keeps a dangerous cell text; a cell that already looks guarded gets another, so that `unguarded` is exact. */
export const guarded = (cell: string): string => (DANGEROUS.test(cell) ? `'${cell}` : cell);

export const unguarded = (cell: string): string =>
  cell.startsWith("'") && DANGEROUS.test(cell.slice(1)) ? cell.slice(1) : cell;

/** What a spreadsheet needs to read UTF-8. */
export const UTF8_MARK = "\uFEFF";

const quoted = (cell: string, delimiter: string): string =>
  cell.includes(delimiter) || /["\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** One row with its line break, formula-safe. */
export const csvLine = (cells: readonly string[], delimiter = ","): string =>
  `${cells.map((cell) => quoted(guarded(cell), delimiter)).join(delimiter)}\r\n`;
