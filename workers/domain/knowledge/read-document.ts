import { and, desc, eq } from "drizzle-orm";
import { knowledgeReadingTexts as texts } from "#texts/knowledge-reading.ts";
import { knowledgePages, knowledgeSources, passages } from "#db/tenant/knowledge.ts";
import type { Ctx } from "../ctx.ts";
import type { SourceRow } from "./config.ts";
import { cut } from "./cut.ts";
import type { Section } from "./html.ts";
import { readPdf, UnreadableDocument } from "./pdf.ts";
import type { KnowledgeDeps, Outcome, Reading } from "./reading.ts";
import { pageStatements } from "./write-page.ts";

/**
 * Reads a PDF page by page; a worker that takes over continues after the last stored page. A page at which a worker has
 * died twice is not tried a third time: the document is not readable here.
 */
export async function readDocument(
  ctx: Ctx,
  source: SourceRow,
  { files, breathe }: Pick<KnowledgeDeps, "files" | "breathe">,
  reading: Reading,
): Promise<Outcome> {
  const { db, enterpriseId, newId, now } = ctx;
  const { agentId, id: sourceId } = source;
  const ofSource = and(eq(knowledgePages.enterpriseId, enterpriseId), eq(knowledgePages.sourceId, sourceId));
  const set = (values: Partial<SourceRow>) =>
    db.update(knowledgeSources).set(values).where(eq(knowledgeSources.id, sourceId));
  const fail = async (reason: string): Promise<Outcome> => {
    await db.delete(knowledgePages).where(ofSource);
    return { state: "failed", reason };
  };

  // A document that waits is read from its first page on.
  if (source.state === "waiting") {
    await db.batch([db.delete(knowledgePages).where(ofSource), set({ state: "reading", reason: "" })]);
  }
  const last = await lastPage(ctx, sourceId);
  if (last?.state === "waiting") return fail(texts.pdfBroken);
  const from = (last?.number ?? 0) + 1;
  let title = source.name.replace(/\.pdf$/i, "");
  let heading = last?.heading ?? "";
  const newPage = (number: number, id: string) => ({
    id,
    enterpriseId,
    agentId,
    sourceId,
    address: String(number),
    title,
    // Documents have no depth: it keeps their pages in order.
    depth: number,
    state: "waiting" as const,
  });
  // Only a job that has been begun before leaves a mark at the page it is at.
  let mark: string | undefined;
  const markPage = async (number: number): Promise<void> => {
    if (reading.job.attempts < 2) return;
    mark = newId();
    await db.insert(knowledgePages).values(newPage(number, mark)).onConflictDoNothing();
  };

  const object = source.file ? await files.get(source.file) : null;
  if (!object) return fail(texts.pdfBroken);
  await markPage(from);
  try {
    const whole = await readPdf(new Uint8Array(await object.arrayBuffer()), {
      from,
      breathe,
      async onOpen(pages, own) {
        if (own) title = own;
        await set({ pageCount: pages });
      },
      async onPage(number, sections, pages) {
        const found = cut(carried(sections, heading), title);
        heading = sections.at(-1)?.heading || heading;
        const at = now();
        const pageId = mark ?? newId();
        await db.batch([
          db.insert(knowledgePages).values(newPage(number, pageId)).onConflictDoNothing(),
          ...pageStatements(ctx, source, pageId, { state: "ready", fetchedAt: at, changedAt: at }, found),
        ]);
        const goesOn = await reading.did(1);
        if (goesOn && number < pages) await markPage(number + 1);
        return goesOn || number === pages;
      },
    });
    if (!whole) return undefined;
  } catch (error) {
    if (error instanceof UnreadableDocument) return fail(error.message);
    // The mark is only for a page at which a worker died without a word, which did not happen here.
    if (mark)
      await db
        .delete(knowledgePages)
        .where(and(eq(knowledgePages.id, mark), eq(knowledgePages.state, "waiting")));
    throw error;
  }
  const [passage] = await db
    .select({ number: passages.number })
    .from(passages)
    .where(and(eq(passages.enterpriseId, enterpriseId), eq(passages.sourceId, sourceId)))
    .limit(1);
  return passage ? { state: "ready", reason: "" } : fail(texts.pdfEmpty);
}

/** Puts the text before a page's first heading below the last heading of the page before. */
const carried = (sections: readonly Section[], heading: string): Section[] =>
  sections.map((section) => (section.heading === "" ? { ...section, heading } : section));

async function lastPage({ db, enterpriseId }: Ctx, sourceId: string) {
  const [row] = await db
    .select({ number: knowledgePages.depth, state: knowledgePages.state, heading: passages.heading })
    .from(knowledgePages)
    .leftJoin(passages, eq(passages.pageId, knowledgePages.id))
    .where(and(eq(knowledgePages.enterpriseId, enterpriseId), eq(knowledgePages.sourceId, sourceId)))
    .orderBy(desc(knowledgePages.depth), desc(passages.position))
    .limit(1);
  return row;
}
