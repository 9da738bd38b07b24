import { directory } from "#db/client.ts";
import { describe } from "#workers/domain/error.ts";
import { tidyAccounts as tidy } from "#workers/domain/identity/tidy.ts";

/** Housekeeping of the directory; a failure is retried in a minute. */
export async function tidyAccounts(env: JobsEnv): Promise<void> {
  try {
    await tidy(directory(env));
  } catch (error) {
    console.log(JSON.stringify({ level: "error", source: "tidy accounts", failure: describe(error) }));
  }
}
