import { directory, tenantDatabase } from "#db/client.ts";
import { openMoves } from "#workers/domain/moving/open.ts";

/** Runs every minute: begins the moves that operators have asked for. */
export const moveDue = (env: JobsEnv): Promise<void> =>
  openMoves(directory(env), (name) => tenantDatabase(env, name), Date.now());
