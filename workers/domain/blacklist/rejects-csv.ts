import { and, asc, eq, gt } from "drizzle-orm";
import { blacklistTexts as texts } from "#texts/blacklist.ts";
import { blacklistRejects } from "#db/tenant/blacklist.ts";
import { jobKinds } from "#workers/contract/jobs.ts";
import { audited } from "../audit.ts";
import { csvLine, UTF8_MARK } from "../csv-cells.ts";
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
  const encoder = new TextEncoder();
  let after = 0;
  let begun = false;
  return new ReadableStream({
    async pull(controller) {
      if (!begun) {
        begun = true;
        await audited(ctx, {
          action: "export",
          kind: "blacklist",
          object: { id: jobId, name: texts.rejectsFile },
        });
        const header = csvLine([texts.line, texts.row, texts.problem]);
        return controller.enqueue(encoder.encode(UTF8_MARK + header));
      }
      const rows = await db
        .select()
        .from(blacklistRejects)
        .where(
          and(
            eq(blacklistRejects.fileId, fileId),
            eq(blacklistRejects.enterpriseId, enterpriseId),
            gt(blacklistRejects.line, after),
          ),
        )
        .orderBy(asc(blacklistRejects.line))
        .limit(PAGE);
      const last = rows.at(-1);
      if (!last) return controller.close();
      after = last.line;
      const lines = rows.map(({ line, row, error }) => csvLine([String(line), row, error]));
      controller.enqueue(encoder.encode(lines.join("")));
    },
  });
}
