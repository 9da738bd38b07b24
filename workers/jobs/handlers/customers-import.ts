import { importsTexts } from "#texts/imports.ts";
import { importGaveUp, importPages } from "#workers/domain/imports/run.ts";
import type { JobHandler } from "#workers/domain/jobs/run-pages.ts";

/** Checks, runs or undoes an import, as its row says. */
export const customersImport = (env: JobsEnv): JobHandler<"customers.import"> => ({
  pages: (ctx, held, payload) => importPages(ctx, held, payload, env.FILES),
  gaveUp: (ctx, { importId }) => importGaveUp(ctx, importId),
  failure: importsTexts.failed,
});
