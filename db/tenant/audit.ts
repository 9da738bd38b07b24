import { index, sqliteTable } from "drizzle-orm/sqlite-core";
import { audit } from "#db/columns.ts";

/** Changes in this database; changes in the directory are recorded there. */
export const auditTrail = sqliteTable("audit_trail", audit, (table) => [
  index("audit_trail_newest").on(table.enterpriseId, table.at),
  index("audit_trail_object").on(table.enterpriseId, table.objectId, table.at),
]);
