import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamps } from "#db/columns.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { FeatureFlags } from "#workers/contract/endpoints/profile.ts";

/** `database` names the binding of the tenant database in which the enterprise lives. */
export const enterprises = sqliteTable("enterprises", {
  id: text("id").$type<EnterpriseId>().primaryKey(),
  name: text("name").notNull(),
  database: text("database").notNull(),
  features: text("features", { mode: "json" }).$type<Partial<FeatureFlags>>().notNull(),
  ...timestamps,
});
