import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const captchas = sqliteTable(
  "captchas",
  {
    id: text("id").primaryKey(),
    purpose: text("purpose").notNull(),
    answerHash: text("answer_hash").notNull(),
    expiresAt: integer("expires_at").notNull(),
    usedAt: integer("used_at"),
  },
  (table) => [index("captchas_expiry").on(table.expiresAt)],
);

/**
 * Attempts of the last hour (passwords and codes, right or wrong, and mails asked for), by hashed sender and target.
 */
export const loginFailures = sqliteTable(
  "login_failures",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    subject: text("subject").notNull(),
    at: integer("at").notNull(),
  },
  (table) => [index("login_failures_subject").on(table.subject, table.at)],
);
