import { tenantDatabase } from "#db/client.ts";
import { takeWords } from "#workers/domain/chat-words/fill.ts";
import type { Harness } from "./harness.ts";

/** Lets the archive know every chat as it is now; the sweeper would within seconds. */
export async function archived({ env }: Harness): Promise<void> {
  while ((await takeWords(tenantDatabase(env, "TENANT_1"), Date.now())) > 0);
}
