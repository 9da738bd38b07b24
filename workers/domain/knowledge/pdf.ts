import { getDocumentProxy } from "unpdf";
import { messages } from "#app/messages.ts";
import { visible, type Section } from "./html.ts";

export const MOST_PDF_PAGES = 1_000;
const MOST_MS = 20_000;
const texts = messages.genAi;

/** A document that cannot be read; the message is fit to show. */
export class UnreadableDocument extends Error {
  override readonly name = "UnreadableDocument";
}

interface TextItem {
  str?: string;
  hasEOL?: boolean;
  height?: number;
}

/**
 * Reads a PDF page by page: `onPage` gets each page's text and is awaited. Scripts in the file are never run (pdf.js
 * without its scripting part). Throws UnreadableDocument for what is encrypted, broken, too long or too slow.
 */
export async function readPdf(
  bytes: Uint8Array,
  onPage: (page: number, sections: Section[], pages: number) => Promise<void>,
  now: () => number = Date.now,
): Promise<number> {
  const until = now() + MOST_MS;
  let pdf: Awaited<ReturnType<typeof getDocumentProxy>>;
  try {
    pdf = await getDocumentProxy(bytes, { disableFontFace: true, verbosity: 0 });
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    throw new UnreadableDocument(name === "PasswordException" ? texts.pdfLocked : texts.pdfBroken);
  }
  try {
    if (pdf.numPages > MOST_PDF_PAGES) throw new UnreadableDocument(texts.pdfTooLong(MOST_PDF_PAGES));
    for (let number = 1; number <= pdf.numPages; number++) {
      if (now() > until) throw new UnreadableDocument(texts.pdfTooSlow);
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      await onPage(number, sectionsOf(items as TextItem[]), pdf.numPages);
      page.cleanup();
    }
    return pdf.numPages;
  } catch (error) {
    if (error instanceof UnreadableDocument) throw error;
    if (error instanceof Error && /Exception$|^FormatError$/.test(error.name)) {
      throw new UnreadableDocument(texts.pdfBroken);
    }
    throw error;
  } finally {
    await pdf.loadingTask.destroy().catch(() => undefined);
  }
}

/** Lines of a page as blocks; a line in larger letters than the rest begins a section. */
function sectionsOf(items: readonly TextItem[]): Section[] {
  const lines: { text: string; height: number }[] = [];
  let open = { text: "", height: 0 };
  for (const { str = "", hasEOL, height = 0 } of items) {
    open = { text: open.text + str, height: Math.max(open.height, height) };
    if (hasEOL) {
      lines.push(open);
      open = { text: "", height: 0 };
    }
  }
  lines.push(open);
  const heights = lines.filter(({ text }) => text.trim() !== "").map(({ height }) => height);
  const usual = heights.toSorted((a, b) => a - b)[Math.floor(heights.length / 2)] ?? 0;
  const sections: Section[] = [{ heading: "", blocks: [] }];
  let paragraph = "";
  const flush = (): void => {
    const block = visible(paragraph);
    paragraph = "";
    if (block !== "") sections.at(-1)?.blocks.push(block);
  };
  for (const { text, height } of lines) {
    const words = visible(text);
    if (words !== "" && height > usual * 1.15 && words.length < 120) {
      flush();
      sections.push({ heading: words, blocks: [] });
    } else if (words === "") flush();
    else paragraph = paragraph.endsWith("-") ? paragraph.slice(0, -1) + words : `${paragraph} ${words}`;
  }
  flush();
  return sections.filter(({ blocks }) => blocks.length > 0);
}
