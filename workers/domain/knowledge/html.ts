/** A piece of a page: what stands below one heading. */
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
}

/** What is furniture of a page and not what it says. */
const FURNITURE =
  "script, style, noscript, template, svg, canvas, iframe, object, nav, footer, form, button, select, dialog, [hidden], [aria-hidden=true], [role=navigation], [role=banner], [role=contentinfo], [style*='display:none'], [style*='display: none'], [style*='visibility:hidden']";
const BLOCKS =
  "p, li, td, th, dd, dt, blockquote, pre, figcaption, caption, div, section, article, main, tr, ul, ol, br, summary";
/** Characters that are not seen: used to hide words from readers and not from machines. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u206a-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

export const visible = (text: string): string => text.replace(INVISIBLE, "").replace(/\s+/gu, " ").trim();

/** Reads what a page says, below its headings, in one pass and without a document in memory. */
export async function readHtml(html: string, address: string): Promise<PageText> {
  const page: PageText = { title: "", sections: [{ heading: "", blocks: [] }], links: [] };
  let hidden = 0;
  let heading: string | null = null;
  let title: string | null = null;
  let text = "";
  const flush = (): void => {
    const block = visible(decodeEntities(text));
    text = "";
    if (block !== "") page.sections.at(-1)?.blocks.push(block);
  };
  const links = new Set<string>();
  const rewriter = new HTMLRewriter()
    .on(FURNITURE, {
      element(element) {
        flush();
        hidden++;
        try {
          element.onEndTag(() => void hidden--);
        } catch {
          // An element without an end hides nothing.
          hidden--;
        }
      },
    })
    .on("title", {
      element(element) {
        title = "";
        element.onEndTag(() => {
          page.title ||= visible(decodeEntities(title ?? ""));
          title = null;
        });
      },
    })
    .on("h1, h2, h3, h4, h5, h6", {
      element(element) {
        flush();
        heading = "";
        element.onEndTag(() => {
          const words = visible(decodeEntities(heading ?? ""));
          heading = null;
          if (words !== "" && hidden === 0) page.sections.push({ heading: words, blocks: [] });
        });
      },
    })
    .on(BLOCKS, {
      element(element) {
        flush();
        if (element.tagName !== "br") element.onEndTag(flush);
      },
    })
    .on("a[href]", {
      element(element) {
        const link = absolute(element.getAttribute("href") ?? "", address);
        if (link) links.add(link);
      },
    })
    .onDocument({
      text(chunk) {
        if (title !== null) title += chunk.text;
        else if (hidden > 0) return;
        else if (heading !== null) heading += chunk.text;
        else text += chunk.text;
      },
    });
  await rewriter
    .transform(new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } }))
    .text();
  flush();
  page.sections = page.sections.filter(({ blocks }) => blocks.length > 0);
  page.links = [...links];
  return page;
}

/** Without what does not change the page: fragments and the parameters of advertisers. */
export function absolute(href: string, base: string): string | undefined {
  try {
    const url = new URL(decodeEntities(href), base);
    if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
    url.hash = "";
    for (const name of [...url.searchParams.keys()]) {
      if (/^(utm_\w+|gclid|fbclid|mc_[ce]id)$/.test(name)) url.searchParams.delete(name);
    }
    return url.href;
  } catch {
    return undefined;
  }
}

const NAMED: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  copy: "©",
  reg: "®",
  trade: "™",
  euro: "€",
  pound: "£",
  yen: "¥",
  deg: "°",
  times: "×",
  frac12: "½",
};

/** The rewriter hands text over as it is written. Unknown names stay as they are. */
function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,8}));/gi, (whole, hex, decimal, name) => {
    const code = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : undefined;
    if (code !== undefined) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
    return NAMED[String(name).toLowerCase()] ?? whole;
  });
}
