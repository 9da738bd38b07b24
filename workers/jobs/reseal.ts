import { tenantDatabase, tenantDatabases } from "#db/client.ts";
import { describe } from "#workers/domain/error.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { resealSecrets } from "#workers/domain/secrets/reseal.ts";

/** After a change of DATA_KEY: seals everything with the newest key. The log says when the old one may go. */
export async function reseal(env: JobsEnv): Promise<void> {
  try {
    const ring = keyRing(env.DATA_KEY);
    for (const database of tenantDatabases) {
      const { resealed, failed } = await resealSecrets(tenantDatabase(env, database), ring);
      if (resealed + failed === 0) continue;
      const level = failed > 0 ? "error" : "info";
      console.log(
        JSON.stringify({ level, source: "reseal", database, keyVersion: ring.newest, resealed, failed }),
      );
    }
  } catch (error) {
    console.log(JSON.stringify({ level: "error", source: "reseal", failure: describe(error) }));
  }
}
