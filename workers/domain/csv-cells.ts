import { guarded } from "./formula.ts";

/** CSV cells as our files contain them. */

/** Byte order mark: spreadsheets need it to read UTF-8. */
export const UTF8_MARK = "\uFEFF";

const quoted = (cell: string, delimiter: string): string =>
  cell.includes(delimiter) || /["\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** One row with its line break, formula-safe. */
export const csvLine = (cells: readonly string[], delimiter = ","): string =>
  `${cells.map((cell) => quoted(guarded(cell), delimiter)).join(delimiter)}\r\n`;
