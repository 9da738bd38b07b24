import { afterCommitTasks } from "#db/directory/after-commit-tasks.ts";
import { afterCommitTask, type AfterCommitTask } from "#workers/contract/after-commit.ts";
import type { DirectoryCtx } from "../ctx.ts";

/** Time that whoever made a change has to run its tasks before the sweeper does. The triggers have the same figure. */
export const GRACE_MS = 1_000;

/**
 * Stores a task in the batch of the change that makes it necessary, so that neither exists without the other. The ctx's
 * giver runs it once the batch is committed.
 */
export function leavingTask(
  { db, enterpriseId, newId, now, after }: DirectoryCtx,
  what: AfterCommitTask,
  id = newId(),
) {
  after.tasks.add(id);
  const createdAt = now();
  const dueAt = createdAt + GRACE_MS;
  return db
    .insert(afterCommitTasks)
    .values({ id, enterpriseId, what: afterCommitTask.parse(what), dueAt, createdAt });
}
