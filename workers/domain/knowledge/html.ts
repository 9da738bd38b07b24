import { decodeHTML } from "entities";
import { absolute } from "./page-address.ts";

/** A section of a page: the text below one heading. */
export interface Section {
  heading: string;
  /** Paragraphs, list items and table rows, in order. */
  blocks: string[];
}

export interface PageText {
  title: string;
  sections: Section[];
  /** Addresses that the page links to, absolute, without fragments. */
  links: string[];
  /** The canonical address that the page declares, as written. */
  canonical: string | undefined;
  /** Directives of the page's own robots tag that apply to us, in lower case. */
  robotsTag: string;
}

/** Elements that are page furniture or hidden from readers, and so not part of its content. */
const FURNITURE = [
  "title, script, style, noscript, template, svg, canvas, iframe, object, nav, footer, aside, button, select, textarea, dialog",
  "[hidden], [aria-hidden=true], [role=navigation], [role=banner], [role=contentinfo], [role=complementary]",
  "[style*='display:none'], [style*='display: none'], [style*='visibility:hidden'], [style*='visibility: hidden']",
  "[style*='font-size:0'], [style*='font-size: 0'], [style*='opacity:0;'], [style*='opacity: 0;']",
].join(", ");
const BLOCKS =
  "p, li, td, th, dd, dt, blockquote, pre, figcaption, caption, div, section, tr, ul, ol, dl, table, br, hr, summary, header";
const MAIN = "main, article, [role=main]";
/** Characters from which the main part counts as the page; with fewer it is a teaser, and all of the page is read. */
const ENOUGH = 100;
/** Characters that are not seen: used to hide words from readers and not from machines. */
const INVISIBLE =
  /\u{ad}|\u{34f}|\u{61c}|\u{180e}|\u{3164}|\u{feff}|\u{ffa0}|[\u{200b}-\u{200f}]|[\u{202a}-\u{202e}]|[\u{2060}-\u{206f}]|[\u{e0000}-\u{e0fff}]/gu;

export const visible = (text: string): string => text.replace(INVISIBLE, "").replace(/\s+/gu, " ").trim();

/** Reads what a page says, below its headings, as a stream: no document is held in memory. */
export async function readHtml(html: string, address: string): Promise<PageText> {
  const { links, ...about } = await readHead(html, address);
  // Twice through: text of an element that is removed still reaches the handlers of the same pass.
  const seen = await new HTMLRewriter()
    .on(FURNITURE, { element: (each) => void each.remove() })
    .transform(page(html))
    .text();
  const sections = await readSections(seen);
  return { ...about, links, sections };
}

const page = (html: string): Response =>
  new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } });

/** Links (the navigation's too), title, and what the page says about itself. */
async function readHead(html: string, address: string): Promise<Omit<PageText, "sections">> {
  const links = new Set<string>();
  const robots: string[] = [];
  let base = address;
  let canonical: string | undefined;
  let title = "";
  let titles = 0;
  await new HTMLRewriter()
    .on("title", {
      element: () => void titles++,
      text(chunk) {
        if (titles === 1) title += chunk.text;
      },
    })
    .on("base[href]", {
      element(each) {
        base = absolute(each.getAttribute("href") ?? "", address) ?? address;
      },
    })
    .on("link[rel=canonical][href]", {
      element(each) {
        canonical ??= each.getAttribute("href") ?? undefined;
      },
    })
    .on("meta[name=robots i], meta[name=chatbirdknowledge i]", {
      element: (each) => void robots.push((each.getAttribute("content") ?? "").toLowerCase()),
    })
    .on("a[href]", {
      element(each) {
        const follows = !/\bnofollow\b/i.test(each.getAttribute("rel") ?? "");
        const link = follows ? absolute(each.getAttribute("href") ?? "", base) : undefined;
        if (link) links.add(link);
      },
    })
    .transform(page(html))
    .text();
  return {
    title: visible(decodeHTML(title)).slice(0, 200),
    links: [...links],
    canonical,
    robotsTag: robots.join(","),
  };
}

interface Placed extends Section {
  main: boolean;
}

async function readSections(html: string): Promise<Section[]> {
  const sections: Placed[] = [{ heading: "", blocks: [], main: false }];
  let text = "";
  let inHeading = false;
  let inMain = 0;
  let inRow = 0;
  let prefix = "";
  const begin = (heading: string): void => void sections.push({ heading, blocks: [], main: inMain > 0 });
  const flush = (): void => {
    const words = visible(decodeHTML(text));
    text = "";
    // A heading that was never closed ends where the next block begins.
    if (inHeading) {
      inHeading = false;
      if (words !== "") begin(words.slice(0, 200));
    } else if (words !== "") {
      sections.at(-1)?.blocks.push(prefix + words);
      prefix = "";
    }
  };
  const onEnd = (element: Element, then: () => void): void => {
    try {
      element.onEndTag(then);
    } catch {
      // br and hr have no end.
    }
  };
  const main = (by: 1 | -1) => (): void => {
    flush();
    inMain = Math.max(inMain + by, 0);
    begin(sections.at(-1)?.heading ?? "");
  };
  await new HTMLRewriter()
    .on(MAIN, {
      element(element) {
        main(1)();
        onEnd(element, main(-1));
      },
    })
    .on("h1, h2, h3, h4, h5, h6", {
      element(element) {
        flush();
        inHeading = true;
        onEnd(element, flush);
      },
    })
    .on(BLOCKS, {
      element(element) {
        const { tagName } = element;
        if (tagName === "td" || tagName === "th") {
          // A row is one line: its cells only mean something together.
          if (text.trim() !== "") text += " | ";
        } else if (inRow > 0 && tagName !== "tr" && tagName !== "table") {
          text += " ";
        } else {
          flush();
          if (tagName === "li") prefix = "- ";
        }
        if (tagName === "tr") inRow++;
        onEnd(element, () => {
          if (tagName === "tr") inRow = Math.max(inRow - 1, 0);
          if (inRow === 0) flush();
          if (tagName === "li") prefix = "";
        });
      },
    })
    .on("body", {
      text: (chunk) => void (text += chunk.text),
    })
    .transform(page(/<body\b/i.test(html) ? html : `<body>${html}</body>`))
    .text();
  flush();
  const said = sections.filter(({ blocks }) => blocks.length > 0);
  const inside = said.filter((section) => section.main);
  const length = inside.reduce((sum, { blocks }) => sum + blocks.join("").length, 0);
  return (length >= ENOUGH ? inside : said).map(({ heading, blocks }) => ({ heading, blocks }));
}
