import { integer, text } from "drizzle-orm/sqlite-core";
import type { EnterpriseId } from "#workers/contract/ids.ts";

/** Columns that many tables share, spread into them. Times are milliseconds since 1970, UTC. */

export const id = { id: text("id").primaryKey() };

export const tenant = { enterpriseId: text("enterprise_id").$type<EnterpriseId>().notNull() };

export const timestamps = {
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
};
