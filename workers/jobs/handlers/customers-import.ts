import * as messages from "#app/messages.ts";
import { wake } from "#workers/contract/jobs.ts";
import { progressOf, type ImportRow } from "#workers/domain/imports/row.ts";
import { importGaveUp, runImport } from "#workers/domain/imports/run.ts";
import type { Scope } from "#workers/domain/scope.ts";
import { publish } from "../publish.ts";
import type { JobHandler } from "../run-job.ts";

/** Processes a slice of an import (check, import or undo, as its row says) and wakes a worker for the next. */
export const customersImport: JobHandler<"customers.import"> = {
  run: (env, scope, job, payload) =>
    runImport(scope, job, payload, {
      files: env.FILES,
      progress: (row, fraction) => tell(env, scope, row, fraction),
      breathe: () => scheduler.wait(1),
      again: async () => {
        await env.JOBS.send(wake.parse({ v: 1, enterpriseId: scope.enterpriseId, jobId: job.id }));
      },
    }),
  async gaveUp(env, scope, _, { importId }) {
    const row = await importGaveUp(scope, importId);
    if (row) await tell(env, scope, row, progressOf(row));
  },
  failure: messages.imports.failed,
};

const tell = (
  env: JobsEnv,
  scope: Scope,
  { id, state }: Pick<ImportRow, "id" | "state">,
  progress: number,
): Promise<void> =>
  publish(env, scope.enterpriseId, { action: "importProgress", data: { uploadId: id, state, progress } });
