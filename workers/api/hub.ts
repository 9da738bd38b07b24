import type { HubCalls } from "#workers/contract/socket.ts";
import { directory } from "#db/client.ts";
import { describe } from "#workers/domain/error.ts";
import { noteTold } from "#workers/domain/identity/told-sessions.ts";

/** The hub of an enterprise, named by the tenant, so that two enterprises never share one. */
export const hubOf = (env: Pick<ApiEnv, "HUB">, enterpriseId: string): HubCalls & Fetcher =>
  env.HUB.get(env.HUB.idFromName(enterpriseId)) as unknown as HubCalls & Fetcher;

/** Closes the sockets of sessions that have ended, with 4001. */
export async function closeSockets(
  env: Pick<ApiEnv, "HUB" | "DIRECTORY">,
  enterpriseId: string,
  sessionIds: readonly string[],
): Promise<void> {
  if (sessionIds.length === 0) return;
  await telling(async () => {
    await hubOf(env, enterpriseId).endSessions(sessionIds);
    await noteTold(directory(env), sessionIds);
  });
}

/**
 * Calls the hub after a committed change: an unreachable hub must not make the change look undone. Tried twice, then
 * logged; the rows that record the pending call stay until it succeeds, and the cron retries them.
 */
export async function telling(work: () => Promise<void>): Promise<void> {
  try {
    await work().catch(work);
  } catch (error) {
    console.log(JSON.stringify({ level: "error", failure: `hub: ${describe(error)}` }));
  }
}
