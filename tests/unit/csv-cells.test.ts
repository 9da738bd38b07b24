import { expect, test } from "vitest";
import { csvLine, UTF8_MARK } from "#workers/domain/csv-cells.ts";

test.each<[string[], string]>([
  [["a", "b c", ""], "a,b c,\r\n"],
  [["one, two", "three"], '"one, two",three\r\n'],
  [['he said "no"'], '"he said ""no"""\r\n'],
  [["two\nlines", "two\r", "x"], '"two\nlines","two\r",x\r\n'],
  [[" before", "after ", "in side"], '" before","after ",in side\r\n'],
  [["=1+1", "-2", "a=b"], "'=1+1,'-2,a=b\r\n"],
  [["=a,b"], '"\'=a,b"\r\n'],
  [["semi;colon"], "semi;colon\r\n"],
])("the cells %j are one row", (cells, row) => {
  expect(csvLine(cells)).toBe(row);
});

test("another delimiter is what is quoted for, and between the cells", () => {
  expect(csvLine(["a,b", "c;d", "e"], ";")).toBe('a,b;"c;d";e\r\n');
  expect(csvLine(["a,b", "c"], "\t")).toBe("a,b\tc\r\n");
});

test("a file begins with the mark by which spreadsheets read UTF-8", () => {
  expect(UTF8_MARK.codePointAt(0)).toBe(0xfeff);
  expect(UTF8_MARK).toHaveLength(1);
});
