import { automationMovesTexts } from "#texts/automation-moves.ts";
import { movePages } from "#workers/domain/runs/move-pages.ts";
import type { JobHandler } from "#workers/domain/jobs/run-pages.ts";

/** Moves an instance's runs to another version, or takes that back. */
export const runsMove: JobHandler<"runs.move"> = {
  pages: movePages,
  failure: automationMovesTexts.job.failed,
};
