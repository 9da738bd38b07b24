import { EVERY_CHANNEL } from "#workers/contract/channel-types.ts";
import { blacklistTexts as texts } from "#texts/blacklist.ts";
import { errorsTexts } from "#texts/errors.ts";
import { importFiles } from "#db/tenant/imports.ts";
import {
  type importBlacklist as contract,
  MAX_BLACKLIST_BYTES,
} from "#workers/contract/endpoints/blacklist.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { formatBytes } from "#workers/contract/bytes.ts";
import type { JobProgress } from "#workers/contract/jobs.ts";
import { auditedIf } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { fileRefused, type Files, partKey } from "../imports/files.ts";
import { look } from "../imports/inspect.ts";
import { latestJob, openJob } from "../jobs/open.ts";
import { getJob, progressOf } from "../jobs/progress.ts";
import { columnsOf } from "./columns.ts";

const KIND = "blacklist.import";

/** Keeps a file and opens the job that reads it; blacklistImporting while another one is read. The cron removes it after a day. */
export async function importBlacklist(
  ctx: Ctx,
  files: Files,
  [file]: readonly File[],
  { channelType, reason }: InputOf<typeof contract>["body"],
): Promise<JobProgress> {
  if (!file) throw fileRefused(errorsTexts.noFile);
  if (file.size > MAX_BLACKLIST_BYTES) throw fileRefused(texts.tooLarge(formatBytes(MAX_BLACKLIST_BYTES)));
  const { db, enterpriseId, newId, now, actor } = ctx;
  const at = now();
  const named = { id: newId(), enterpriseId, name: file.name.slice(0, 255), bytes: file.size };
  const row = { ...named, createdAt: at, updatedAt: at };
  const format = await look({ get: (_, options) => Promise.resolve(partOf(file, options?.range)) }, row);
  const { hasHeader } = columnsOf(format.headers);
  await files.put(partKey(row, 1), await file.arrayBuffer());
  const { jobId, joined } = await openJob(
    ctx,
    {
      kind: KIND,
      subject: enterpriseId,
      payload: {
        fileId: row.id,
        channelType: channelType ?? EVERY_CHANNEL,
        reason,
        by: actor.name,
        // A list without a header begins with its first row, whose byte order mark is white space.
        cursor: hasHeader ? format.bodyStart : 0,
        line: hasHeader ? format.bodyLine : 1,
        total: 0,
        added: 0,
        rejected: 0,
      },
    },
    (id, isNew) => [
      db.insert(importFiles).values({ ...row, format }),
      auditedIf(
        ctx,
        {
          action: "import",
          kind: "blacklist",
          object: { id, name: row.name },
          after: { channelType, reason },
        },
        isNew,
      ),
    ],
  );
  if (joined) throw new DomainError("blacklistImporting");
  return getJob(ctx, jobId, ["CAMPAIGNS.BLACKLIST"]);
}

/** Answers as a bucket would, for a file that came within the request. */
const partOf = (file: File, range?: { offset: number; length: number }) => {
  const part = range ? file.slice(range.offset, range.offset + range.length) : file;
  return { body: part.stream(), arrayBuffer: () => part.arrayBuffer() };
};

/** The latest import; null where there was none. */
export async function latestBlacklistImport(ctx: Ctx): Promise<{ job: JobProgress | null }> {
  const row = await latestJob(ctx, KIND, ctx.enterpriseId);
  return { job: row ? progressOf(row) : null };
}
