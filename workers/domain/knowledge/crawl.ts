import { and, asc, count, eq, inArray, sql } from "drizzle-orm";
import { knowledgeReadingTexts as texts } from "#texts/knowledge-reading.ts";
import { knowledgePages, knowledgeSources } from "#db/tenant/knowledge.ts";
import { RefusedAddress } from "#workers/outbound/address.ts";
import { AnsweredBadly, decodeText, fetchPublic, type FetchedPage } from "#workers/outbound/fetch-public.ts";
import type { Ctx } from "../ctx.ts";
import type { SourceRow } from "./config.ts";
import { contentsOf, type Contents } from "./contents.ts";
import { absolute, mayBePage, sameSite } from "./page-address.ts";
import { UnreadableDocument } from "./pdf.ts";
import type { KnowledgeDeps, Outcome, Reading } from "./reading.ts";
import { readRobots, type RobotsRules } from "./robots.ts";
import { sitemapPages } from "./sitemap.ts";
import { pageStatements, setPage, type PageRow } from "./write-page.ts";

/** Page limits of one source, and of all websites of a bot together, however many pages they link to. */
export const MOST_PAGES = 200;
export const MOST_PAGES_OF_AGENT = 500;
/** Of one page; more than there may be pages, since some are known already. */
const MOST_LINKS = 2 * MOST_PAGES;
const AT_ONCE = 3;

/** Result of requesting a page. */
type Found =
  | { kind: "unchanged" }
  | { kind: "contents"; contents: Contents; etag: string | null }
  /** Gone or forbidden: it answers no longer. */
  | { kind: "gone"; state: "refused" | "failed"; reason: string }
  /** Failed for the moment: its earlier contents remain. */
  | { kind: "failed"; reason: string };

/** Reads a website from one address on: breadth first, its own site only, a few pages at once. */
export class Crawl {
  readonly #ctx: Ctx;
  readonly #source: SourceRow;
  readonly #depth: number;
  readonly #deps: KnowledgeDeps;
  readonly #site: URL;
  readonly #robots = new Map<string, Promise<RobotsRules>>();

  constructor(ctx: Ctx, source: SourceRow, depth: number, deps: KnowledgeDeps) {
    this.#ctx = ctx;
    this.#source = source;
    this.#depth = depth;
    this.#deps = deps;
    this.#site = new URL(source.name);
  }

  async run(reading: Reading): Promise<Outcome> {
    if (this.#source.state === "waiting") await this.#begin();
    const delayMs = await this.#rules(this.#site.origin).then(
      (rules) => rules.delayMs,
      () => 0,
    );
    for (;;) {
      const pages = await this.#next(delayMs > 0 ? 1 : AT_ONCE);
      if (pages.length === 0) return this.#outcome();
      const found = await Promise.all(pages.map((page) => this.#ask(page)));
      // One after the other: two of them may turn out to be the same page.
      for (const [at, page] of pages.entries()) {
        const each = found[at];
        if (each) await this.#write(page, each);
      }
      if (!(await reading.did(pages.length))) return undefined;
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }

  /** The address itself, and the site's own list of pages: together with "this source is being read". */
  async #begin(): Promise<void> {
    const { db } = this.#ctx;
    const { id, name, updatedAt } = this.#source;
    const listed = this.#depth > 0 ? await this.#sitemap() : [];
    await db.batch([
      db
        .delete(knowledgePages)
        .where(and(eq(knowledgePages.sourceId, id), sql`${knowledgePages.depth} > ${this.#depth}`)),
      this.#adding([absolute(name, name) ?? name], 0),
      this.#adding(
        this.#inside(listed).filter((address) => this.#below(address)),
        1,
      ),
      db
        .update(knowledgeSources)
        .set({ state: "reading", reason: "", updatedAt: this.#ctx.now() })
        .where(
          // Requested again in the meantime, perhaps at another depth: it starts over.
          and(
            eq(knowledgeSources.id, id),
            eq(knowledgeSources.state, "waiting"),
            eq(knowledgeSources.updatedAt, updatedAt),
          ),
        ),
    ]);
  }

  async #sitemap(): Promise<string[]> {
    const { origin } = this.#site;
    const rules = await this.#rules(origin).catch(() => undefined);
    if (!rules) return [];
    return sitemapPages([...rules.sitemaps, `${origin}/sitemap.xml`], async (address) =>
      decodeText(await this.#fetch(address, null)),
    );
  }

  /** A site lists all of itself; somebody who gives one corner of it means that corner. */
  #below(address: string): boolean {
    const folder = this.#site.pathname.replace(/[^/]*$/, "");
    return new URL(address).pathname.startsWith(folder);
  }

  /** None as well when somebody has asked for the source again: it is then read from its beginning. */
  #next(most: number): Promise<PageRow[]> {
    return this.#ctx.db
      .select()
      .from(knowledgePages)
      .where(
        and(
          eq(knowledgePages.enterpriseId, this.#ctx.enterpriseId),
          eq(knowledgePages.sourceId, this.#source.id),
          eq(knowledgePages.state, "waiting"),
          sql`EXISTS (SELECT 1 FROM knowledge_sources s WHERE s.id = ${this.#source.id} AND s.state = 'reading')`,
        ),
      )
      .orderBy(asc(knowledgePages.depth), asc(knowledgePages.id))
      .limit(most);
  }

  async #ask(page: PageRow): Promise<Found> {
    try {
      const fetched = await this.#fetch(page.address, page.links ? page.etag : null);
      if (fetched.status === 304) return { kind: "unchanged" };
      const contents = await contentsOf(fetched, this.#deps.breathe);
      return { kind: "contents", contents, etag: fetched.etag };
    } catch (error) {
      if (error instanceof RefusedAddress) {
        return { kind: "gone", state: "refused", reason: texts.pageRefused(error.message) };
      }
      const gone = error instanceof AnsweredBadly && (error.status === 404 || error.status === 410);
      const reason = error instanceof UnreadableDocument ? error.message : texts.pageFailed(reasonOf(error));
      return gone ? { kind: "gone", state: "failed", reason } : { kind: "failed", reason };
    }
  }

  async #write(page: PageRow, found: Found): Promise<void> {
    const fetchedAt = this.#ctx.now();
    switch (found.kind) {
      case "unchanged":
        await this.#follow(page, page.links ?? []);
        return this.#set(page, { state: "unchanged", reason: "", fetchedAt });
      case "failed":
        await this.#follow(page, page.links ?? []);
        return this.#set(page, { state: "failed", reason: found.reason, fetchedAt });
      case "gone":
        return this.#replace(page, { state: found.state, reason: found.reason, fetchedAt });
      case "contents":
        return this.#keep(page, found.contents, found.etag);
      default:
        return found satisfies never;
    }
  }

  /** Writes what a page says to the page that says it: several addresses may lead to one, which answers once. */
  async #keep(page: PageRow, contents: Contents, etag: string | null): Promise<void> {
    const { db, now } = this.#ctx;
    const fetchedAt = now();
    const address = absolute(contents.address, contents.address) ?? page.address;
    const links = this.#inside(contents.links).slice(0, MOST_LINKS);
    await this.#follow(page, links);
    if (!contents.indexed) {
      return this.#replace(page, { state: "refused", reason: texts.pageRefused(texts.noindex), fetchedAt });
    }
    const twin = await this.#twin(page, address, contents.hash);
    if (twin) {
      return this.#replace(page, { state: "ready", reason: texts.sameAs(twin), fetchedAt });
    }
    const set = { address, title: contents.title || page.title, etag, links, reason: "", fetchedAt };
    if (contents.hash === page.hash) return this.#set(page, { ...set, state: "unchanged" });
    const [first, ...rest] = pageStatements(
      this.#ctx,
      this.#source,
      page.id,
      { ...set, state: "ready", hash: contents.hash, changedAt: fetchedAt },
      contents.passages,
    );
    await db.batch([first, ...rest]);
  }

  /** Notes where a page leads, if that is not too far away. */
  async #follow(page: PageRow, links: readonly string[]): Promise<void> {
    if (page.depth < this.#depth && links.length > 0) await this.#adding(links, page.depth + 1);
  }

  /** Another page of this source that is at this address, or says exactly the same; its address. */
  async #twin(page: PageRow, address: string, hash: string): Promise<string | undefined> {
    const [twin] = await this.#ctx.db
      .select({ address: knowledgePages.address })
      .from(knowledgePages)
      .where(
        and(
          eq(knowledgePages.sourceId, this.#source.id),
          sql`${knowledgePages.id} <> ${page.id}`,
          sql`(${knowledgePages.address} = ${address} OR (${knowledgePages.hash} = ${hash}
            AND ${knowledgePages.state} IN ('ready', 'unchanged')))`,
        ),
      )
      .limit(1);
    return twin?.address;
  }

  async #set(page: PageRow, set: Partial<PageRow>): Promise<void> {
    await setPage(this.#ctx, this.#source, page.id, set);
  }

  /** The page stays known and says nothing. */
  async #replace(page: PageRow, set: Partial<PageRow>): Promise<void> {
    const none = { hash: null, etag: null, links: null };
    const [first, ...rest] = pageStatements(this.#ctx, this.#source, page.id, { ...none, ...set }, []);
    await this.#ctx.db.batch([first, ...rest]);
  }

  #fetch(address: string, etag: string | null): Promise<FetchedPage> {
    const { resolve, allowPrivate } = this.#deps;
    return fetchPublic(address, {
      resolve,
      allowPrivate,
      etag,
      mayFetch: async (url) => {
        if (!sameSite(url, this.#site)) throw new RefusedAddress(texts.otherSite(url.host));
        const { allows } = await this.#rules(url.origin);
        if (!allows(url)) throw new RefusedAddress(texts.robots);
      },
    });
  }

  #rules(origin: string): Promise<RobotsRules> {
    const { resolve, allowPrivate } = this.#deps;
    const known = this.#robots.get(origin);
    if (known) return known;
    const rules = readRobots(origin, (address) => fetchPublic(address, { resolve, allowPrivate }));
    this.#robots.set(origin, rules);
    return rules;
  }

  /** Addresses of pages on the source's own site. */
  #inside(links: readonly string[]): string[] {
    const own = links.flatMap((link) => absolute(link, this.#source.name) ?? []);
    return [...new Set(own)].filter(
      (address) => address.length <= 2_000 && sameSite(new URL(address), this.#site) && mayBePage(address),
    );
  }

  /** A statement that notes pages to read, unless they are known, while there is room. */
  #adding(addresses: readonly string[], depth: number) {
    const { db, enterpriseId, newId } = this.#ctx;
    const { id: sourceId, agentId } = this.#source;
    const rows = JSON.stringify(addresses.slice(0, MOST_LINKS).map((address) => [newId(), address]));
    return db
      .insert(knowledgePages)
      .select(
        sql`SELECT value->>0, ${enterpriseId}, ${agentId}, ${sourceId}, value->>1, '', ${depth}, 'waiting', '', NULL, NULL,
            NULL, NULL, NULL, 0 FROM json_each(${rows})
            WHERE NOT EXISTS (SELECT 1 FROM knowledge_pages p WHERE p.source_id = ${sourceId} AND p.address = value->>1)
            LIMIT max(0, min(
              ${MOST_PAGES} - (SELECT count(*) FROM knowledge_pages WHERE source_id = ${sourceId}),
              ${MOST_PAGES_OF_AGENT} - (SELECT count(*) FROM knowledge_pages p JOIN knowledge_sources s ON s.id = p.source_id
                WHERE s.enterprise_id = ${enterpriseId} AND s.agent_id = ${agentId} AND s.kind = 'website')))`,
      )
      .onConflictDoNothing();
  }

  async #outcome(): Promise<NonNullable<Outcome>> {
    const { db } = this.#ctx;
    const ofSource = eq(knowledgePages.sourceId, this.#source.id);
    const [[pages], [first]] = await db.batch([
      db
        .select({ all: count(), answering: sql<number>`coalesce(sum(passage_count > 0), 0)`.as("answering") })
        .from(knowledgePages)
        .where(ofSource),
      db
        .select({ reason: knowledgePages.reason })
        .from(knowledgePages)
        .where(and(ofSource, inArray(knowledgePages.state, ["refused", "failed"])))
        .orderBy(asc(knowledgePages.depth))
        .limit(1),
    ]);
    if ((pages?.answering ?? 0) === 0) return { state: "failed", reason: first?.reason || texts.nothingRead };
    const full = (pages?.all ?? 0) >= MOST_PAGES;
    return { state: "ready", reason: full ? texts.pagesCapped(MOST_PAGES) : "" };
  }
}

/** The reason of a failure in words that are fit to show: never the other side's own page. */
function reasonOf(error: unknown): string {
  if (error instanceof AnsweredBadly) return error.message;
  return error instanceof Error && error.name === "TimeoutError" ? texts.tookTooLong : texts.noConnection;
}
