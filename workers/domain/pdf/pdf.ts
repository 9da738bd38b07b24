import { inLatin } from "./in-latin.ts";
import { RUPEE_WIDTH, widthOf } from "./metrics.ts";

/**
 * Pages of text and lines as a PDF 1.7 (ISO 32000-1), with the fonts that every reader has and the rupee sign, which they
 * lack, as a drawn glyph. Letters outside of Windows-1252 are written in those that are in it (`inLatin`).
 */

/** A4 in points. */
export const PAGE = { width: 595, height: 842 };

/** Signs of Windows-1252 that Latin-1 has not. */
const WINDOWS: Readonly<Record<string, number>> = {
  "€": 0x80,
  "‘": 0x91,
  "’": 0x92,
  "“": 0x93,
  "”": 0x94,
  "–": 0x96,
  "—": 0x97,
};

/** A string in a content stream, one Latin-1 sign a byte. */
function escaped(text: string): string {
  let bytes = "";
  for (const sign of text) {
    const byte = String.fromCharCode(WINDOWS[sign] ?? sign.charCodeAt(0));
    bytes += "()\\".includes(byte) ? `\\${byte}` : byte;
  }
  return bytes;
}

export interface TextStyle {
  size?: number;
  bold?: boolean;
  /** `x` is the right end. */
  right?: boolean;
  grey?: boolean;
}

/** Collects what is drawn; the origin is a page's lower left corner. */
export class Pdf {
  readonly #pages: string[] = [];

  addPage(): void {
    this.#pages.push("");
  }
  get pages(): number {
    return this.#pages.length;
  }

  #draw(operators: string): void {
    this.#pages[this.#pages.length - 1] += `${operators}\n`;
  }

  text(
    x: number,
    y: number,
    written: string,
    { size = 10, bold = false, right = false, grey = false }: TextStyle = {},
  ): void {
    const text = inLatin(written);
    let at = right ? x - widthOf(text, size, bold) : x;
    // The rupee sign is a font of its own.
    for (const part of text.split(/(₹)/).filter((each) => each !== "")) {
      const font = part === "₹" ? "R" : bold ? "B" : "P";
      const shown = part === "₹" ? "R" : escaped(part);
      const colour = grey ? "0.35 g 0.35 G" : "0 g 0 G";
      this.#draw(`BT ${colour} /${font} ${size} Tf ${at.toFixed(2)} ${y.toFixed(2)} Td (${shown}) Tj ET`);
      at += widthOf(part, size, bold);
    }
  }

  rule(y: number, from: number, to: number): void {
    this.#draw(`0.7 G 0.5 w ${from} ${y.toFixed(2)} m ${to} ${y.toFixed(2)} l S`);
  }

  /** The file. */
  bytes({ title, lang }: { title: string; lang: string }): Uint8Array<ArrayBuffer> {
    const objects: string[] = [];
    const add = (body: string): number => objects.push(body);
    const stream = (dictionary: string, body: string) =>
      add(`<< ${dictionary} /Length ${body.length} >>\nstream\n${body}\nendstream`);
    const font = (name: string) =>
      add(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`);
    const [plain, bold] = [font("Helvetica"), font("Helvetica-Bold")];
    const glyph = stream("", RUPEE);
    const unicode = stream("", TO_UNICODE);
    const rupee = add(
      `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 ${RUPEE_WIDTH} 750] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 82 /LastChar 82 /Widths [${RUPEE_WIDTH}] ` +
        `/Encoding << /Type /Encoding /Differences [82 /rupee] >> /CharProcs << /rupee ${glyph} 0 R >> /Resources << >> /ToUnicode ${unicode} 0 R >>`,
    );
    const resources = add(`<< /Font << /P ${plain} 0 R /B ${bold} 0 R /R ${rupee} 0 R >> >>`);
    const contents = this.#pages.map((page) => stream("", page));
    const tree = objects.length + contents.length + 1;
    const pages = contents.map((content) =>
      add(
        `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources ${resources} 0 R /Contents ${content} 0 R >>`,
      ),
    );
    add(`<< /Type /Pages /Kids [${pages.map((each) => `${each} 0 R`).join(" ")}] /Count ${pages.length} >>`);
    const catalog = add(
      `<< /Type /Catalog /Pages ${tree} 0 R /Lang (${lang}) /ViewerPreferences << /DisplayDocTitle true >> >>`,
    );
    const info = add(`<< /Title (${escaped(title)}) /Producer (Chatbird) >>`);
    let file = "%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n";
    const places = objects.map((body, index) => {
      const place = file.length;
      file += `${index + 1} 0 obj\n${body}\nendobj\n`;
      return place;
    });
    const table = file.length;
    file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
    file += places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
    file += `trailer\n<< /Size ${objects.length + 1} /Root ${catalog} 0 R /Info ${info} 0 R >>\nstartxref\n${table}\n%%EOF\n`;
    const bytes = new Uint8Array(file.length);
    for (let at = 0; at < file.length; at++) bytes[at] = file.charCodeAt(at);
    return bytes;
  }
}

/** Two bars, a bowl and a leg, in thousandths. */
const RUPEE = `${RUPEE_WIDTH} 0 d0\n62 w 60 690 m 540 690 l S 60 530 m 540 530 l S 60 690 m 210 690 l 350 690 410 620 410 535 c 410 440 340 372 210 372 c 90 372 l 420 0 l S`;
const TO_UNICODE =
  "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Rupee def /CMapType 2 def 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <52> <20B9> endbfchar endcmap end end";
