import { tenantDatabase, tenantDatabases } from "#db/client.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { resealSecrets } from "#workers/domain/secrets/secret.ts";

/** After a new DATA_KEY was put in front: what older keys have sealed is sealed anew, a hundred a minute. */
export async function resealAll(env: JobsEnv): Promise<void> {
  const ring = keyRing(env.DATA_KEY);
  for (const name of tenantDatabases) await resealSecrets(tenantDatabase(env, name), ring);
}
