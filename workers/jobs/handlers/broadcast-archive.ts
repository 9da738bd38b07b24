import { broadcastsTexts } from "#texts/broadcasts.ts";
import { archivePages } from "#workers/domain/archives/move.ts";
import type { JobHandler } from "#workers/domain/jobs/run-pages.ts";

/** Moves the recipients of a broadcast that ended long ago to files. */
export const broadcastArchive = ({ FILES: files }: JobsEnv): JobHandler<"broadcast.archive"> => ({
  pages: (ctx, held, payload) => archivePages(ctx, held, payload, files),
  failure: broadcastsTexts.job.notArchived,
});
