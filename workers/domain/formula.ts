/** A spreadsheet runs a cell that begins like this as a formula; a leading ' keeps it text (CWE-1236). */
const DANGEROUS = /^[=+\-@\t\r]/;

/** A cell for a file that somebody may open in a spreadsheet. */
export const guarded = (cell: string): string => (DANGEROUS.test(cell) ? `'${cell}` : cell);

/** What a guarded cell says. */
export const unguarded = (cell: string): string =>
  cell.startsWith("'") && DANGEROUS.test(cell.slice(1)) ? cell.slice(1) : cell;
