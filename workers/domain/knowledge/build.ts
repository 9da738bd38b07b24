import { and, asc, count, eq, inArray, sql } from "drizzle-orm";
import { messages } from "#app/messages.ts";
import { knowledgeConfigs, knowledgePages, knowledgeSources } from "#db/tenant/knowledge.ts";
import type { Resolve } from "#workers/outbound/resolve.ts";
import { agentRow } from "../agents/agent.ts";
import { finished, renew, type LeasedJob } from "../jobs/lease.ts";
import type { Scope } from "../scope.ts";
import { LeaseLost } from "../training/lease-lost.ts";
import { ofAgent, type SourceRow } from "./config.ts";
import { Crawl } from "./crawl.ts";
import { readDocument } from "./read-document.ts";

/** What reading needs that is not in the database. */
export interface Outside {
  files: { get(key: string): Promise<{ arrayBuffer(): Promise<ArrayBuffer> } | null> };
  resolve: Resolve;
  allowPrivate: boolean;
  progress: (fraction: number) => Promise<void>;
}

const HOUR_MS = 3_600_000;

/**
 * Reads all sources of an agent that wait (and its websites anew when `again`), page by page. Rows are the truth: each
 * page's passages are written with its row in one transaction, so a worker that takes over goes on with the next page.
 */
export async function buildKnowledge(
  scope: Scope,
  job: LeasedJob,
  { agentId, again }: { agentId: string; again: boolean },
  outside: Outside,
): Promise<void> {
  const { db, now } = scope;
  await agentRow(scope, agentId);
  const mine = ofAgent(scope, agentId);
  const [config] = await db.select().from(knowledgeConfigs).where(mine.config).limit(1);
  if (again && job.progress === 0) await waitAgain(scope, agentId);

  const step = async (): Promise<void> => {
    const fraction = await shareDone(scope, agentId);
    // Never quite nothing: "again" is only asked for before the first page.
    if (!(await renew(scope, job, Math.max(fraction, 0.001)))) throw new LeaseLost();
    await outside.progress(fraction);
  };
  await step();
  for (;;) {
    const [source] = await db
      .select()
      .from(knowledgeSources)
      .where(and(mine.sources, inArray(knowledgeSources.state, ["waiting", "reading"])))
      .orderBy(asc(knowledgeSources.id))
      .limit(1);
    if (!source) break;
    await setSource(scope, source, { state: "reading", reason: "" });
    const read =
      source.kind === "website"
        ? await new Crawl(scope, source, config?.crawlDepth ?? 0, outside).run(step)
        : await readDocument(scope, source, outside, step);
    await setSource(scope, source, { ...read, readAt: now() });
  }
  const at = now();
  await db.batch([
    db
      .update(knowledgeConfigs)
      .set({ nextCrawlAt: config?.recrawlHours ? at + config.recrawlHours * HOUR_MS : null })
      .where(mine.config),
    finished(scope, job, messages.genAi.built),
  ]);
}

const setSource = (scope: Scope, { id }: SourceRow, set: Partial<SourceRow>) =>
  scope.db
    .update(knowledgeSources)
    .set({
      ...set,
      updatedAt: scope.now(),
      pageCount: sql`(SELECT count(*) FROM knowledge_pages WHERE source_id = ${id} AND state IN ('ready', 'unchanged'))`,
    })
    .where(eq(knowledgeSources.id, id));

/** Websites and their pages wait again; what they had goes on answering until it is read anew. */
async function waitAgain(scope: Scope, agentId: string): Promise<void> {
  const { db, enterpriseId } = scope;
  const websites = and(ofAgent(scope, agentId).sources, eq(knowledgeSources.kind, "website"));
  await db.batch([
    db.update(knowledgeSources).set({ state: "waiting" }).where(websites),
    db
      .update(knowledgePages)
      .set({ state: "waiting" })
      .where(
        and(
          eq(knowledgePages.enterpriseId, enterpriseId),
          eq(knowledgePages.agentId, agentId),
          sql`${knowledgePages.sourceId} IN (SELECT id FROM knowledge_sources WHERE agent_id = ${agentId} AND kind = 'website')`,
        ),
      ),
  ]);
}

/** Pages that are done of all that are known; a source whose pages are not known yet counts as one. */
async function shareDone(scope: Scope, agentId: string): Promise<number> {
  const { db, enterpriseId } = scope;
  const [[pages], [sources]] = await db.batch([
    db
      .select({
        all: count(),
        waiting: sql<number>`coalesce(sum(${knowledgePages.state} = 'waiting'), 0)`.as("waiting"),
      })
      .from(knowledgePages)
      .where(and(eq(knowledgePages.enterpriseId, enterpriseId), eq(knowledgePages.agentId, agentId))),
    db
      .select({ unread: count() })
      .from(knowledgeSources)
      .where(and(ofAgent(scope, agentId).sources, eq(knowledgeSources.state, "waiting"))),
  ]);
  const known = (pages?.all ?? 0) + (sources?.unread ?? 0);
  return known === 0 ? 0 : ((pages?.all ?? 0) - (pages?.waiting ?? 0)) / known;
}
