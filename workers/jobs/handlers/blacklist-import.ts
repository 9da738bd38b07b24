import { blacklistTexts } from "#texts/blacklist.ts";
import { importPages } from "#workers/domain/blacklist/import-pages.ts";
import type { JobHandler } from "#workers/domain/jobs/run-pages.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";

/** Puts the rows of a file on the blacklist. */
export const blacklistImport = (env: JobsEnv): JobHandler<"blacklist.import"> => ({
  pages: (ctx, held, payload) =>
    importPages(ctx, held, payload, { files: env.FILES, ring: keyRing(env.DATA_KEY) }),
  failure: blacklistTexts.importFailed,
});
