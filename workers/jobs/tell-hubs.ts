import { directory, tenantDatabase } from "#db/client.ts";
import { describe } from "#workers/domain/error.ts";
import { forgetTask, noteTried, waitingTasks } from "#workers/domain/after-commit/leave.ts";
import { runTask } from "#workers/domain/users/run-task.ts";
import { noteTold, untoldSessions } from "#workers/domain/identity/told-sessions.ts";
import { directoryCtxOf, ctxOf } from "#workers/domain/ctx.ts";
import { hubOf } from "./hub.ts";
import { sweeper } from "./sweep.ts";

const actor = { userId: "system", name: "", address: "", requestId: "cron" };

/**
 * Runs every minute: closes the sockets of sessions that are over. The request that ended a session has done so
 * already, unless it died or the hub could not be reached; for expired sessions nothing else does.
 */
export async function closeOldSockets(env: JobsEnv, now = Date.now()): Promise<void> {
  const db = directory(env);
  for (const [enterpriseId, ids] of await untoldSessions(db, now)) {
    await unlessItFails({ source: "old sockets", enterpriseId }, async () => {
      await hubOf(env, enterpriseId).endSessions(ids);
      await noteTold(db, ids, now);
    });
  }
}

/** Runs every minute: follow-up work of directory changes that is still open. */
export async function runTasks(env: JobsEnv, now = Date.now()): Promise<void> {
  const db = directory(env);
  const waiting = await waitingTasks(db);
  if (waiting.length === 0) return;
  await sweeper(env).arm();
  await noteTried(
    db,
    waiting.map(({ id }) => id),
    now,
  );
  for (const { id, enterpriseId, what, database } of waiting) {
    await unlessItFails({ source: "errand", enterpriseId, task: id, kind: what.kind }, async () => {
      if (database === null) return forgetTask(db, id);
      const directoryCtx = directoryCtxOf(db, enterpriseId, actor);
      const ctx = ctxOf(tenantDatabase(env, database), enterpriseId, actor);
      await runTask({ directoryCtx, ctx, hub: hubOf(env, enterpriseId) }, { id, what });
    });
  }
}

/** Logs a failure, which is retried in a minute and does not hold up other enterprises. */
async function unlessItFails(about: Record<string, string>, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.log(JSON.stringify({ level: "error", ...about, failure: describe(error) }));
  }
}
