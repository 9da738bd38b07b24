import type { HubCalls } from "#workers/contract/socket.ts";

/** The hub of an enterprise, named by the tenant, so that two enterprises never share one. */
export const hubOf = ({ HUB }: { HUB: DurableObjectNamespace }, enterpriseId: string): HubCalls & Fetcher =>
  HUB.get(HUB.idFromName(enterpriseId)) as unknown as HubCalls & Fetcher;
