import { directory, tenantDatabase, tenantDatabases } from "#db/client.ts";
import { ctxOf } from "#workers/domain/ctx.ts";
import { keepFormerReceiptKeys } from "#workers/domain/customers/receipt-key.ts";
import { describe } from "#workers/domain/error.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { resealDirectory } from "#workers/domain/key-rotation/reseal-directory.ts";
import { resealSecrets } from "#workers/domain/key-rotation/reseal-tenant.ts";

const actor = { userId: "system", name: "", address: "", requestId: "cron" };

/**
 * After a change of DATA_KEY: re-encrypts everything with the newest key. The log says when the old one can be removed.
 */
export async function reseal(env: JobsEnv): Promise<void> {
  try {
    const ring = keyRing(env.DATA_KEY);
    tell("DIRECTORY", ring.newest, await resealDirectory(directory(env), ring));
    for (const database of tenantDatabases) {
      const db = tenantDatabase(env, database);
      await keepFormerReceiptKeys(db, (id) => ctxOf(db, id, actor), ring, env.DATA_KEY);
      tell(database, ring.newest, await resealSecrets(db, ring));
    }
  } catch (error) {
    console.log(JSON.stringify({ level: "error", source: "reseal", failure: describe(error) }));
  }
}

function tell(
  database: string,
  keyVersion: number,
  { resealed, failed }: { resealed: number; failed: number },
): void {
  if (resealed + failed === 0) return;
  const level = failed > 0 ? "error" : "info";
  console.log(JSON.stringify({ level, source: "reseal", database, keyVersion, resealed, failed }));
}
