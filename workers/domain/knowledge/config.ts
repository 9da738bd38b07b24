import { and, asc, count, eq } from "drizzle-orm";
import { knowledgeConfigs, knowledgePages, knowledgeSources, passages } from "#db/tenant/knowledge.ts";
import type {
  Knowledge,
  listKnowledgePages as pagesContract,
} from "#workers/contract/endpoints/knowledge.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { withAgent } from "../bots/agent.ts";
import { DomainError } from "../error.ts";
import { type JobRow, latestJob, readingLatestJob } from "../jobs/open.ts";
import { page } from "../page.ts";
import { iso, type Ctx } from "../ctx.ts";

export type SourceRow = typeof knowledgeSources.$inferSelect;

/** Where-clauses for what belongs to one bot of this enterprise. */
export const ofAgent = ({ enterpriseId }: Ctx, agentId: string) => ({
  config: and(eq(knowledgeConfigs.enterpriseId, enterpriseId), eq(knowledgeConfigs.agentId, agentId)),
  sources: and(eq(knowledgeSources.enterpriseId, enterpriseId), eq(knowledgeSources.agentId, agentId)),
  passages: and(eq(passages.enterpriseId, enterpriseId), eq(passages.agentId, agentId)),
});

/** The configuration that writes the bot's answers and gives its passages vectors, if one is chosen. */
export async function chosenConfig(ctx: Ctx, agentId: string): Promise<string | null> {
  const [row] = await ctx.db
    .select({ id: knowledgeConfigs.genAiConfigId })
    .from(knowledgeConfigs)
    .where(ofAgent(ctx, agentId).config)
    .limit(1);
  return row?.id ?? null;
}

/** The bot's knowledge with the state of each source and of the building. */
export async function getKnowledge(ctx: Ctx, agentId: string): Promise<Knowledge> {
  const mine = ofAgent(ctx, agentId);
  const [, [config], sources, [held], [job]] = await withAgent(
    ctx,
    agentId,
    ctx.db.select().from(knowledgeConfigs).where(mine.config).limit(1),
    ctx.db.select().from(knowledgeSources).where(mine.sources).orderBy(asc(knowledgeSources.id)),
    ctx.db.select({ passages: count() }).from(passages).where(mine.passages),
    readingLatestJob(ctx, "knowledge.build", agentId),
  );
  const named = (kind: SourceRow["kind"]): string[] =>
    sources.filter((source) => source.kind === kind).map(({ name }) => name);
  return {
    kbFromWebsite: config?.kbFromWebsite ?? false,
    websitesUrls: named("website"),
    kbFromDoc: config?.kbFromDoc ?? false,
    documents: named("document").map((fileName) => ({ fileName })),
    genAiConfigId: config?.genAiConfigId ?? null,
    crawlDepth: config?.crawlDepth ?? 1,
    recrawlHours: config?.recrawlHours ?? null,
    sources: sources.map(({ id, kind, name, state, reason, pageCount, bytes, readAt }) => ({
      id,
      kind,
      name,
      state,
      reason,
      pages: pageCount,
      bytes,
      readAt: readAt === null ? null : iso(readAt),
    })),
    passages: held?.passages ?? 0,
    building: buildingOf(job),
  };
}

/** State of the build: its newest job. */
export async function buildingState(ctx: Ctx, agentId: string): Promise<Knowledge["building"]> {
  return buildingOf(await latestJob(ctx, "knowledge.build", agentId));
}

function buildingOf(job: JobRow | undefined): Knowledge["building"] {
  if (!job) return { jobId: null, state: "idle", progress: 0, message: "" };
  const { state: ended } = job;
  const state = ended === "done" || ended === "cancelled" ? "idle" : ended;
  return { jobId: job.id, state, progress: job.progress, message: job.message };
}

/** The source's row; notFound when it is not there or another's. */
export async function sourceRow(ctx: Ctx, agentId: string, sourceId: string): Promise<SourceRow> {
  const [row] = await ctx.db
    .select()
    .from(knowledgeSources)
    .where(and(ofAgent(ctx, agentId).sources, eq(knowledgeSources.id, sourceId)))
    .limit(1);
  if (!row) throw new DomainError("notFound");
  return row;
}

/** The pages of a source, nearest to its address first. */
export async function listPages(
  ctx: Ctx,
  agentId: string,
  sourceId: string,
  paging: InputOf<typeof pagesContract>["query"],
): Promise<ReplyOf<typeof pagesContract>> {
  await sourceRow(ctx, agentId, sourceId);
  const { limit, offset, cut } = page(paging);
  const found = await ctx.db
    .select()
    .from(knowledgePages)
    .where(and(eq(knowledgePages.enterpriseId, ctx.enterpriseId), eq(knowledgePages.sourceId, sourceId)))
    .orderBy(asc(knowledgePages.depth), asc(knowledgePages.id))
    .limit(limit)
    .offset(offset);
  const { rows, more } = cut(found);
  return {
    pages: rows.map(({ address, title, depth, state, reason, fetchedAt, changedAt, passageCount }) => ({
      address,
      title,
      depth,
      state,
      reason,
      fetchedAt: fetchedAt === null ? null : iso(fetchedAt),
      changedAt: changedAt === null ? null : iso(changedAt),
      passages: passageCount,
    })),
    more,
  };
}
