import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { edited, id, tenant, timestamps } from "#db/columns.ts";

/** A team: chats of a channel are offered to the people of its department. */
export const departments = sqliteTable(
  "departments",
  {
    ...id,
    ...tenant,
    name: text("name").notNull(),
    nameKey: text("name_key").notNull(),
    description: text("description").notNull(),
    /** A user's id; a deleted user is no manager any more. */
    managerId: text("manager_id"),
    ...edited,
    ...timestamps,
  },
  (table) => [uniqueIndex("departments_name").on(table.enterpriseId, table.nameKey)],
);

/** Members of a department. Users are in the directory, so only their ids are here. */
export const departmentUsers = sqliteTable(
  "department_users",
  {
    ...tenant,
    departmentId: text("department_id")
      .notNull()
      .references(() => departments.id, { onDelete: "cascade" }),
    userId: text("user_id").notNull(),
    /** Active, and allowed to answer chats: a copy of the directory, as that of `chat_agents`. */
    answers: integer("answers", { mode: "boolean" }).notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.departmentId, table.userId] }),
    index("department_users_user").on(table.enterpriseId, table.userId),
  ],
);
