import type { TenantDb } from "#db/client.ts";
import { clockOf } from "#workers/domain/messaging/objects.ts";
import { haveRunsHeard } from "#workers/domain/runs/due.ts";

/** Lets runs go on at once that have heard what became of a message; the sweeper would find them later. */
export async function wakeRuns(env: JobsEnv, db: TenantDb, database: string): Promise<void> {
  try {
    if (await haveRunsHeard(db)) await clockOf(env, database).arm(database, Date.now());
  } catch {
    // The sweeper asks again.
  }
}
