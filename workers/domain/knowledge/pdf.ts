import { getDocumentProxy } from "unpdf";
import { knowledgeReadingTexts as texts } from "#texts/knowledge-reading.ts";
import { visible, type Section } from "./html.ts";

export const MOST_PDF_PAGES = 1_000;
const MOST_MS = 20_000;

/** A document that cannot be read; the message is fit to show. */
export class UnreadableDocument extends Error {
  override readonly name = "UnreadableDocument";
}

interface TextItem {
  str?: string;
  hasEOL?: boolean;
  height?: number;
}

export interface Reading {
  /** The first page to read; 1 when left out. */
  from?: number;
  /** Told once the document is open: how many pages it has, and its own title. */
  onOpen?: (pages: number, title: string) => Promise<void>;
  /** Gets each page's text and is awaited; false ends the reading here. */
  onPage: (page: number, sections: Section[], pages: number) => Promise<boolean | void>;
  /** Yields, so that the clock advances. */
  breathe: () => Promise<void>;
  now?: () => number;
}

/**
 * Reads a PDF page by page, without its scripting part, fonts, pictures or evaluated code. Answers whether it reached
 * the end. Throws UnreadableDocument for documents that are encrypted, broken, too long or too slow.
 */
export async function readPdf(
  bytes: Uint8Array,
  { from = 1, onOpen, onPage, breathe, now = Date.now }: Reading,
): Promise<boolean> {
  const until = now() + MOST_MS;
  let pdf: Awaited<ReturnType<typeof getDocumentProxy>>;
  try {
    pdf = await getDocumentProxy(bytes, {
      disableFontFace: true,
      enableXfa: false,
      // Pictures say nothing that can be read, and take the most memory.
      maxImageSize: 1,
      verbosity: 0,
    });
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    throw new UnreadableDocument(name === "PasswordException" ? texts.pdfLocked : texts.pdfBroken);
  }
  try {
    const { numPages } = pdf;
    if (numPages > MOST_PDF_PAGES) throw new UnreadableDocument(texts.pdfTooLong(MOST_PDF_PAGES));
    await onOpen?.(numPages, await titleOf(pdf));
    for (let number = from; number <= numPages; number++) {
      await breathe();
      if (now() > until) throw new UnreadableDocument(texts.pdfTooSlow);
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      const goesOn = await onPage(number, sectionsOf(items as TextItem[]), numPages);
      page.cleanup();
      if (goesOn === false) return false;
    }
    return true;
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

/** Programs write their own names and the file's there, so only what reads like a title counts. */
async function titleOf(pdf: Awaited<ReturnType<typeof getDocumentProxy>>): Promise<string> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} as Record<string, unknown> }));
  const { Title } = info as { Title?: unknown };
  const title = typeof Title === "string" ? visible(Title).slice(0, 200) : "";
  return /\p{L}.*\s.*\p{L}/u.test(title) && !/\.\w{2,4}$|^untitled|^microsoft/i.test(title) ? title : "";
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
