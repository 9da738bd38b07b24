import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, timestamps } from "#db/columns.ts";

/**
 * Mails, the source of truth: a row is written in the batch of the change that causes it and sent afterwards.
 * The content is encrypted (it has one-time links) and erased once sent. `kept` is shown in a local system's mail preview.
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
    /** The provider's message id, or the reason of the failure. */
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
