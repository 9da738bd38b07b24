import { existsSync, readdirSync, readFileSync } from "node:fs";
import { array, assert, constantFrom, property, string } from "fast-check";
import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import { referenceCorpus } from "#db/seed/reference-data.ts";
import { isBlank, type Piece, readRows } from "#workers/domain/imports/csv-rows.ts";

const cellsOf = (text: string, delimiter = ","): string[][] =>
  readRows(text, { delimiter, line: 1, final: true }).rows.map(({ cells }) => cells);

describe("a CSV", () => {
  const spectrum = referenceCorpus("csv-spectrum", "csvs");
  const files = existsSync(spectrum) ? readdirSync(spectrum) : [];

  test.skipIf(files.length === 0).each(files)("of csv-spectrum reads as expected: %s", (file) => {
    const [headers = [], ...rows] = cellsOf(readFileSync(`${spectrum}/${file}`, "utf8"));
    const objects = rows.map((cells) => Object.fromEntries(headers.map((header, at) => [header, cells[at]])));
    let json = readFileSync(referenceCorpus("csv-spectrum", "json", file.replace(".csv", ".json")), "utf8");
    // An error in the collection: this file's expectation has another number, and is not a list.
    if (file === "location_coordinates.csv") json = `[${json.replace("1234567890", "2095257564")}]`;
    expect(objects).toEqual(JSON.parse(json));
  });

  test("all twelve files of csv-spectrum are read, where they are here", () => {
    expect([0, 12]).toContain(files.length);
  });

  interface Case {
    description: string;
    input: string;
    config?: Record<string, unknown>;
    expected: { data: string[][]; errors?: { code: string }[] };
  }
  const papa = referenceCorpus("papaparse", "cases.json");
  const cases = existsSync(papa)
    ? (Object.entries(JSON.parse(readFileSync(papa, "utf8")) as Record<string, Case[]>)
        .filter(([suite]) => suite !== "UNPARSE_TESTS")
        .flatMap(([, each]) => each) as Case[])
    : [];
  // Left out: two kinds of line breaks in a text, of which Papa takes one for text; its options beyond CSV (comments,
  // typing, other quotes…); header objects; and a quote never closed, by which it takes the rest for one cell.
  const options = ["delimiter", "newline", "fastMode"];
  const apply = cases.filter(
    ({ description, config, expected }) =>
      Object.keys(config ?? {}).every((key) => options.includes(key)) &&
      ((config?.delimiter as string | undefined) ?? ",").length === 1 &&
      config?.delimiter !== "\n" &&
      !description.startsWith("Mixed slash n") &&
      !(expected.errors ?? []).some(({ code }) => code === "MissingQuotes"),
  );

  test.skipIf(apply.length === 0).each(apply)(
    "reads as Papa Parse says: $description",
    ({ input, config, expected }) => {
      const text = input.replace(/^\uFEFF/, "");
      // Detecting the separator is not under test here: picks one that no cell contains.
      const cells = expected.data.flat().join("");
      const guess = [";", "|", ","].find((sign) => text.includes(sign) && !cells.includes(sign)) ?? ",";
      // Papa counts an empty line at the end of the text as a row of one empty cell; a last line break ends the last row.
      const meant = /[\r\n]$/.test(text) ? expected.data.slice(0, -1) : expected.data;
      expect(cellsOf(text, (config?.delimiter as string | undefined) ?? guess)).toEqual(meant);
    },
  );

  test("that Papa Parse wrote is read back, whatever stands in it", () => {
    const cell = string({ unit: constantFrom("a", '"', ",", ";", "\n", "\r", " ", "ह", "😀", "'") });
    assert(
      property(
        array(array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
        constantFrom("\n", "\r\n", "\r"),
        (table, newline) => {
          expect(cellsOf(Papa.unparse(table, { newline, quotes: true }))).toEqual(table);
        },
      ),
    );
  });
});

describe("a quotation mark", () => {
  test("that is never closed makes its own line wrong, and no other", () => {
    const { rows } = readRows('a,b\n1,"x\n2,y\n3,z\n', { delimiter: ",", line: 1, final: true });
    expect(rows.map(({ cells, line, unclosed }) => [cells, line, unclosed])).toEqual([
      [["a", "b"], 1, false],
      [["1", '"x'], 2, true],
      [["2", "y"], 3, false],
      [["3", "z"], 4, false],
    ]);
  });

  test("that stands loose in a cell does not swallow the next rows", () => {
    const { rows } = readRows('"5" pipe",a\n"x" y,b\n"z","c"\n', { delimiter: ",", line: 1, final: true });
    expect(rows.map(({ cells, unclosed }) => [cells, unclosed])).toEqual([
      [['5" pipe', "a"], false],
      [['"x" y', "b"], true],
      [["z", "c"], false],
    ]);
  });

  test("that is never closed ends with its line, whatever ends the line", () => {
    const texts = ['1,"x\r2,y', '"x" 1,x\r2,y', '1,"x\r\n2,y'];
    for (const text of texts) {
      const { rows } = readRows(text, { delimiter: ",", line: 1, final: true });
      expect(
        rows.map(({ cells, unclosed }) => [cells.at(-1), unclosed]),
        text,
      ).toEqual([
        [expect.stringMatching(/^"?x$/), true],
        ["y", false],
      ]);
    }
    expect(readRows('1,"x', { delimiter: ",", line: 1, final: true }).rows).toEqual([
      { cells: ["1", '"x'], start: 0, end: 4, line: 1, unclosed: true },
    ]);
  });

  test("opened on every line stops the reading instead of looking through the file each time", () => {
    const text = (lines: number) => 'x,"a""\n'.repeat(lines) + "y".repeat(10);
    const read = (lines: number) => readRows(text(lines), { delimiter: ",", line: 1, final: true });
    expect(read(1_000).hopeless).toBe(true);
    expect(read(201).hopeless).toBe(true);
    expect(read(200)).toMatchObject({ hopeless: false, line: 202 });
  });
});

describe("a piece of a CSV", () => {
  const read = (text: string, more: Partial<Piece> = {}) => {
    const { rows, end, line } = readRows(text, { delimiter: ",", line: 7, final: false, ...more });
    return { cells: rows.map(({ cells }) => cells), end, line };
  };

  test("has the rows that end within it, and says where the rest begins", () => {
    const rows = [["a", "b"]];
    const rest = { cells: rows, end: 4, line: 8 };
    expect(read("a,b\n1,")).toEqual(rest);
    expect(read("a,b\r1,")).toEqual(rest);
    expect(read('a,b\n1,"x\ny')).toEqual(rest);
    expect(read('a,b\n1,"x"')).toEqual(rest);
    // Half a CRLF.
    expect(read("a,b\n1,2\r")).toEqual(rest);
  });

  test("that is the file's last is read to its end", () => {
    const cells = [
      ["a", "b"],
      ["1", "2"],
    ];
    expect(read("a,b\n1,2", { final: true })).toEqual({ cells, end: 7, line: 9 });
    expect(read('a,b\n1,"2"', { final: true })).toEqual({ cells, end: 9, line: 9 });
    expect(read("a,b\n1,2\r", { final: true })).toEqual({ cells, end: 8, line: 9 });
    expect(readRows("a,b", { delimiter: ",", line: 1, final: true }).rows).toMatchObject([
      { start: 0, end: 3 },
    ]);
  });

  test("has no more rows than were asked for", () => {
    expect(read("a\nb\nc\n", { most: 2 })).toEqual({ cells: [["a"], ["b"]], end: 4, line: 9 });
    expect(read("a\nb\nc\n", { most: 0 })).toEqual({ cells: [], end: 0, line: 7 });
  });

  test("waits for a quotation mark to be closed, unless a loose one or a longest row says that it will not be", () => {
    expect(read('1,"x\n2,y\n')).toEqual({ cells: [], end: 0, line: 7 });
    expect(read('1,"x" z\n2,y\n').cells).toEqual([
      ["1", '"x" z'],
      ["2", "y"],
    ]);
    expect(read('1,"x\n2,y\n', { force: true }).cells).toEqual([
      ["1", '"x'],
      ["2", "y"],
    ]);
  });

  test("waits for the end of a line with a quotation mark that is not closed", () => {
    expect(read('1,"x', { force: true })).toEqual({ cells: [], end: 0, line: 7 });
  });
});

test("lines are counted as an editor counts them, quoted line breaks too", () => {
  const { rows } = readRows('a\r\n"1\r\n2\n3\r4"\rb\n\nc', { delimiter: ",", line: 1, final: true });
  expect(rows.map(({ line }) => line)).toEqual([1, 2, 6, 7, 8]);
  expect(rows.map(isBlank)).toEqual([false, false, false, true, false]);
  for (const [cell, after] of [
    ["\nx", 3],
    ["\rx", 3],
    ["x\r\r", 4],
    ["\r\n\r\n\r\n", 5],
  ] as const) {
    expect(readRows(`"${cell}"\n`, { delimiter: ",", line: 1, final: true }).line, JSON.stringify(cell)).toBe(
      after,
    );
  }
});

test("a row is empty that has nothing but separators and white space", () => {
  const blank = (text: string) => readRows(text, { delimiter: ",", line: 1, final: true }).rows.map(isBlank);
  expect(blank('\n,,\n , \t\n"",\n')).toEqual([true, true, true, true]);
  expect(blank('a,\n,a\n ,a, \n"\n')).toEqual([false, false, false, false]);
});
