import { sql } from "drizzle-orm";
import type { TenantDb } from "#db/client.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { passedOver } from "../bare/fenced.ts";

/**
 * Returns the enterprises of a database that have had something in the trash since `before` or longer.
 * Skips from one enterprise to the next along the index, so a million deleted customers of one cost one step.
 */
export async function dueTrash(db: TenantDb, before: number): Promise<EnterpriseId[]> {
  const due = (table: string) => {
    const from = sql.raw(table);
    return sql`WITH RECURSIVE e(id) AS (
        SELECT min(enterprise_id) FROM ${from} WHERE deleted_at IS NOT NULL
        UNION ALL
        SELECT (SELECT min(enterprise_id) FROM ${from} WHERE deleted_at IS NOT NULL AND enterprise_id > e.id)
        FROM e WHERE e.id IS NOT NULL
      )
      SELECT e.id FROM e WHERE e.id IS NOT NULL AND ${sql.raw(passedOver("e.id"))} AND EXISTS (
        SELECT 1 FROM ${from} WHERE enterprise_id = e.id AND deleted_at IS NOT NULL AND deleted_at <= ${before})`;
  };
  const customers = await db.values<[EnterpriseId]>(due("customers"));
  const fields = await db.values<[EnterpriseId]>(due("customer_fields"));
  const automations = await db.values<[EnterpriseId]>(due("automations"));
  return [...new Set([...customers, ...fields, ...automations].map(([id]) => id))];
}
