import { tenantDatabase, tenantDatabases } from "#db/client.ts";
import { dropOldExports, type ExportDeps } from "#workers/domain/enterprise/finish-export.ts";

/** Runs by night: removes exports of enterprises that can't be downloaded any more. */
export async function tidyExports(env: JobsEnv, now = Date.now()): Promise<void> {
  for (const name of tenantDatabases)
    await dropOldExports(tenantDatabase(env, name), env.FILES as unknown as ExportDeps["files"], now);
}
