import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, timestamps } from "#db/columns.ts";

/**
 * Mail to people, the truth about it: written in the batch of what makes it necessary, sent after that. What it says
 * is encrypted (it has one-time links) and goes once it is sent. `kept` is what a local system shows in its outbox.
 */
export const mails = sqliteTable(
  "mails",
  {
    ...id,
    /** Null before there is an enterprise. */
    enterpriseId: text("enterprise_id"),
    toAddress: text("to_address").notNull(),
    toName: text("to_name").notNull(),
    template: text("template").notNull(),
    sealed: text("sealed"),
    keyVersion: integer("key_version"),
    state: text("state", { enum: ["waiting", "sending", "sent", "failed", "unknown", "kept"] }).notNull(),
    attempts: integer("attempts").notNull(),
    leaseUntil: integer("lease_until").notNull(),
    /** The provider's id of it, or why it failed. */
    outcome: text("outcome").notNull(),
    ...timestamps,
  },
  (table) => [
    index("mails_open")
      .on(table.leaseUntil)
      .where(sql`state IN ('waiting', 'sending')`),
    index("mails_newest").on(table.createdAt),
  ],
);
