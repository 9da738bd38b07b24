/**
 * A spreadsheet may run a cell that begins like this as a formula, also behind white space or quotation marks, and in the
 * full-width signs that some of them fold; a leading ' keeps it text (CWE-1236).
 */
const DANGEROUS = /^(?:(?:[\s"']|%0[ad9])*[=+\-@＝＋－＠]|[\t\r\n])/i;

/** A cell for a file that somebody may open in a spreadsheet. */
export const guarded = (cell: string): string => (DANGEROUS.test(cell) ? `'${cell}` : cell);

/** What a guarded cell says. */
export const unguarded = (cell: string): string =>
  cell.startsWith("'") && DANGEROUS.test(cell.slice(1)) ? cell.slice(1) : cell;
