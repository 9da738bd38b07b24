import { Zip, ZipDeflate, zipSync, strToU8 } from "fflate";
import { expect, test } from "vitest";
import { readEntries } from "#workers/domain/imports/unpack/entries.ts";
import { sheetTaker } from "#workers/domain/imports/unpack/sheet.ts";
import { readWorkbook } from "#workers/domain/imports/unpack/workbook.ts";
import { importsTexts as texts } from "#texts/imports.ts";

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const parts = (sheet: string, shared: string, more: Record<string, string> = {}) => ({
  // As spreadsheets pack it: rows before the texts that they use.
  "xl/worksheets/sheet1.xml": `<worksheet ${MAIN}><sheetData><row><c><v>hidden</v></c></row></sheetData></worksheet>`,
  "xl/worksheets/sheet2.xml": `<?xml version="1.0"?><worksheet ${MAIN}><sheetData>${sheet}</sheetData></worksheet>`,
  "xl/workbook.xml": `<workbook ${MAIN}><workbookPr/><sheets><sheet name="Old" sheetId="1" state="hidden" r:id="rId1"/><sheet name="Now" sheetId="2" r:id="rId2"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="worksheets/sheet2.xml"/></Relationships>`,
  "xl/styles.xml": `<styleSheet ${MAIN}><numFmts><numFmt numFmtId="164" formatCode="&quot;day&quot; 0.0"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd hh:mm"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`,
  "xl/sharedStrings.xml": `<sst ${MAIN}>${shared}</sst>`,
  ...more,
});

async function* cut(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size);
}

async function rowsOf(archive: Uint8Array, size = 7): Promise<string[][]> {
  const workbook = await readWorkbook(cut(archive, size));
  const rows: string[][] = [];
  const taker = sheetTaker(workbook, (cells) => rows.push(cells));
  await readEntries(cut(archive, size), (name) => (name === workbook.sheet ? taker : undefined), {
    most: 1e6,
  });
  return rows;
}
const packed = (files: Record<string, string>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
/** As a writer packs it that does not know sizes beforehand. */
function streamed(files: Record<string, string>): Uint8Array {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for (const [name, text] of Object.entries(files)) {
    const entry = new ZipDeflate(name);
    zip.add(entry);
    entry.push(strToU8(text), true);
  }
  zip.end();
  return Uint8Array.from(chunks.flatMap((chunk) => [...chunk]));
}

const SHEET = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>
<row r="2"><c r="A2"><v>9.19876543210E+11</v></c><c r="B2" s="1"><v>45000</v></c><c r="C2" s="3"><v>45000.5</v></c><c r="D2" s="2"><v>1.5</v></c></row>
<row r="4"><c r="A4" t="inlineStr"><is><t>in &amp; line</t></is></c><c r="B4" t="b"><v>1</v></c><c r="C4" t="e"><v>#N/A</v></c><c r="D4" t="str"><f>A1</f><v>sum</v></c><c r="AA4"><v>27</v></c></row>`;
const SHARED = `<si><t>Phone</t></si><si><r><t xml:space="preserve">Due </t></r><r><t>on_x0041_</t></r><rPh><t>aid</t></rPh></si>`;
const ROWS = [
  ["Phone", "", "Due onA"],
  ["919876543210", "2023-03-15", "2023-03-15 12:00:00", "1.5"],
  ["in & line", "TRUE", "", "sum", ...Array.from({ length: 22 }, () => ""), "27"],
];

test.each([
  ["with its sizes before it", packed],
  ["with its sizes behind it", streamed],
])("a spreadsheet %s reads as people see it: the first sheet that is not hidden", async (_, pack) => {
  const archive = pack(parts(SHEET, SHARED));
  expect(await rowsOf(archive)).toEqual(ROWS);
  expect(await rowsOf(archive, 1e6)).toEqual(ROWS);
});

test("days may count from 1904, and a sheet may say no places", async () => {
  const files = parts('<row><c s="1"><v>1</v></c><c><v>2</v></c></row>', "", {
    "xl/workbook.xml":
      '<workbook><workbookPr date1904="1"/><sheets><sheet name="A" r:id="rId2"/></sheets></workbook>',
  });
  expect(await rowsOf(packed(files))).toEqual([["1904-01-02", "2"]]);
});

test("what is damaged, has no sheet, or unpacks to too much is refused with the reason", async () => {
  const archive = packed(parts(SHEET, SHARED));
  const cutShort = archive.subarray(0, 300);
  await expect(readWorkbook(cut(cutShort, 50))).rejects.toThrow(/damaged|no sheet/);
  for (const pack of [packed, streamed]) {
    const whole = pack({ "a.csv": Array.from({ length: 5_000 }, (_, at) => at * 7_919).join(",") });
    const half = whole.subarray(0, Math.floor(whole.length / 2));
    await expect(readEntries(cut(half, 50), () => () => undefined, { most: 1e9 })).rejects.toThrow(
      texts.archiveDamaged,
    );
  }
  const noise = archive.slice();
  // The bytes of the sheet's rows.
  const at = Buffer.from(noise).indexOf("sheet2.xml") + 20;
  noise.fill(255, at, at + 60);
  await expect(rowsOf(noise)).rejects.toThrow(texts.archiveDamaged);
  const hidden = parts(SHEET, SHARED, {
    "xl/workbook.xml": '<workbook><sheets><sheet state="veryHidden" r:id="rId2"/></sheets></workbook>',
  });
  await expect(readWorkbook(cut(packed(hidden), 99))).rejects.toThrow(texts.noSheet);
  const bomb = packed({ "a.csv": "0".repeat(2_000_000) });
  await expect(readEntries(cut(bomb, 99), () => () => undefined, { most: 1_000_000 })).rejects.toThrow(
    texts.unpacksTooLarge("1 MB").slice(0, 20),
  );
});
