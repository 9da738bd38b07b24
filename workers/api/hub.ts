import type { HubCalls } from "#workers/contract/socket.ts";

/** The hub of an enterprise: its name is the tenant, so that two enterprises never share one. */
export const hubOf = (env: Pick<ApiEnv, "HUB">, enterpriseId: string): HubCalls & Fetcher =>
  env.HUB.get(env.HUB.idFromName(enterpriseId)) as unknown as HubCalls & Fetcher;

/** Closes the sockets of sessions that have ended, with 4001. */
export async function closeSockets(
  env: Pick<ApiEnv, "HUB">,
  enterpriseId: string,
  sessionIds: readonly string[],
): Promise<void> {
  const hub = hubOf(env, enterpriseId);
  await Promise.all(sessionIds.map((id) => hub.endSession(id)));
}
