import { XMLParser } from "fast-xml-parser";

/** Entities are left as they are, so that one that would expand without end is never expanded. */
const parser = new XMLParser({ ignoreAttributes: true, processEntities: false });
const MOST_LISTED = 1_000;
const MOST_SITEMAPS = 5;

interface Listed {
  loc?: unknown;
}

/** Entries of a sitemap: pages, or further sitemaps; none when the text is no sitemap (sitemaps.org 0.9). */
export function readSitemap(xml: string): { pages: string[]; sitemaps: string[] } {
  try {
    const { urlset, sitemapindex } = parser.parse(xml) as {
      urlset?: { url?: Listed | Listed[] };
      sitemapindex?: { sitemap?: Listed | Listed[] };
    };
    return {
      pages: addresses(urlset?.url, MOST_LISTED),
      sitemaps: addresses(sitemapindex?.sitemap, MOST_SITEMAPS),
    };
  } catch {
    return { pages: [], sitemaps: [] };
  }
}

const addresses = (listed: Listed | Listed[] | undefined, most: number): string[] =>
  [listed ?? []]
    .flat()
    .map(({ loc }) => loc)
    .filter((loc) => typeof loc === "string")
    .slice(0, most);

/** The pages that a site lists, from its sitemaps and those that they name, one level down. */
export async function sitemapPages(
  starts: readonly string[],
  read: (address: string) => Promise<string>,
): Promise<string[]> {
  const pages: string[] = [];
  const again: string[] = [];
  for (const address of new Set(starts)) {
    const listed = readSitemap(await read(address).catch(() => ""));
    pages.push(...listed.pages);
    again.push(...listed.sitemaps);
  }
  for (const address of new Set(again.slice(0, MOST_SITEMAPS))) {
    pages.push(...readSitemap(await read(address).catch(() => "")).pages);
  }
  return pages.slice(0, MOST_LISTED);
}
