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
 * For what two people may edit at once: an edit names the revision that it began from, and is refused when somebody
 * was faster. `updatedBy` is that person's name, to say who it was.
 */
export const edited = {
  revision: integer("revision").notNull().default(1),
  updatedBy: text("updated_by").notNull().default(""),
};

/** Who changed what, when, from where, and how it was before. Rows are only ever added, in either kind of database. */
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
