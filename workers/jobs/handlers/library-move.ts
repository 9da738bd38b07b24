import { libraryTexts } from "#texts/library.ts";
import { movePages } from "#workers/domain/library/move-pages.ts";
import type { JobHandler } from "#workers/domain/jobs/run-pages.ts";

/** Moves entries of the library that match. */
export const libraryMove: JobHandler<"library.move"> = {
  pages: movePages,
  failure: libraryTexts.moveFailed,
};
