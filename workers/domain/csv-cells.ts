import { guarded } from "./formula.ts";

/** Cells of a CSV as our files write them. */

/** What a spreadsheet needs to read UTF-8. */
export const UTF8_MARK = "\uFEFF";

const quoted = (cell: string, delimiter: string): string =>
  cell.includes(delimiter) || /["\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** One row with its line break, formula-safe. */
export const csvLine = (cells: readonly string[], delimiter = ","): string =>
  `${cells.map((cell) => quoted(guarded(cell), delimiter)).join(delimiter)}\r\n`;
