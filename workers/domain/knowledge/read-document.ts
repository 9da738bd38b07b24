import { and, eq } from "drizzle-orm";
import { messages } from "#app/messages.ts";
import { knowledgePages } from "#db/tenant/knowledge.ts";
import type { Scope } from "../scope.ts";
import type { Outside } from "./build.ts";
import type { SourceRow } from "./config.ts";
import { cut } from "./cut.ts";
import { readPdf, UnreadableDocument } from "./pdf.ts";
import { pageStatements } from "./write-page.ts";

/** Reads a PDF page by page; a worker that takes over begins it anew. */
export async function readDocument(
  scope: Scope,
  source: SourceRow,
  { files }: Pick<Outside, "files">,
  step: () => Promise<void>,
): Promise<Pick<SourceRow, "state" | "reason">> {
  const { db, enterpriseId, now, newId } = scope;
  const { agentId, id: sourceId } = source;
  const object = source.file ? await files.get(source.file) : null;
  if (!object) return { state: "failed", reason: messages.genAi.pdfBroken };
  const ofSource = and(eq(knowledgePages.enterpriseId, enterpriseId), eq(knowledgePages.sourceId, sourceId));
  await db.delete(knowledgePages).where(ofSource);
  let words = 0;
  let beat = 0;
  try {
    await readPdf(new Uint8Array(await object.arrayBuffer()), async (number, sections) => {
      const found = cut(sections);
      words += found.length;
      const at = now();
      const pageId = newId();
      await db.batch([
        db.insert(knowledgePages).values({
          id: pageId,
          enterpriseId,
          agentId,
          sourceId,
          address: String(number),
          title: source.name.replace(/\.pdf$/i, ""),
          depth: number,
          state: "ready",
          fetchedAt: at,
          changedAt: at,
        }),
        ...pageStatements(scope, source, pageId, {}, found),
      ]);
      // A document of a thousand pages need not write its lease a thousand times.
      if (at - beat > 1_000) {
        beat = at;
        await step();
      }
    });
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error;
    await db.delete(knowledgePages).where(ofSource);
    return { state: "failed", reason: error.message };
  }
  await step();
  return words > 0 ? { state: "ready", reason: "" } : { state: "failed", reason: messages.genAi.pdfEmpty };
}
