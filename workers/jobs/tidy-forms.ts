import { tenantDatabase } from "#db/client.ts";
import { tidyAnswers } from "#workers/domain/forms/tidy.ts";
import { tidyRunLinks } from "#workers/domain/links/run-links.ts";
import { tonight } from "./tonight.ts";

/** Pages of one enterprise in a night; what is left goes in the next one. */
const PAGES_EACH = 50;

/** Runs every night: deletes answers that are older than their form keeps them, and links that lead nowhere any more. */
export async function tidyFormsByNight(env: JobsEnv, now = Date.now()): Promise<void> {
  for (const { id, database } of await tonight(env, now)) {
    const db = tenantDatabase(env, database);
    for (let page = 0; page < PAGES_EACH && (await tidyAnswers(db, id, now)); page++) await scheduler.wait(1);
    for (let page = 0; page < PAGES_EACH && (await tidyRunLinks(db, id, now)); page++)
      await scheduler.wait(1);
  }
}
