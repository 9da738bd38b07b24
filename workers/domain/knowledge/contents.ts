import { decodeText, type FetchedPage } from "#workers/outbound/fetch-public.ts";
import { asksOf } from "./asks.ts";
import { cut, type Passage } from "./cut.ts";
import { readHtml, visible, type Section } from "./html.ts";
import { canonicalOf } from "./page-address.ts";
import { readPdf } from "./pdf.ts";
import { hashOf } from "./write-page.ts";

/** Content of a fetched page, and the addresses it links to. */
export interface Contents {
  /** The page's own address: after redirects, as it calls itself. */
  address: string;
  title: string;
  passages: Passage[];
  links: string[];
  /** False: the page asks not to be indexed. The pages it links to may still be. */
  indexed: boolean;
  hash: string;
}

/** More of one page is not read: a bound value of the database holds 2 MB. */
const LONGEST_TEXT = 300_000;

/** Reads a page of any type that is fetched. */
export async function contentsOf(fetched: FetchedPage, breathe: () => Promise<void>): Promise<Contents> {
  const { title, sections, links, canonical, robotsTag } = await read(fetched, breathe);
  const asked = [...asksOf(fetched.robotsTag), ...asksOf(robotsTag)];
  const kept = shortened(sections);
  return {
    address: canonicalOf(canonical, fetched.address),
    title,
    passages: cut(kept, title),
    links: asked.includes("nofollow") || asked.includes("none") ? [] : links,
    indexed: !asked.includes("noindex") && !asked.includes("none"),
    hash: await hashOf(JSON.stringify([title, kept])),
  };
}

async function read(fetched: FetchedPage, breathe: () => Promise<void>) {
  const plain = { links: [], canonical: undefined, robotsTag: "" };
  const name = decodeURIComponentSafely(new URL(fetched.address).pathname.split("/").at(-1) ?? "");
  if (fetched.type === "application/pdf") {
    const sections: Section[] = [];
    await readPdf(fetched.bytes, {
      breathe,
      onPage: (_, page) => Promise.resolve(void sections.push(...page)),
    });
    return { ...plain, title: name.replace(/\.pdf$/i, ""), sections };
  }
  const text = decodeText(fetched);
  if (fetched.type !== "text/plain") return readHtml(text, fetched.address);
  const blocks = text
    .split(/\n\s*\n/)
    .map(visible)
    .filter((block) => block !== "");
  return { ...plain, title: name, sections: [{ heading: "", blocks }] };
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function shortened(sections: readonly Section[]): Section[] {
  let room = LONGEST_TEXT;
  return sections.flatMap(({ heading, blocks }) => {
    const kept = blocks.filter((block) => (room -= block.length) >= 0);
    return kept.length > 0 ? [{ heading, blocks: kept }] : [];
  });
}
