import { directory, tenantDatabase } from "#db/client.ts";
import { runTasks as run, TASKS_AT_ONCE } from "#workers/domain/after-commit/run.ts";
import { mailerOf } from "#workers/domain/mail/mailer.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { taskHandlers } from "#workers/domain/task-handlers.ts";
import { clockOf } from "#workers/domain/messaging/objects.ts";
import { hubOf } from "#workers/domain/live-events/hub.ts";

/** Runs the after-commit tasks that are due: their request died, or something could not be reached. */
export async function runTasks(env: JobsEnv): Promise<void> {
  const db = directory(env);
  const handlers = taskHandlers({
    directory: db,
    tenant: (name) => tenantDatabase(env, name),
    hub: (enterpriseId) => hubOf(env, enterpriseId),
    clock: (database) => clockOf(env, database),
    ring: keyRing(env.DATA_KEY),
    mailer: () => mailerOf(env),
  });
  while ((await run(db, handlers, "due")) === TASKS_AT_ONCE) await scheduler.wait(1);
}
