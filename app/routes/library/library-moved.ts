import { invalidate } from "#app/data/query.ts";
import { getArtifact, listArtifacts, listBuckets } from "#workers/contract/endpoints/library.ts";

/** Shows anew whatever says where entries are. */
export const libraryMoved = () =>
  Promise.all([invalidate(listArtifacts), invalidate(listBuckets), invalidate(getArtifact)]);
