import { errorsTexts } from "#texts/errors.ts";
import { endPages } from "#workers/domain/channels/end-broadcasts.ts";
import type { JobHandler } from "#workers/domain/jobs/run-pages.ts";

/** Ends who waits in the broadcasts of a deleted channel. */
export const broadcastsEnd: JobHandler<"broadcasts.end"> = { pages: endPages, failure: errorsTexts.internal };
