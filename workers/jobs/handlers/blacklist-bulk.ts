import { blacklistTexts } from "#texts/blacklist.ts";
import { bulkPages } from "#workers/domain/blacklist/bulk.ts";
import type { JobHandler } from "#workers/domain/jobs/run-pages.ts";

/** Takes all that match off the blacklist, or puts them back. */
export const blacklistBulk: JobHandler<"blacklist.bulk"> = {
  pages: bulkPages,
  failure: blacklistTexts.bulkFailed,
};
