import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { tenant } from "#db/columns.ts";

/** Chat outcomes per hour (UTC), so that a dashboard's cost depends on its hours and not on its messages. */
export const chatHours = sqliteTable(
  "chat_hours",
  {
    ...tenant,
    /** The hour's first millisecond since 1970, UTC. */
    hour: integer("hour").notNull(),
    /** Empty where the chat belongs to no department. */
    departmentId: text("department_id").notNull(),
    attended: integer("attended").notNull().default(0),
    missed: integer("missed").notNull().default(0),
    /** Total over the attended chats: milliseconds from waiting to picked up. */
    pickupMs: integer("pickup_ms").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.enterpriseId, table.hour, table.departmentId] })],
);
