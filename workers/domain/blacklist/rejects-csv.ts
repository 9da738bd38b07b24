import { and, asc, eq, gt } from "drizzle-orm";
import { blacklistTexts as texts } from "#texts/blacklist.ts";
import { blacklistRejects } from "#db/tenant/blacklist.ts";
import { jobKinds } from "#workers/contract/jobs.ts";
import { audited } from "../audit.ts";
import { csvStream } from "../csv-stream.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { jobRow } from "../jobs/open.ts";

const PAGE = 1_000;

/** Streams the rows of an import that were not taken, each with its line and what is wrong with it. */
export async function blacklistRejectsCsv(ctx: Ctx, jobId: string): Promise<ReadableStream<Uint8Array>> {
  const job = await jobRow(ctx, jobId);
  if (job?.kind !== "blacklist.import") throw new DomainError("notFound");
  const { fileId } = jobKinds["blacklist.import"].payload.parse(job.payload);
  const { db, enterpriseId } = ctx;
  return csvStream<typeof blacklistRejects.$inferSelect>({
    header: [texts.line, texts.row, texts.problem],
    begin: () =>
      audited(ctx, { action: "export", kind: "blacklist", object: { id: jobId, name: texts.rejectsFile } }),
    next: (after) =>
      db
        .select()
        .from(blacklistRejects)
        .where(
          and(
            eq(blacklistRejects.fileId, fileId),
            eq(blacklistRejects.enterpriseId, enterpriseId),
            gt(blacklistRejects.line, after?.line ?? 0),
          ),
        )
        .orderBy(asc(blacklistRejects.line))
        .limit(PAGE),
    cells: ({ line, row, error }) => [String(line), row, error],
  });
}
