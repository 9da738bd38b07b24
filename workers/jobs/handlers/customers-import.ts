import { importsTexts } from "#texts/imports.ts";
import { keptAddressHash } from "#workers/domain/messaging/address-hash.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { importGaveUp, importPages } from "#workers/domain/imports/run.ts";
import type { JobHandler } from "#workers/domain/jobs/run-pages.ts";

/** Checks, runs or undoes an import, as its row says. */
export const customersImport = (env: JobsEnv): JobHandler<"customers.import"> => ({
  pages: (ctx, held, payload) =>
    importPages(ctx, held, payload, {
      files: env.FILES,
      hashOf: () => keptAddressHash(ctx, keyRing(env.DATA_KEY)),
    }),
  gaveUp: (ctx, { importId }) => importGaveUp(ctx, importId),
  failure: importsTexts.failed,
});
