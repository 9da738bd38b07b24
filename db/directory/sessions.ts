import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, tenant } from "#db/columns.ts";

/**
 * A login session. The token names it, so ending the row ends the token at once; a trigger leaves the after-commit task
 * that closes its sockets.
 */
export const loginSessions = sqliteTable(
  "login_sessions",
  {
    ...id,
    ...tenant,
    userId: text("user_id").notNull(),
    createdAt: integer("created_at").notNull(),
    lastSeenAt: integer("last_seen_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    endedAt: integer("ended_at"),
    address: text("address").notNull(),
    userAgent: text("user_agent").notNull(),
  },
  (table) => [
    index("login_sessions_user").on(table.userId, table.endedAt),
    // Of a whole enterprise that is to be deleted: all are signed out, and their codes go with them.
    index("login_sessions_enterprise").on(table.enterpriseId),
    index("login_sessions_expiring")
      .on(table.expiresAt)
      .where(sql`ended_at IS NULL`),
  ],
);

/** One-time codes in place of a session where a token must not travel. Only the hash is stored. */
export const tickets = sqliteTable(
  "tickets",
  {
    hash: text("hash").primaryKey(),
    sessionId: text("session_id").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [index("tickets_expiry").on(table.expiresAt), index("tickets_session").on(table.sessionId)],
);
