import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { tenant } from "#db/columns.ts";
import type { UsageKind } from "#workers/contract/billing/usage.ts";

/**
 * The usage of an enterprise, by day (UTC). Triggers on the rows of what is used keep it, so that a row counts in the
 * transaction that makes it and once; erasing somebody takes nothing from it, and it names nobody.
 */
export const usageDays = sqliteTable(
  "usage_days",
  {
    ...tenant,
    kind: text("kind").$type<UsageKind>().notNull(),
    /** Days since 1970, UTC. */
    day: integer("day").notNull(),
    count: integer("count").notNull(),
    /** The count that the directory has been told. */
    carried: integer("carried").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.enterpriseId, table.kind, table.day] }),
    // Few at any time: those that the directory is to be told.
    index("usage_days_waiting")
      .on(table.day)
      .where(sql`carried <> count`),
  ],
);

/** Hard limits of an enterprise's plan, as the directory has told them: broadcasts stop at these. */
export const usageStops = sqliteTable(
  "usage_stops",
  {
    ...tenant,
    kind: text("kind").$type<UsageKind>().notNull(),
    most: integer("most").notNull(),
    /** The days that count, of one month. */
    fromDay: integer("from_day").notNull(),
    toDay: integer("to_day").notNull(),
  },
  (table) => [primaryKey({ columns: [table.enterpriseId, table.kind] })],
);
