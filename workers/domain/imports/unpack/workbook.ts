import { importsTexts as texts } from "#texts/imports.ts";
import { formatBytes } from "#workers/contract/bytes.ts";
import { fileRefused } from "../files.ts";
import { readEntries, type Taker } from "./entries.ts";
import { xmlTaker } from "./xml.ts";

/** Characters of all shared texts of a workbook: they have to be held while its rows are read. */
const MOST_SHARED = 24 * 1024 * 1024;
const MOST_UNPACKED = 1024 * 1024 * 1024;

/** Facts of a workbook (ECMA-376, SpreadsheetML) without which its rows cannot be read. */
export interface Workbook {
  /** The entry of the first sheet that is not hidden. */
  sheet: string;
  shared: readonly string[];
  /** By the index of a cell's style: whether its number is a date. */
  dates: readonly boolean[];
  /** Days count from 1904 instead of from 1900. */
  is1904: boolean;
}

/** Reads everything of a workbook but its rows. Invalid at the field for the file where it has no sheet to be read. */
export async function readWorkbook(chunks: AsyncIterable<Uint8Array>): Promise<Workbook> {
  const shared = sharedTexts();
  const styles = cellStyles();
  const sheets: { target: string; isHidden: boolean }[] = [];
  const targets = new Map<string, string>();
  let is1904 = false;
  const takers: Readonly<Record<string, () => Taker>> = {
    "xl/workbook.xml": () =>
      xmlTaker({
        open: (name, attributes) => {
          if (name === "workbookPr") is1904 = isTrue(attributes["date1904"]);
          if (name === "sheet")
            sheets.push({
              target: attributes["r:id"] ?? "",
              isHidden: (attributes["state"] ?? "visible") !== "visible",
            });
        },
      }),
    "xl/_rels/workbook.xml.rels": () =>
      xmlTaker({
        open: (name, attributes) => {
          if (name === "Relationship") targets.set(attributes["Id"] ?? "", attributes["Target"] ?? "");
        },
      }),
    "xl/sharedStrings.xml": () => shared.taker,
    "xl/styles.xml": () => styles.taker,
  };
  await readEntries(chunks, (name) => takers[name]?.(), { most: MOST_UNPACKED });
  const first = sheets.find(({ isHidden }) => !isHidden);
  const target = first && targets.get(first.target);
  if (target === undefined) throw fileRefused(texts.noSheet);
  return {
    sheet: target.startsWith("/") ? target.slice(1) : `xl/${target}`,
    shared: shared.all,
    dates: styles.dates,
    is1904,
  };
}

const isTrue = (value: string | undefined): boolean => value === "1" || value === "true";

/** `_x000D_` is how a sheet writes what XML cannot have. */
const unescaped = (text: string): string =>
  text.includes("_x")
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    : text;

function sharedTexts(): { all: string[]; taker: Taker } {
  const all: string[] = [];
  let current = "";
  let length = 0;
  // A reading aid of another alphabet is no part of the text.
  let [isText, isAid] = [false, false];
  const taker = xmlTaker({
    open: (name) => {
      if (name === "si") current = "";
      else if (name === "t") isText = !isAid;
      else if (name === "rPh") isAid = true;
    },
    text: (text) => {
      if (!isText) return;
      length += text.length;
      if (length > MOST_SHARED) throw fileRefused(texts.sheetTextsLarge(formatBytes(MOST_SHARED)));
      current += text;
    },
    close: (name) => {
      if (name === "si") all.push(unescaped(current));
      else if (name === "t") isText = false;
      else if (name === "rPh") isAid = false;
    },
  });
  return { all, taker };
}

/** Formats of dates that have a number of their own (ECMA-376, 18.8.30). */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

function cellStyles(): { dates: boolean[]; taker: Taker } {
  const dates: boolean[] = [];
  const own = new Map<number, boolean>();
  let isCells = false;
  const taker = xmlTaker({
    open: (name, attributes) => {
      const id = Number(attributes["numFmtId"]);
      if (name === "numFmt") {
        // Neither quoted words nor conditions and colours.
        const code = (attributes["formatCode"] ?? "").replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, "");
        own.set(id, /[dhmsy]/i.test(code) && !/^general$/i.test(code));
      } else if (name === "cellXfs") isCells = true;
      else if (name === "xf" && isCells) dates.push(own.get(id) ?? isBuiltInDate(id));
    },
    close: (name) => {
      if (name === "cellXfs") isCells = false;
    },
  });
  return { dates, taker };
}
