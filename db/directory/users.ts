import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, tenant, timestamps } from "#db/columns.ts";

export const users = sqliteTable(
  "users",
  {
    ...id,
    ...tenant,
    name: text("name").notNull(),
    email: text("email").notNull(),
    /** The address in lower case: one account an address. */
    emailKey: text("email_key").notNull(),
    /** scrypt$log2N$r$p$salt$hash; null until an invitation is accepted. */
    passwordHash: text("password_hash"),
    roles: text("roles", { mode: "json" }).$type<number[]>().notNull(),
    /** 1 active, 2 deactivated. */
    state: integer("state").notNull(),
    ...timestamps,
  },
  (table) => [
    uniqueIndex("users_email").on(table.emailKey),
    index("users_enterprise").on(table.enterpriseId, table.id),
  ],
);
