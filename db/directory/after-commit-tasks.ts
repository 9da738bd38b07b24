import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, tenant } from "#db/columns.ts";
import type { AfterCommitTask } from "#workers/contract/after-commit.ts";

/**
 * Effects of a directory change outside its transaction: in the enterprise's database, at its hub, at the mail
 * provider. A row is written with the change, for mails and ended sessions by triggers, and deleted once done.
 */
export const afterCommitTasks = sqliteTable(
  "after_commit_tasks",
  {
    ...id,
    /** Empty for a mail that is about no enterprise. */
    ...tenant,
    what: text("what", { mode: "json" }).$type<AfterCommitTask>().notNull(),
    /** When the sweeper takes it. Each attempt puts it off, so that a failing row does not hold up the others. */
    dueAt: integer("due_at").notNull(),
    attempts: integer("attempts").notNull().default(0),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("after_commit_tasks_due").on(table.dueAt)],
);
