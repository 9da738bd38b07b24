import { asc, eq, sql } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import { afterCommitTasks } from "#db/directory/after-commit-tasks.ts";
import type { AfterCommitTask } from "#workers/contract/after-commit.ts";
import type { DirectoryCtx } from "../ctx.ts";

/** An errand that has been stored. */
export interface LeftTask {
  id: string;
  what: AfterCommitTask;
}

/** More than one minute produces; the rest is left to the next run. */
const MOST_AT_ONCE = 50;

/**
 * Stores an errand: the statement belongs in the batch of the change that makes it necessary, so that neither exists
 * without the other. The caller then runs it (`runErrand`); if that fails the cron does.
 */
export function leavingTask({ db, enterpriseId, newId, now }: DirectoryCtx, what: AfterCommitTask) {
  const id = newId();
  const statement = db
    .insert(afterCommitTasks)
    .values({ id, enterpriseId, what, triedAt: 0, createdAt: now() });
  return { task: { id, what } satisfies LeftTask, statement };
}

/** Unfinished errands, the least recently tried first; `database` is null when their enterprise has been deleted. */
export const waitingTasks = (db: DirectoryDb) =>
  db
    .select({
      id: afterCommitTasks.id,
      enterpriseId: afterCommitTasks.enterpriseId,
      what: afterCommitTasks.what,
      database: enterprises.database,
    })
    .from(afterCommitTasks)
    .leftJoin(enterprises, eq(enterprises.id, afterCommitTasks.enterpriseId))
    .orderBy(asc(afterCommitTasks.triedAt), asc(afterCommitTasks.id))
    .limit(MOST_AT_ONCE);

/** Marks errands as tried now, so that failing ones do not keep others waiting. */
export async function noteTried(db: DirectoryDb, ids: readonly string[], now: number): Promise<void> {
  await db
    .update(afterCommitTasks)
    .set({ triedAt: now })
    .where(sql`${afterCommitTasks.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
}

export async function forgetTask(db: DirectoryDb, id: string): Promise<void> {
  await db.delete(afterCommitTasks).where(eq(afterCommitTasks.id, id));
}
