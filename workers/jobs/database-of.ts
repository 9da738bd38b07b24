import { directory } from "#db/client.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { databaseOf as databaseIn } from "#workers/domain/enterprise/database-of.ts";

/** The tenant database in which an enterprise's rows lie; undefined for one that is gone. */
export const databaseOf = (env: JobsEnv, enterpriseId: EnterpriseId): Promise<string | undefined> =>
  databaseIn(directory(env), enterpriseId);
