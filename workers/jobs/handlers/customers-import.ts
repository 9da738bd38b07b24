import { importsTexts } from "#texts/imports.ts";
import { wake } from "#workers/contract/jobs.ts";
import { progressOf, type ImportRow } from "#workers/domain/imports/row.ts";
import { importGaveUp, runImport } from "#workers/domain/imports/run.ts";
import type { Ctx } from "#workers/domain/ctx.ts";
import { publish } from "../publish.ts";
import type { JobHandler } from "../run-job.ts";

/** Processes a slice of an import (check, import or undo, as its row says) and wakes a worker for the next. */
export const customersImport: JobHandler<"customers.import"> = {
  run: (env, ctx, job, payload) =>
    runImport(ctx, job, payload, {
      files: env.FILES,
      progress: (row, fraction) => tell(env, ctx, row, fraction),
      breathe: () => scheduler.wait(1),
      again: async () => {
        await env.JOBS.send(wake.parse({ v: 1, enterpriseId: ctx.enterpriseId, jobId: job.id }));
      },
    }),
  async gaveUp(env, ctx, _, { importId }) {
    const row = await importGaveUp(ctx, importId);
    if (row) await tell(env, ctx, row, progressOf(row));
  },
  failure: importsTexts.failed,
};

const tell = (
  env: JobsEnv,
  ctx: Ctx,
  { id, state }: Pick<ImportRow, "id" | "state">,
  progress: number,
): Promise<void> =>
  publish(env, ctx.enterpriseId, { action: "importProgress", data: { uploadId: id, state, progress } });
