import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import { genAiTexts } from "#texts/gen-ai.ts";
import { knowledgeReadingTexts } from "#texts/knowledge-reading.ts";
import { knowledgeConfigs, knowledgeSources } from "#db/tenant/knowledge.ts";
import { agentRow } from "../bots/agent.ts";
import { describe } from "../error.ts";
import type { HeldJob } from "../jobs/held-job.ts";
import { finished, type LeasedJob } from "../jobs/lease.ts";
import { openJob } from "../jobs/open.ts";
import type { PageEnd } from "../jobs/run-pages.ts";
import type { Ctx } from "../ctx.ts";
import { ofAgent, type SourceRow } from "./config.ts";
import { Crawl } from "./crawl.ts";
import { embedPassages } from "./embed.ts";
import { shareDone } from "./progress.ts";
import { readDocument } from "./read-document.ts";
import type { KnowledgeDeps, Outcome, Reading } from "./reading.ts";
import { build } from "../integrations/knowledge-readers.ts";

/**
 * The pages of a build: each reads one waiting source as far as the run may, the last embeds the passages. A page's
 * passages are written with its row, so a worker can take over. The job ends only when nothing is waiting.
 */
export function knowledgePages(
  ctx: Ctx,
  held: HeldJob,
  { agentId }: { agentId: string },
  deps: KnowledgeDeps,
): () => Promise<PageEnd> {
  const share = () => shareDone(ctx, held.job, agentId);
  const reading: Reading = {
    job: held.job,
    async did(pages) {
      held.gotOn();
      const goesOn = held.did(pages * CALLS_A_PAGE);
      await held.tell(share);
      return goesOn;
    },
  };
  return async () => {
    await agentRow(ctx, agentId);
    await held.tell(share, { now: true });
    const found = await nextSource(ctx, agentId);
    if (!found) {
      if (!(await embedPassages(ctx, agentId, deps.writer, reading))) return "more";
      // Unless somebody added another source at this moment, or took the job over.
      return (await ended(ctx, held.job, agentId)) ? "done" : "next";
    }
    const { source, crawlDepth } = found;
    const read = await readSource(ctx, source, crawlDepth, deps, reading);
    if (!read) return "more";
    await settle(ctx, source, read);
    held.did(CALLS_A_PAGE);
    return "next";
  };
}

/** Calls to the platform for a page of a site or a document, with what belongs to it. */
const CALLS_A_PAGE = 8;

async function readSource(
  ctx: Ctx,
  source: SourceRow,
  crawlDepth: number,
  deps: KnowledgeDeps,
  reading: Reading,
): Promise<Outcome> {
  try {
    return source.kind === "website"
      ? await new Crawl(ctx, source, crawlDepth, deps).run(reading)
      : await readDocument(ctx, source, deps, reading);
  } catch (error) {
    // Deleted while it was read: there is nothing left to settle.
    if (describe(error).includes("FOREIGN KEY"))
      return { state: "failed", reason: knowledgeReadingTexts.readingFailed };
    throw error;
  }
}

/** The next source: one already begun comes first. The depth is the current one, not the one at the job's start. */
async function nextSource(ctx: Ctx, agentId: string) {
  const [row] = await ctx.db
    .select({ source: knowledgeSources, crawlDepth: knowledgeConfigs.crawlDepth })
    .from(knowledgeSources)
    .leftJoin(knowledgeConfigs, ofAgent(ctx, agentId).config)
    .where(and(ofAgent(ctx, agentId).sources, inArray(knowledgeSources.state, ["waiting", "reading"])))
    .orderBy(desc(eq(knowledgeSources.state, "reading")), asc(knowledgeSources.id))
    .limit(1);
  return row && { source: row.source, crawlDepth: row.crawlDepth ?? 0 };
}

/** A source that was asked to be read again in the meantime stays waiting. */
const settle = (ctx: Ctx, { id }: SourceRow, read: NonNullable<Outcome>) =>
  ctx.db
    .update(knowledgeSources)
    .set({
      ...read,
      readAt: ctx.now(),
      updatedAt: ctx.now(),
      pageCount: sql`(SELECT count(*) FROM knowledge_pages WHERE source_id = ${id} AND state IN ('ready', 'unchanged') AND passage_count > 0)`,
    })
    .where(
      and(
        eq(knowledgeSources.enterpriseId, ctx.enterpriseId),
        eq(knowledgeSources.id, id),
        eq(knowledgeSources.state, "reading"),
      ),
    );

/** Ends the job if nothing is waiting: one statement, so that a source added at this moment is never left behind. */
async function ended(ctx: Ctx, job: LeasedJob, agentId: string): Promise<boolean> {
  const nothingWaits = sql`NOT EXISTS (SELECT 1 FROM knowledge_sources s WHERE s.enterprise_id = ${ctx.enterpriseId}
    AND s.agent_id = ${agentId} AND s.state IN ('waiting', 'reading'))`;
  const rows = await finished(ctx, job, genAiTexts.built, nothingWaits);
  return rows.length > 0;
}

/**
 * Handles a job that was given up: the source it was reading fails, so that the next job does not begin with the same
 * one.
 */
export async function giveUpReading(ctx: Ctx, agentId: string): Promise<void> {
  const { sources } = ofAgent(ctx, agentId);
  const at = await nextSource(ctx, agentId);
  if (at) {
    await ctx.db
      .update(knowledgeSources)
      .set({
        state: "failed",
        reason: knowledgeReadingTexts.readingFailed,
        readAt: ctx.now(),
        updatedAt: ctx.now(),
      })
      .where(and(sources, eq(knowledgeSources.id, at.source.id)));
  }
}

/** Another job reads the other waiting sources, if there are any, once the one that was given up has ended. */
export async function goOnReading(ctx: Ctx, agentId: string): Promise<void> {
  const { sources } = ofAgent(ctx, agentId);
  const [waiting] = await ctx.db
    .select({ id: knowledgeSources.id })
    .from(knowledgeSources)
    .where(and(sources, eq(knowledgeSources.state, "waiting")))
    .limit(1);
  if (waiting) await openJob(ctx, build(agentId));
}
