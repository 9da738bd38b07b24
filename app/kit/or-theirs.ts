import { ApiError } from "#app/data/api.ts";

/**
 * Does the work. If somebody else has saved meanwhile, their version is fetched before the refusal is thrown: the
 * choice between the two is offered together with the reason, and discarding never shows a version that neither is.
 */
export async function orTheirs<Result, Stored>(
  work: () => Promise<Result>,
  theirsOf: (() => Promise<Stored>) | undefined,
  found: (theirs: Stored | undefined) => void,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.errors.revision !== undefined) {
      found(await theirsOf?.().catch(() => undefined));
    }
    throw error;
  }
}
