import { eq } from "drizzle-orm";
import { directory } from "#db/client.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";

/** The tenant database in which an enterprise's rows lie; undefined for one that is gone. */
export async function databaseOf(env: JobsEnv, enterpriseId: EnterpriseId): Promise<string | undefined> {
  const [enterprise] = await directory(env)
    .select({ database: enterprises.database })
    .from(enterprises)
    .where(eq(enterprises.id, enterpriseId));
  return enterprise?.database;
}
