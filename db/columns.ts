import { integer, text } from "drizzle-orm/sqlite-core";
import type { EnterpriseId } from "#workers/contract/ids.ts";

/** Columns that many tables share, spread into them. Times are milliseconds since 1970, UTC. */

export const id = { id: text("id").primaryKey() };

export const tenant = { enterpriseId: text("enterprise_id").$type<EnterpriseId>().notNull() };

export const timestamps = {
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
};

/**
 * Optimistic locking for rows that two people may edit at once: an edit names the revision it began from, and is
 * refused when somebody else saved first. `updatedBy` is that person's name, shown in the refusal.
 */
export const edited = {
  revision: integer("revision").notNull().default(1),
  updatedBy: text("updated_by").notNull().default(""),
};

/** Audit entry: actor, action, time, address and the state before. Append-only, in both kinds of database. */
export const audit = {
  ...id,
  ...tenant,
  at: integer("at").notNull(),
  userId: text("user_id").notNull(),
  action: text("action").notNull(),
  objectKind: text("object_kind").notNull(),
  objectId: text("object_id").notNull(),
  objectName: text("object_name").notNull(),
  before: text("before", { mode: "json" }).$type<unknown>(),
  after: text("after", { mode: "json" }).$type<unknown>(),
  address: text("address").notNull(),
  requestId: text("request_id").notNull(),
};
