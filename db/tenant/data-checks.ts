import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { tenant } from "#db/columns.ts";
import type { CheckKind } from "#workers/contract/data-checks.ts";

/** The findings of the last night in an enterprise's data: a row a kind of check, its pages summed up. */
export const dataChecks = sqliteTable(
  "data_checks",
  {
    ...tenant,
    kind: text("kind").$type<CheckKind>().notNull(),
    begunAt: integer("begun_at").notNull(),
    /** Null while pages are left. */
    endedAt: integer("ended_at"),
    /** Where the next page begins. */
    cursor: text("cursor").notNull(),
    looked: integer("looked").notNull(),
    wrong: integer("wrong").notNull(),
    /** One of the rows that are wrong, by its ids alone. */
    example: text("example"),
    /** Why it could not be looked at, for operators; empty where it could. */
    failure: text("failure").notNull().default(""),
  },
  (table) => [primaryKey({ columns: [table.enterpriseId, table.kind] })],
);
