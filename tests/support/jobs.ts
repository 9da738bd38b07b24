import type { RunDeps } from "#workers/domain/jobs/held-job.ts";

/** Surroundings of a job whose worker is the test itself: nobody is told, and nobody else is woken. */
export const idleDeps: RunDeps = {
  breathe: () => Promise.resolve(),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  tell: () => Promise.resolve(),
  wake: () => Promise.resolve(),
};
