import { journeyTroublesTexts } from "#texts/journey-troubles.ts";
import { sweepPages } from "#workers/domain/runs/sweep-pages.ts";
import type { JobHandler } from "#workers/domain/jobs/run-pages.ts";

/** Tries runs again that failed alike, or ends those that are stuck. */
export const runsSweep: JobHandler<"runs.sweep"> = {
  pages: sweepPages,
  failure: journeyTroublesTexts.job.failed,
};
