import { tenantDatabase } from "#db/client.ts";
import { type Wake, wakeOf } from "#workers/contract/jobs.ts";
import { operatorDatabase } from "#workers/domain/backups/nights.ts";
import { ctxOf, type Ctx } from "#workers/domain/ctx.ts";
import { clockOf } from "#workers/domain/messaging/objects.ts";
import { runJob as run } from "#workers/domain/jobs/run-pages.ts";
import { databaseOf } from "./database-of.ts";
import { handlersOf } from "./handlers.ts";
import { publish } from "./publish.ts";

/** Runs the job that a message woke us for, and wakes workers for the jobs that it has opened. */
export async function runJob(env: JobsEnv, { enterpriseId, jobId, requestId }: Wake): Promise<void> {
  const database = operatorDatabase(enterpriseId) ?? (await databaseOf(env, enterpriseId));
  if (database === undefined) return;
  const actor = { userId: "system", name: "", address: "", requestId: requestId || jobId };
  const ctx = ctxOf(tenantDatabase(env, database), enterpriseId, actor);
  try {
    await run(ctx, jobId, handlersOf(env), {
      breathe: () => scheduler.wait(1),
      pause: (ms) => scheduler.wait(ms),
      tell: (data) => publish(env, enterpriseId, { action: "jobProgress", data }),
      wake: (id) => wake(env, ctx, [id]),
    });
  } finally {
    await wake(env, ctx, ctx.after.jobs);
    // The sweeper arms it, too.
    if (ctx.after.clock)
      await clockOf(env, database)
        .arm(database, Date.now())
        .catch(() => undefined);
  }
}

async function wake(
  env: JobsEnv,
  { enterpriseId, actor: { requestId } }: Ctx,
  jobIds: Iterable<string>,
): Promise<void> {
  for (const id of jobIds) await env.JOBS.send(wakeOf({ id, enterpriseId, requestId }));
}
