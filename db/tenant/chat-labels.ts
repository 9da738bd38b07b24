import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, tenant, timestamps } from "#db/columns.ts";

/** A label that chats can be given, of one department or of all (''), at its place in the department's list. */
export const chatLabels = sqliteTable(
  "chat_labels",
  {
    ...id,
    ...tenant,
    departmentId: text("department_id").notNull(),
    name: text("name").notNull(),
    nameKey: text("name_key").notNull(),
    position: integer("position").notNull(),
    ...timestamps,
  },
  (table) => [
    uniqueIndex("chat_labels_name").on(table.enterpriseId, table.departmentId, table.nameKey),
    index("chat_labels_order").on(table.enterpriseId, table.departmentId, table.position),
  ],
);
