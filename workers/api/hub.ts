import type { HubCalls } from "#workers/contract/socket.ts";
import { describe } from "#workers/domain/error.ts";

/** The hub of an enterprise: its name is the tenant, so that two enterprises never share one. */
export const hubOf = (env: Pick<ApiEnv, "HUB">, enterpriseId: string): HubCalls & Fetcher =>
  env.HUB.get(env.HUB.idFromName(enterpriseId)) as unknown as HubCalls & Fetcher;

/** Closes the sockets of sessions that have ended, with 4001. */
export const closeSockets = (
  env: Pick<ApiEnv, "HUB">,
  enterpriseId: string,
  sessionIds: readonly string[],
): Promise<void> =>
  telling(async () => {
    const hub = hubOf(env, enterpriseId);
    await Promise.all(sessionIds.map((id) => hub.endSession(id)));
  });

/** What is written is written: a hub that cannot be reached must not make it look undone. Tried twice, then logged. */
export async function telling(work: () => Promise<void>): Promise<void> {
  try {
    await work().catch(work);
  } catch (error) {
    console.log(JSON.stringify({ level: "error", failure: `hub: ${describe(error)}` }));
  }
}
