import { PDFDocument, StandardFonts } from "pdf-lib";

/** A PDF with a heading and paragraphs on each page, as word processors make them. */
export async function makePdf(
  pages: { heading: string; lines: string[] }[],
): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  for (const { heading, lines } of pages) {
    const page = document.addPage([595, 842]);
    page.drawText(heading, { x: 50, y: 780, size: 18, font: bold });
    let y = 750;
    for (const line of lines.flatMap(wrapped)) {
      page.drawText(line, { x: 50, y, size: 11, font });
      y -= 15;
    }
  }
  return new Uint8Array(await document.save());
}

/** Wraps lines, as text beyond the edge of a page is not part of it. */
const wrapped = (line: string): string[] => line.match(/.{1,85}(?:\s|$)/g)?.map((part) => part.trim()) ?? [];
