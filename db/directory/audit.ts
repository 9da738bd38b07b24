import { index, sqliteTable } from "drizzle-orm/sqlite-core";
import { audit } from "#db/columns.ts";

/**
 * The audit trail of the directory's data: users, roles, sign-ins, the enterprise itself. It is here and not in the
 * enterprise's own database so that a change and its entry are one transaction; the screen reads both.
 */
export const directoryAudit = sqliteTable("directory_audit", audit, (table) => [
  index("directory_audit_newest").on(table.enterpriseId, table.at),
  index("directory_audit_object").on(table.enterpriseId, table.objectId, table.at),
]);
