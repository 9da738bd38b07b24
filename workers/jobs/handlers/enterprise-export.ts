import { directory } from "#db/client.ts";
import { enterpriseDataTexts as texts } from "#texts/enterprise-data.ts";
import { type ExportDeps, enterpriseExportPages } from "#workers/domain/enterprise/finish-export.ts";
import type { JobHandler } from "#workers/domain/jobs/run-pages.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";

/** Copies all that an enterprise has to files. */
export const enterpriseExport = (env: JobsEnv): JobHandler<"enterprise.export"> => ({
  pages: (ctx, held, payload) =>
    enterpriseExportPages(ctx, held, payload, {
      directory: directory(env),
      files: env.FILES as unknown as ExportDeps["files"],
      mail: { ring: keyRing(env.DATA_KEY), link: (path) => new URL(path, env.PUBLIC_URL).href },
    }),
  failure: texts.exportFailed,
});
