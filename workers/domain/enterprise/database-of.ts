import { eq } from "drizzle-orm";
import { type DirectoryDb, type TenantDatabase, tenantDatabases } from "#db/client.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";

/** The tenant database in which an enterprise's rows lie now; undefined for one that is gone. */
export async function databaseOf(
  db: DirectoryDb,
  enterpriseId: EnterpriseId,
): Promise<TenantDatabase | undefined> {
  const [enterprise] = await db
    .select({ database: enterprises.database })
    .from(enterprises)
    .where(eq(enterprises.id, enterpriseId));
  return tenantDatabases.find((name) => name === enterprise?.database);
}
