import { directory, tenantDatabase } from "#db/client.ts";
import { wakeOf } from "#workers/contract/jobs.ts";
import { recipientsOf } from "#workers/contract/socket.ts";
import { runTasks } from "#workers/domain/after-commit/run.ts";
import { ctxOf } from "#workers/domain/ctx.ts";
import { describe } from "#workers/domain/error.ts";
import { jobRows } from "#workers/domain/jobs/open.ts";
import { progressOf } from "#workers/domain/jobs/progress.ts";
import type { Session } from "#workers/domain/identity/session.ts";
import { mailerOf } from "#workers/domain/mail/mailer.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { taskHandlers } from "#workers/domain/task-handlers.ts";
import { clockOf } from "#workers/domain/messaging/objects.ts";
import { actorOf } from "./actor.ts";
import type { AppContext } from "./context.ts";
import { hubOf } from "#workers/domain/live-events/hub.ts";
import { fill } from "#workers/domain/live-events/keep.ts";

interface SweeperCalls {
  arm(): Promise<void>;
  ping(): Promise<true>;
}

export const sweeperOf = (env: Pick<ApiEnv, "SWEEPER">): SweeperCalls =>
  env.SWEEPER.get(env.SWEEPER.idFromName("sweeper")) as unknown as SweeperCalls;

/**
 * Does what a committed request has left: runs its after-commit tasks, wakes workers for the jobs it opened, tells
 * screens of jobs it ended. The rows are there whatever becomes of this: the sweeper finds them.
 */
export async function finishWork(c: AppContext): Promise<void> {
  const { jobs, tasks, ended, clock, live } = c.get("after");
  const isLeft = jobs.size + tasks.size + ended.size > 0;
  if (!isLeft && !clock && !live) return;
  const work: Promise<unknown>[] = isLeft ? [sweeperOf(c.env).arm()] : [];
  if (tasks.size > 0) work.push(runTasks(directory(c.env), handlersOf(c.env), [...tasks]));
  const session = c.get("session");
  if (session) {
    const of = { enterpriseId: session.enterprise.id, requestId: c.get("requestId") };
    for (const id of jobs) work.push(c.env.JOBS.send(wakeOf({ id, ...of })));
    if (ended.size > 0) work.push(tellEnded(c, session, ended));
    const { database } = session.enterprise;
    if (clock) work.push(clockOf(c.env, database).arm(database, Date.now()));
    if (live) work.push(tellKept(c, session));
  }
  for (const outcome of await Promise.allSettled(work)) {
    if (outcome.status === "rejected") {
      const failure = `after commit: ${describe(outcome.reason)}`;
      console.log(JSON.stringify({ level: "warn", requestId: c.get("requestId"), failure }));
    }
  }
}

export const handlersOf = (env: ApiEnv) =>
  taskHandlers({
    directory: directory(env),
    tenant: (name) => tenantDatabase(env, name),
    hub: (enterpriseId) => hubOf(env, enterpriseId),
    clock: (database) => clockOf(env, database),
    ring: keyRing(env.DATA_KEY),
    mailer: () => mailerOf(env),
  });

/** Hands the hub what triggers have kept. */
async function tellKept(c: AppContext, { enterprise }: Session): Promise<void> {
  const hub = hubOf(c.env, enterprise.id);
  const place = { db: tenantDatabase(c.env, enterprise.database), enterpriseId: enterprise.id };
  await fill(place, hub, await hub.newest());
}

async function tellEnded(c: AppContext, { enterprise, user }: Session, ids: Iterable<string>): Promise<void> {
  const ctx = ctxOf(tenantDatabase(c.env, enterprise.database), enterprise.id, actorOf(c, user));
  for (const row of await jobRows(ctx, ids)) {
    const event = { action: "jobProgress" as const, data: progressOf(row) };
    await hubOf(c.env, enterprise.id).pass(recipientsOf(event), event);
  }
}
