import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, tenant } from "#db/columns.ts";
import type { AfterCommitTask } from "#workers/contract/after-commit.ts";

/**
 * Outbox of follow-up work that a directory change causes in the enterprise's own database or its hub. A row is written
 * in the batch of the change and deleted once done: by the request that made the change, or else by the cron.
 */
export const afterCommitTasks = sqliteTable(
  "errands",
  {
    ...id,
    ...tenant,
    what: text("what", { mode: "json" }).$type<AfterCommitTask>().notNull(),
    /** The cron's last attempt, so that a failing row does not hold up the others. */
    triedAt: integer("tried_at").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("errands_waiting").on(table.triedAt)],
);
