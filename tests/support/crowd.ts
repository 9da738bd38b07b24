import type { NewEnterprise } from "#db/seed/accounts.ts";
import { PAGE_CAP } from "#workers/contract/fields.ts";
import type { TenantStatement } from "../../scripts/lib/local-cloud.ts";

/** One agent more than a list answers at once; the oldest is "The first of all". */
export const crowdOfAgents = ({ id = "", database }: NewEnterprise): TenantStatement => ({
  database,
  sql: `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <= ?)
    INSERT INTO agents (id, enterprise_id, name, name_key, description, config, content_changed_at, revision,
      updated_by, created_at, updated_at)
    SELECT printf('crowd-%05d', i), ?, iif(i = 1, 'The first of all', 'Agent ' || i),
      iif(i = 1, 'the first of all', 'agent ' || i), 'One of many', '{}', i, 1, '', i, i FROM n`,
  values: [PAGE_CAP, id],
});
