import { tenantDatabase } from "#db/client.ts";
import { endOldRuns } from "#workers/domain/automations/old-runs.ts";
import { tidyMinutes, tidySteps } from "#workers/domain/runs/tidy-steps.ts";
import { tonight } from "./tonight.ts";

/** Pages of one enterprise in a night; what is left goes in the next one. */
const PAGES_EACH = 50;

/** Runs every night: ends runs that are older than one may be, and deletes steps that are older than their automation's log keeps them. */
export async function tidyStepsByNight(env: JobsEnv, now = Date.now()): Promise<void> {
  for (const { id, database } of await tonight(env, now)) {
    const db = tenantDatabase(env, database);
    for (const tidy of [endOldRuns, tidySteps, tidyMinutes])
      for (let page = 0; page < PAGES_EACH && (await tidy(db, id, now)); page++) await scheduler.wait(1);
  }
}
