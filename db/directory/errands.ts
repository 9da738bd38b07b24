import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, tenant } from "#db/columns.ts";
import type { Errand } from "#workers/contract/errands.ts";

/**
 * What a change in the directory still has to do elsewhere, in the enterprise's own database or its hub. A row is
 * written in the batch of the change and is gone when it is done: at once by who made the change, else by the cron.
 */
export const errands = sqliteTable(
  "errands",
  {
    ...id,
    ...tenant,
    what: text("what", { mode: "json" }).$type<Errand>().notNull(),
    /** When the cron has last tried it: one that fails keeps no other waiting. */
    triedAt: integer("tried_at").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("errands_waiting").on(table.triedAt)],
);
