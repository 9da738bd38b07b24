import type { HubCalls } from "#workers/contract/socket.ts";

/** The hub of an enterprise, named by the tenant, so that two enterprises never share one. */
export const hubOf = (env: Pick<ApiEnv, "HUB">, enterpriseId: string): HubCalls & Fetcher =>
  env.HUB.get(env.HUB.idFromName(enterpriseId)) as unknown as HubCalls & Fetcher;
