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

/** What may be asked for only so often: mails to an address, captchas of a network address; each as a hash. */
export const attempts = sqliteTable(
  "attempts",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    subject: text("subject").notNull(),
    at: integer("at").notNull(),
  },
  (table) => [index("attempts_subject").on(table.subject, table.at), index("attempts_at").on(table.at)],
);

/** Wrong passwords of the last minutes, by account and by address; both as hashes. */
export const loginFailures = sqliteTable(
  "login_failures",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    subject: text("subject").notNull(),
    at: integer("at").notNull(),
  },
  (table) => [index("login_failures_subject").on(table.subject, table.at)],
);
