import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, tenant } from "#db/columns.ts";

/** Who changed what, when, from where, and how it was before. Rows are only ever added. */
export const auditTrail = sqliteTable(
  "audit_trail",
  {
    ...id,
    ...tenant,
    at: integer("at").notNull(),
    userId: text("user_id").notNull(),
    action: text("action").notNull(),
    objectKind: text("object_kind").notNull(),
    objectId: text("object_id").notNull(),
    objectName: text("object_name").notNull(),
    before: text("before", { mode: "json" }).$type<unknown>(),
    after: text("after", { mode: "json" }).$type<unknown>(),
    address: text("address").notNull(),
    requestId: text("request_id").notNull(),
  },
  (table) => [
    index("audit_trail_newest").on(table.enterpriseId, table.at),
    index("audit_trail_object").on(table.enterpriseId, table.objectId, table.at),
  ],
);
