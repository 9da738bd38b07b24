import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { afterCommitTasks } from "#db/directory/after-commit-tasks.ts";
import { afterCommitTask, type AfterCommitTask } from "#workers/contract/after-commit.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { CALLS_AT_ONCE } from "#workers/contract/message.ts";
import { describe } from "../error.ts";

/** A task acts on the current state, so running it twice, late, or out of order ends the same. */
type TaskHandler<Kind extends AfterCommitTask["kind"]> = (
  task: Extract<AfterCommitTask, { kind: Kind }>,
  about: { id: string; enterpriseId: EnterpriseId },
) => Promise<void | { laterMs: number }>;
export type TaskHandlers = { [Kind in AfterCommitTask["kind"]]: TaskHandler<Kind> };

export const TASKS_AT_ONCE = 50;
/** Time after which another runs a task that was begun; doubled with each attempt. */
const FIRST_MS = 3_000;
const MOST_MS = 60_000;

/**
 * Runs tasks that wait: those of a change that was just committed, or those that are due by now. Each is taken by one
 * runner, and deleted when it is done; one that fails is tried again later. Answers how many were taken.
 */
export async function runTasks(
  db: DirectoryDb,
  handlers: TaskHandlers,
  which: "due" | readonly string[],
  now = Date.now(),
): Promise<number> {
  const taken = await take(db, which, now);
  const waiting = taken.values();
  // One connection a task: a runner opens no more than an invocation may.
  const runner = async (): Promise<void> => {
    for (const row of waiting) await runOne(db, handlers, row, now);
  };
  await Promise.all(Array.from({ length: Math.min(CALLS_AT_ONCE, taken.length) }, runner));
  return taken.length;
}

type Row = typeof afterCommitTasks.$inferSelect;

const take = (db: DirectoryDb, which: "due" | readonly string[], now: number): Promise<Row[]> => {
  const { id, dueAt, attempts } = afterCommitTasks;
  const these =
    which === "due"
      ? lte(dueAt, now)
      : and(sql`${id} IN (SELECT value FROM json_each(${JSON.stringify(which)}))`, eq(attempts, 0));
  return db
    .update(afterCommitTasks)
    .set({
      attempts: sql`${attempts} + 1`,
      dueAt: sql`${now} + min(${MOST_MS}, ${FIRST_MS} << min(${attempts}, 8))`,
    })
    .where(
      inArray(
        id,
        db
          .select({ id })
          .from(afterCommitTasks)
          .where(these)
          .orderBy(asc(dueAt), asc(id))
          .limit(TASKS_AT_ONCE),
      ),
    )
    .returning();
};

/** Logs a failure, which does not hold up other tasks. */
async function runOne(db: DirectoryDb, handlers: TaskHandlers, row: Row, now: number): Promise<void> {
  const { id, enterpriseId, what } = row;
  try {
    const task = afterCommitTask.parse(what);
    const handler = handlers[task.kind] as TaskHandler<typeof task.kind>;
    const again = await handler(task as never, { id, enterpriseId });
    const here = eq(afterCommitTasks.id, id);
    await (again
      ? db
          .update(afterCommitTasks)
          .set({ dueAt: now + again.laterMs })
          .where(here)
      : db.delete(afterCommitTasks).where(here));
  } catch (error) {
    const line = { level: "error", source: "after commit", kind: what.kind, task: id, enterpriseId };
    console.log(JSON.stringify({ ...line, failure: describe(error) }));
  }
}
