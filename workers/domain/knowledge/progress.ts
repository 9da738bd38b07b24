import { and, eq, gte, inArray, or, sql } from "drizzle-orm";
import { knowledgeSources } from "#db/tenant/knowledge.ts";
import type { LeasedJob } from "../jobs/lease.ts";
import type { Ctx } from "../ctx.ts";
import { ofAgent } from "./config.ts";

/**
 * Progress of a job, 0 to 1: finished pages out of all known ones, of the sources it reads. A source whose pages are
 * not known yet counts as one.
 */
export async function shareDone(ctx: Ctx, job: LeasedJob, agentId: string): Promise<number> {
  // Named by its table: pages have an id as well, and theirs would be meant.
  const pages = (only: string) =>
    sql<number>`(SELECT count(*) FROM knowledge_pages p WHERE p.source_id = knowledge_sources.id ${sql.raw(only)})`;
  const rows = await ctx.db
    .select({
      kind: knowledgeSources.kind,
      state: knowledgeSources.state,
      pageCount: knowledgeSources.pageCount,
      known: pages("").as("known"),
      finished: pages("AND p.state <> 'waiting'").as("finished"),
    })
    .from(knowledgeSources)
    .where(
      and(
        ofAgent(ctx, agentId).sources,
        or(
          inArray(knowledgeSources.state, ["waiting", "reading"]),
          and(eq(knowledgeSources.state, "ready"), gte(knowledgeSources.readAt, job.createdAt)),
        ),
      ),
    );
  let [known, finished] = [0, 0];
  for (const row of rows) {
    if (row.state === "waiting") known += 1;
    else if (row.state === "reading") {
      known += Math.max(row.kind === "document" ? row.pageCount : row.known, row.finished, 1);
      finished += row.finished;
    } else {
      known += Math.max(row.finished, 1);
      finished += Math.max(row.finished, 1);
    }
  }
  return known === 0 ? 0 : finished / known;
}
