import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { tenant } from "#db/columns.ts";

/**
 * Browsers that are told of chats by their push service while the console is closed. Where a browser is signed in anew
 * its row goes to whoever that is.
 */
export const pushSubscriptions = sqliteTable(
  "push_subscriptions",
  {
    ...tenant,
    /** SHA-256 of the endpoint: an enterprise has each browser once. */
    id: text("id").notNull(),
    userId: text("user_id").notNull(),
    /** The login session that asked for it: once somebody has ended that, nothing is sent there. */
    sessionId: text("session_id").notNull(),
    endpoint: text("endpoint").notNull(),
    p256dh: text("p256dh").notNull(),
    auth: text("auth").notNull(),
    userAgent: text("user_agent").notNull(),
    createdAt: integer("created_at").notNull(),
    /** When its push service last took something, or its console was opened. */
    lastOkAt: integer("last_ok_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.enterpriseId, table.id] }),
    index("push_subscriptions_user").on(table.enterpriseId, table.userId),
  ],
);
