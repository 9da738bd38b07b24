import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, tenant } from "#db/columns.ts";

/** A login session. The token names it, so ending the row ends the token at once. */
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
    /** When the hub closed its sockets. Null in a session that is over: the hub is still to be told. */
    toldAt: integer("told_at"),
    address: text("address").notNull(),
    userAgent: text("user_agent").notNull(),
  },
  (table) => [
    index("login_sessions_user").on(table.userId, table.endedAt),
    index("login_sessions_ended")
      .on(table.endedAt)
      .where(sql`told_at IS NULL AND ended_at IS NOT NULL`),
    index("login_sessions_expired")
      .on(table.expiresAt)
      .where(sql`told_at IS NULL`),
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
  (table) => [index("tickets_expiry").on(table.expiresAt)],
);
