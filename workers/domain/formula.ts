/**
 * A spreadsheet may run a cell that starts like this as a formula, also after white space or quotation marks, and with
 * the full-width characters that some of them normalise; a leading ' keeps it text (CWE-1236).
 */
const DANGEROUS = /^(?:(?:[\s"']|%0[ad9])*[=+\-@＝＋－＠]|[\t\r\n])/i;

/** Guards a cell of a file that may be opened in a spreadsheet. */
export const guarded = (cell: string): string => (DANGEROUS.test(cell) ? `'${cell}` : cell);

/** Returns the original text of a guarded cell. */
export const unguarded = (cell: string): string =>
  cell.startsWith("'") && DANGEROUS.test(cell.slice(1)) ? cell.slice(1) : cell;
