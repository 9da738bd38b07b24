import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, tenant } from "#db/columns.ts";
import type { Scope } from "#workers/contract/api-keys.ts";

/**
 * Keys with which an enterprise's own systems call the API. The key itself is stored nowhere; a revoked one stays, so that
 * the audit trail still says which did what.
 */
export const apiKeys = sqliteTable(
  "api_keys",
  {
    ...id,
    ...tenant,
    /** SHA-256 of the key: it has 256 bits, so there is nothing to guess. */
    hash: text("hash").notNull(),
    start: text("start").notNull(),
    name: text("name").notNull(),
    scopes: text("scopes", { mode: "json" }).$type<Scope[]>().notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at"),
    lastUsedAt: integer("last_used_at"),
    revokedAt: integer("revoked_at"),
  },
  (table) => [
    uniqueIndex("api_keys_hash").on(table.hash),
    index("api_keys_enterprise")
      .on(table.enterpriseId, table.createdAt)
      .where(sql`revoked_at IS NULL`),
  ],
);
