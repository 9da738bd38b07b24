import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { edited, id, tenant, timestamps } from "#db/columns.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { EnterpriseDetails, FeatureFlags, WhiteLabel } from "#workers/contract/endpoints/profile.ts";
import type { Permission } from "#workers/contract/permissions.ts";

/** `database` names the binding of the tenant database in which the enterprise lives. */
export const enterprises = sqliteTable("enterprises", {
  id: text("id").$type<EnterpriseId>().primaryKey(),
  name: text("name").notNull(),
  database: text("database").notNull(),
  features: text("features", { mode: "json" }).$type<Partial<FeatureFlags>>().notNull(),
  details: text("details", { mode: "json" }).$type<Partial<EnterpriseDetails>>().notNull().default({}),
  whiteLabel: text("white_label", { mode: "json" }).$type<Partial<WhiteLabel>>().notNull().default({}),
  /** Everybody in the enterprise signs in with a second factor, whether they chose one or not. */
  twoFactorRequired: integer("two_factor_required", { mode: "boolean" }).notNull().default(false),
  /** One session per person: a second sign-in must end the first. */
  singleSession: integer("single_session", { mode: "boolean" }).notNull().default(false),
  /** Storage quota of its drive in bytes; null for the default. */
  driveQuota: integer("drive_quota"),
  /** Its first administrator has not chosen yet what to begin with. */
  firstRunDue: integer("first_run_due", { mode: "boolean" }).notNull().default(false),
  /** When it is deleted with all that it has; null for one that stays. */
  deletesAt: integer("deletes_at"),
  /** The id of who has asked for that, and when it has begun: then nobody takes it back. */
  deletionBy: text("deletion_by").notNull().default(""),
  deletionBegunAt: integer("deletion_begun_at"),
  /** Since when it takes no writes, as its data goes into another database; null: it takes them. */
  stillSince: integer("still_since"),
  /** When it went into another database, or when that was taken back; null where it never did. */
  movedAt: integer("moved_at"),
  /** The region in which it wanted its data when it signed up; empty: wherever the installation is. */
  region: text("region").notNull().default(""),
  ...edited,
  ...timestamps,
});

/** Enterprises that are deleted: who they were is known by a hash of their id alone. */
export const deletionReceipts = sqliteTable("deletion_receipts", {
  ...id,
  /** SHA-256 of the enterprise's id, which nothing else has any more. */
  hash: text("hash").notNull(),
  /** The id of who has asked, and when. */
  userId: text("user_id").notNull(),
  askedAt: integer("asked_at").notNull(),
  begunAt: integer("begun_at").notNull(),
  endedAt: integer("ended_at").notNull(),
  /** Rows of its database, rows of the directory, and files. */
  removed: text("removed", { mode: "json" }).$type<Record<string, number>>().notNull(),
});

/**
 * Permissions of a role in an enterprise, once an administrator has changed them; until then the contract's defaults
 * hold.
 */
export const rolePermissions = sqliteTable(
  "role_permissions",
  {
    ...tenant,
    role: integer("role").notNull(),
    permissions: text("permissions", { mode: "json" }).$type<Permission[]>().notNull(),
    ...edited,
    ...timestamps,
  },
  (table) => [primaryKey({ columns: [table.enterpriseId, table.role] })],
);
