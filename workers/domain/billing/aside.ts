import type { EnterpriseId } from "#workers/contract/ids.ts";
import { describe } from "../error.ts";

/** A line of the log for an enterprise that can't be billed or told just now. */
export const noteFailure = (enterpriseId: EnterpriseId, error: unknown): void =>
  console.log(JSON.stringify({ level: "error", source: "billing", enterpriseId, failure: describe(error) }));

/** Does an enterprise's part of a round: what fails is in the log and comes again in a minute, and holds up nobody behind it. */
export async function aside(enterpriseId: EnterpriseId, part: () => Promise<unknown>): Promise<void> {
  try {
    await part();
  } catch (error) {
    noteFailure(enterpriseId, error);
  }
}
