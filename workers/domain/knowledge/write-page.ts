import { eq, sql } from "drizzle-orm";
import { knowledgePages, passages } from "#db/tenant/knowledge.ts";
import { chunksOf } from "../import-export/chunks.ts";
import type { Ctx } from "../ctx.ts";
import type { SourceRow } from "./config.ts";
import type { Passage } from "./cut.ts";

export type PageRow = typeof knowledgePages.$inferSelect;

/** Statements that replace a page's passages and set its state: together one transaction. */
export function pageStatements(
  ctx: Ctx,
  source: SourceRow,
  pageId: string,
  set: Partial<PageRow>,
  found: readonly Passage[],
) {
  const { db, enterpriseId } = ctx;
  const { agentId, id: sourceId } = source;
  const rows = found.map(({ heading, text }, position) => [position, heading, text]);
  return [
    db.delete(passages).where(eq(passages.pageId, pageId)),
    ...chunksOf(rows).map((chunk) =>
      db.insert(passages).select(
        // The database assigns the number.
        sql`SELECT NULL, ${enterpriseId}, ${agentId}, ${sourceId}, ${pageId}, value->>0, value->>1, value->>2, NULL, NULL
            FROM json_each(${chunk}) WHERE true`,
      ),
    ),
    setPage(ctx, source, pageId, { ...set, passageCount: found.length }),
  ] as const;
}

/**
 * A statement that sets a page's state. If its source was requested again while the page was being fetched, the page
 * stays waiting: what was fetched predates the request.
 */
export const setPage = ({ db }: Ctx, { id }: SourceRow, pageId: string, set: Partial<PageRow>) =>
  db
    .update(knowledgePages)
    .set({
      ...set,
      ...(set.state && {
        state: sql`CASE WHEN (SELECT state FROM knowledge_sources WHERE id = ${id}) = 'reading' THEN ${set.state} ELSE 'waiting' END`,
      }),
    })
    .where(eq(knowledgePages.id, pageId));

/** SHA-256 of a text, hexadecimal, to detect whether a page has changed since last time. */
export async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
