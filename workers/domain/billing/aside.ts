import type { EnterpriseId } from "#workers/contract/ids.ts";
import { describe } from "../error.ts";

/** Does an enterprise's part of a round: what fails is in the log and comes again in a minute, and holds up nobody behind it. */
export async function aside(enterpriseId: EnterpriseId, part: () => Promise<unknown>): Promise<void> {
  try {
    await part();
  } catch (error) {
    console.log(
      JSON.stringify({ level: "error", source: "billing", enterpriseId, failure: describe(error) }),
    );
  }
}
