import type { HubCalls } from "#workers/contract/socket.ts";

/** The hub of an enterprise, by its name. */
export const hubOf = (env: Pick<JobsEnv, "HUB">, enterpriseId: string): HubCalls =>
  env.HUB.get(env.HUB.idFromName(enterpriseId)) as unknown as HubCalls;
