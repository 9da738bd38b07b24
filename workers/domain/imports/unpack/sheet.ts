import type { Taker } from "./entries.ts";
import type { Workbook } from "./workbook.ts";
import { xmlTaker } from "./xml.ts";

/** A row may have so many cells; further ones are not read. */
const MOST_CELLS = 1_000;
const LETTER_A = 64;

/** The column of a cell such as `BC12`, from 0; undefined where the sheet does not say. */
function columnOf(place: string | undefined): number | undefined {
  if (!place) return undefined;
  let column = 0;
  for (const letter of place) {
    const at = letter.charCodeAt(0) - LETTER_A;
    if (at < 1 || at > 26) break;
    column = column * 26 + at;
  }
  return column - 1;
}

const DAY_MS = 86_400_000;
/** Day 0 of either system; that of 1900 has a 29 February that never was, which is before anybody's dates. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

/** A number as it was typed: without an exponent, and as a date where the cell shows one. */
function numberOf(text: string, isDate: boolean, is1904: boolean): string {
  const value = Number(text);
  if (text === "" || !Number.isFinite(value)) return text;
  if (isDate) {
    const time = (is1904 ? EPOCH_1904 : EPOCH_1900) + Math.round(value * 86_400) * 1_000;
    const iso = Number.isFinite(time) && Math.abs(time) < 8.64e15 ? new Date(time).toISOString() : text;
    if (value < 1) return iso.slice(11, 19);
    return time % DAY_MS === 0 ? iso.slice(0, 10) : iso.slice(0, 19).replace("T", " ");
  }
  return Number.isSafeInteger(value) ? String(value) : text;
}

/** Takes a sheet's bytes and tells its rows as they come, cell by cell; rows that are left out are left out. */
export function sheetTaker({ shared, dates, is1904 }: Workbook, tell: (cells: string[]) => void): Taker {
  let cells: string[] = [];
  let at = -1;
  let type = "";
  let isDate = false;
  let value = "";
  let isValue = false;
  const cellOf = (): string => {
    switch (type) {
      case "s":
        return shared[Number(value)] ?? "";
      case "b":
        return value === "1" ? "TRUE" : "FALSE";
      case "e":
        return "";
      case "str":
      case "inlineStr":
      case "d":
        return value;
      default:
        return numberOf(value, isDate, is1904);
    }
  };
  return xmlTaker({
    open: (name, attributes) => {
      if (name === "row") {
        cells = [];
        at = -1;
      } else if (name === "c") {
        at = columnOf(attributes["r"]) ?? at + 1;
        type = attributes["t"] ?? "n";
        isDate = dates[Number(attributes["s"] ?? "0")] ?? false;
        value = "";
      } else if (name === "v" || name === "t") isValue = true;
    },
    text: (text) => {
      if (isValue) value += text;
    },
    close: (name) => {
      if (name === "v" || name === "t") isValue = false;
      else if (name === "row") tell(cells);
      else if (name === "c" && at >= 0 && at < MOST_CELLS) {
        while (cells.length < at) cells.push("");
        cells[at] = cellOf();
      }
    },
  });
}
