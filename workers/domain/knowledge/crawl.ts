import { and, asc, count, eq, sql } from "drizzle-orm";
import { XMLParser } from "fast-xml-parser";
import robotsParser from "robots-parser";
import { messages } from "#app/messages.ts";
import { knowledgePages } from "#db/tenant/knowledge.ts";
import { RefusedAddress } from "#workers/outbound/address.ts";
import { decodeText, fetchPublic, USER_AGENT, type FetchedPage } from "#workers/outbound/fetch-public.ts";
import { describe } from "../error.ts";
import type { Scope } from "../scope.ts";
import type { Outside } from "./build.ts";
import type { SourceRow } from "./config.ts";
import { cut, type Passage } from "./cut.ts";
import { absolute, readHtml, visible, type Section } from "./html.ts";
import { readPdf } from "./pdf.ts";
import { hashOf, pageStatements, type PageRow } from "./write-page.ts";

/** A source has so many pages at most, whatever it links to. */
export const MOST_PAGES = 200;
const MOST_LINKS = 1_000;
const texts = messages.genAi;

/** What a page says, and where it leads. */
interface Said {
  title: string;
  passages: Passage[];
  links: string[];
  text: string;
}

/** Reads a website from one address on: breadth first, its own host only, politely one page at a time. */
export class Crawl {
  readonly #scope: Scope;
  readonly #source: SourceRow;
  readonly #depth: number;
  readonly #outside: Outside;
  readonly #robots = new Map<string, Promise<(url: URL) => boolean>>();

  constructor(scope: Scope, source: SourceRow, depth: number, outside: Outside) {
    this.#scope = scope;
    this.#source = source;
    this.#depth = depth;
    this.#outside = outside;
  }

  async run(step: () => Promise<void>): Promise<Pick<SourceRow, "state" | "reason">> {
    await this.#begin();
    for (;;) {
      const page = await this.#next();
      if (!page) break;
      await this.#read(page);
      await step();
    }
    return this.#outcome();
  }

  /** The address itself, and the site's own list of pages where it has one. */
  async #begin(): Promise<void> {
    const root = this.#source.name;
    await this.#add([root], 0);
    if (this.#depth === 0) return;
    const listed = await this.#fetch(new URL("/sitemap.xml", root).href, null)
      .then(({ bytes, charset }) => sitemapAddresses(decodeText({ bytes, charset })))
      .catch(() => []);
    await this.#add(this.#inside(listed), 1);
  }

  async #next(): Promise<PageRow | undefined> {
    const { db, enterpriseId } = this.#scope;
    const [page] = await db
      .select()
      .from(knowledgePages)
      .where(
        and(
          eq(knowledgePages.enterpriseId, enterpriseId),
          eq(knowledgePages.sourceId, this.#source.id),
          eq(knowledgePages.state, "waiting"),
        ),
      )
      .orderBy(asc(knowledgePages.depth), asc(knowledgePages.id))
      .limit(1);
    return page;
  }

  async #read(page: PageRow): Promise<void> {
    const { db, now } = this.#scope;
    const at = now();
    const set = (state: PageRow["state"], reason: string) =>
      db.update(knowledgePages).set({ state, reason, fetchedAt: at }).where(eq(knowledgePages.id, page.id));
    try {
      const fetched = await this.#fetch(page.address, page.etag);
      if (fetched.status === 304) return void (await set("unchanged", ""));
      const said = await this.#contents(fetched);
      const hash = await hashOf(said.text);
      if (page.depth < this.#depth) await this.#add(this.#inside(said.links), page.depth + 1);
      const state = { fetchedAt: at, etag: fetched.etag, title: said.title || page.title, reason: "" };
      if (hash === page.hash) {
        await db
          .update(knowledgePages)
          .set({ ...state, state: "unchanged" })
          .where(eq(knowledgePages.id, page.id));
        return;
      }
      const [first, ...rest] = pageStatements(
        this.#scope,
        this.#source,
        page.id,
        { ...state, state: "ready", hash, changedAt: at },
        said.passages,
      );
      await db.batch([first, ...rest]);
    } catch (error) {
      // A page that is gone or forbidden answers no longer; one that failed for the moment keeps what it said.
      const refused = error instanceof RefusedAddress;
      const gone = refused || /answered (?:404|410)/.test(describe(error));
      if (gone) {
        const reason = refused ? texts.pageRefused(error.message) : texts.pageFailed(describe(error));
        const [first, ...rest] = pageStatements(
          this.#scope,
          this.#source,
          page.id,
          { state: refused ? "refused" : "failed", reason, fetchedAt: at, hash: null, etag: null },
          [],
        );
        await db.batch([first, ...rest]);
      } else await set("failed", texts.pageFailed(reasonOf(error)));
    }
  }

  #fetch(address: string, etag: string | null): Promise<FetchedPage> {
    const { resolve, allowPrivate } = this.#outside;
    return fetchPublic(address, {
      resolve,
      allowPrivate,
      etag,
      mayFetch: async (url) => {
        const allows = await (this.#robots.get(url.origin) ?? this.#readRobots(url.origin));
        if (!allows(url)) throw new RefusedAddress(texts.robots);
      },
    });
  }

  #readRobots(origin: string): Promise<(url: URL) => boolean> {
    const { resolve, allowPrivate } = this.#outside;
    const address = `${origin}/robots.txt`;
    const rules = fetchPublic(address, { resolve, allowPrivate })
      .then((page) => {
        const robots = robotsParser(address, decodeText(page));
        return (url: URL) => robots.isAllowed(url.href, USER_AGENT) ?? true;
      })
      // No rules: everything is allowed.
      .catch(() => () => true);
    this.#robots.set(origin, rules);
    return rules;
  }

  async #contents(fetched: FetchedPage): Promise<Said> {
    if (fetched.type === "application/pdf") {
      const sections: Section[] = [];
      await readPdf(fetched.bytes, async (_, page) => void sections.push(...page));
      return said("", sections, []);
    }
    const text = decodeText(fetched);
    if (fetched.type === "text/plain") {
      const blocks = text
        .split(/\n\s*\n/)
        .map(visible)
        .filter((block) => block !== "");
      return said("", [{ heading: "", blocks }], []);
    }
    const { title, sections, links } = await readHtml(text, fetched.address);
    return said(title, sections, links);
  }

  /** Addresses on the source's own host. */
  #inside(links: readonly string[]): string[] {
    const { host } = new URL(this.#source.name);
    const own = new Set<string>();
    for (const link of links.slice(0, MOST_LINKS)) {
      const address = absolute(link, this.#source.name);
      if (
        address &&
        new URL(address).host === host &&
        !/\.(?:png|jpe?g|gif|svg|webp|css|js|zip|mp[34]|ico)$/i.test(new URL(address).pathname)
      ) {
        own.add(address);
      }
    }
    return [...own];
  }

  /** Pages to read, unless they are known; never more than MOST_PAGES of a source. */
  async #add(addresses: readonly string[], depth: number): Promise<void> {
    if (addresses.length === 0) return;
    const { db, enterpriseId, newId } = this.#scope;
    const { id: sourceId, agentId } = this.#source;
    const rows = addresses.map((address) => [newId(), address]);
    const [known] = await db
      .select({ all: count() })
      .from(knowledgePages)
      .where(eq(knowledgePages.sourceId, sourceId));
    const room = Math.max(MOST_PAGES - (known?.all ?? 0), 0);
    await db
      .insert(knowledgePages)
      .select(
        sql`SELECT value->>0, ${enterpriseId}, ${agentId}, ${sourceId}, value->>1, '', ${depth}, 'waiting', '', NULL, NULL,
            NULL, NULL, 0 FROM json_each(${JSON.stringify(rows)})
            WHERE NOT EXISTS (SELECT 1 FROM knowledge_pages p WHERE p.source_id = ${sourceId} AND p.address = value->>1)
            LIMIT ${room}`,
      )
      .onConflictDoNothing();
  }

  async #outcome(): Promise<Pick<SourceRow, "state" | "reason">> {
    const rows = await this.#scope.db
      .select({ state: knowledgePages.state, reason: knowledgePages.reason, depth: knowledgePages.depth })
      .from(knowledgePages)
      .where(eq(knowledgePages.sourceId, this.#source.id))
      .orderBy(asc(knowledgePages.depth));
    const read = rows.some(({ state }) => state === "ready" || state === "unchanged");
    return read
      ? { state: "ready", reason: "" }
      : { state: "failed", reason: rows[0]?.reason || texts.nothingRead };
  }
}

const said = (title: string, sections: Section[], links: string[]): Said => ({
  title,
  passages: cut(sections),
  links,
  text: sections.map(({ heading, blocks }) => `${heading}\n${blocks.join("\n")}`).join("\n"),
});

/** What is fit to show of a failure: never the other side's own page. */
function reasonOf(error: unknown): string {
  const text = describe(error);
  return /^answered \d+$/.test(text)
    ? text
    : error instanceof Error && error.name === "TimeoutError"
      ? "it took too long"
      : "no connection";
}

const sitemap = new XMLParser({ ignoreAttributes: true, processEntities: false });

/** The addresses of a sitemap; nothing when it is none. */
export function sitemapAddresses(xml: string): string[] {
  try {
    const parsed = sitemap.parse(xml) as { urlset?: { url?: unknown } };
    const urls = parsed.urlset?.url;
    return (Array.isArray(urls) ? urls : [urls])
      .map((url) => (url as { loc?: unknown } | undefined)?.loc)
      .filter((loc) => typeof loc === "string")
      .slice(0, MOST_LINKS);
  } catch {
    return [];
  }
}
