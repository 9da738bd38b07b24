import { and, eq, inArray, sql } from "drizzle-orm";
import { errorsTexts } from "#texts/errors.ts";
import { genAiTexts as texts } from "#texts/gen-ai.ts";
import { knowledgeSources } from "#db/tenant/knowledge.ts";
import { MAX_DOCUMENT_BYTES, MAX_DOCUMENTS } from "#workers/contract/endpoints/knowledge.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { withAgent } from "../bots/agent.ts";
import { audited } from "../audit.ts";
import { describe, DomainError } from "../error.ts";
import { openingJob } from "../jobs/open.ts";
import type { Ctx } from "../ctx.ts";
import { ofAgent } from "./config.ts";
import { looksLikePdf } from "./looks-like-pdf.ts";
import { build } from "../integrations/knowledge-readers.ts";

/** The part of an R2 bucket that documents use. */
export interface DocumentFiles {
  put(
    key: string,
    bytes: Uint8Array,
    options?: { httpMetadata?: { contentType?: string } },
  ): Promise<unknown>;
  delete(keys: string | string[]): Promise<void>;
}

interface Uploaded {
  name: string;
  bytes: Uint8Array;
}

const refuse = (text: string): never => {
  throw new DomainError("invalid", { message: text, errors: { files: text } });
};

/**
 * Accepts PDFs, all of them or none. Their type is detected from their contents; a name that already exists is refused.
 * Answers the names; a job reads them.
 */
export async function uploadDocuments(
  ctx: Ctx,
  agentId: string,
  uploaded: readonly Uploaded[],
  files: DocumentFiles,
): Promise<{ fileNames: string[] }> {
  const { db, enterpriseId, newId, now } = ctx;
  const mine = and(ofAgent(ctx, agentId).sources, eq(knowledgeSources.kind, "document"));
  const [agent, known] = await withAgent(
    ctx,
    agentId,
    db.select({ key: knowledgeSources.nameKey }).from(knowledgeSources).where(mine),
  );
  if (uploaded.length === 0) refuse(errorsTexts.noFile);
  const documents = uploaded.map(({ name, bytes }) => ({ id: newId(), name: safeName(name), bytes }));
  const taken = new Set(known.map(({ key }) => key));
  for (const { name, bytes } of documents) {
    if (bytes.byteLength > MAX_DOCUMENT_BYTES)
      refuse(texts.fileTooLarge(name, MAX_DOCUMENT_BYTES / 1024 / 1024));
    if (!looksLikePdf(bytes)) refuse(texts.pdfOnly(name));
    if (taken.has(nameKey(name))) {
      throw new DomainError("documentTaken", { message: texts.fileExists(name) });
    }
    taken.add(nameKey(name));
  }
  if (taken.size > MAX_DOCUMENTS) refuse(texts.tooManyDocuments(MAX_DOCUMENTS));

  const at = now();
  const fileOf = (id: string): string => `${enterpriseId}/documents/${agentId}/${id}.pdf`;
  // Files first: a row never names a file that is not there.
  for (const { id, bytes } of documents) {
    await files.put(fileOf(id), bytes, { httpMetadata: { contentType: "application/pdf" } });
  }
  try {
    await db.batch([
      db.insert(knowledgeSources).values(
        documents.map(({ id, name, bytes }) => ({
          id,
          enterpriseId,
          agentId,
          kind: "document" as const,
          name,
          nameKey: nameKey(name),
          file: fileOf(id),
          bytes: bytes.byteLength,
          state: "waiting" as const,
          createdAt: at,
          updatedAt: at,
        })),
      ),
      audited(ctx, {
        action: "upload",
        kind: "knowledge",
        object: agent,
        after: { documents: documents.map(({ name }) => name) },
      }),
      openingJob(ctx, build(agentId)),
    ]);
  } catch (error) {
    await files.delete(documents.map(({ id }) => fileOf(id)));
    // Somebody uploaded a document of that name at the same moment.
    const [first] = documents;
    if (first && describe(error).includes("knowledge_sources.name_key")) {
      throw new DomainError("documentTaken", { message: texts.fileExists(first.name) });
    }
    throw error;
  }
  return { fileNames: documents.map(({ name }) => name) };
}

/** The last part of a path, without what a file system or a header could misread. */
const safeName = (name: string): string =>
  (name.split(/[/\\]/).at(-1) ?? "")
    .replace(/[\p{Cc}\p{Cf}"<>:|?*]/gu, "")
    .trim()
    .slice(-200) || "document.pdf";

/** Deletes documents by their names, with pages and passages; they are out of the index at once. */
export async function deleteDocuments(
  ctx: Ctx,
  agentId: string,
  names: readonly string[],
  files: DocumentFiles,
): Promise<void> {
  const { db } = ctx;
  const keys = JSON.stringify(names.map(nameKey));
  const theirs = and(
    ofAgent(ctx, agentId).sources,
    eq(knowledgeSources.kind, "document"),
    inArray(knowledgeSources.nameKey, sql`(SELECT value FROM json_each(${keys}))`),
  );
  const [agent, found] = await withAgent(ctx, agentId, db.select().from(knowledgeSources).where(theirs));
  if (found.length === 0) throw new DomainError("notFound");
  await db.batch([
    db.delete(knowledgeSources).where(theirs),
    audited(ctx, {
      action: "delete",
      kind: "knowledge",
      object: agent,
      before: { documents: found.map(({ name }) => name) },
    }),
  ]);
  await files.delete(found.flatMap(({ file }) => file ?? []));
}
