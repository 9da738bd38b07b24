import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { edited, id, tenant, timestamps } from "#db/columns.ts";
import type { DashboardContent, DashboardSchedule, Sharing } from "#workers/contract/own-dashboards.ts";

/** Dashboards that people have made. Names are the makers' own: nobody learns of another's by a name that is taken. */
export const dashboards = sqliteTable(
  "dashboards",
  {
    ...id,
    ...tenant,
    name: text("name").notNull(),
    nameKey: text("name_key").notNull(),
    makerId: text("maker_id").notNull(),
    makerName: text("maker_name").notNull(),
    /** The maker has been deactivated: administrators see to the dashboard. */
    isLeft: integer("is_left", { mode: "boolean" }).notNull().default(false),
    sharing: text("sharing").$type<Sharing>().notNull(),
    roles: text("roles", { mode: "json" }).$type<number[]>().notNull(),
    content: text("content", { mode: "json" }).$type<DashboardContent>().notNull(),
    /** By mail; null: not. */
    schedule: text("schedule", { mode: "json" }).$type<DashboardSchedule>(),
    /** When it is mailed next; null: never. */
    dueAt: integer("due_at"),
    ...edited,
    ...timestamps,
  },
  (table) => [
    uniqueIndex("dashboards_name").on(table.enterpriseId, table.makerId, table.nameKey),
    index("dashboards_due").on(table.dueAt),
  ],
);
