import { directory, tenantDatabase } from "#db/client.ts";
import { openDueDeletions } from "#workers/domain/enterprise/due-deletions.ts";

/** Runs every minute: begins deletions of enterprises whose time has come. */
export const deleteDue = (env: JobsEnv): Promise<void> =>
  openDueDeletions(directory(env), (name) => tenantDatabase(env, name), Date.now());
