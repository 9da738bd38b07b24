import { tenantDatabase } from "#db/client.ts";
import type { Wake } from "#workers/contract/jobs.ts";
import { recipientsOf } from "#workers/contract/socket.ts";
import { ctxOf } from "#workers/domain/ctx.ts";
import { describe } from "#workers/domain/error.ts";
import { jobRows } from "#workers/domain/jobs/open.ts";
import { progressOf } from "#workers/domain/jobs/progress.ts";
import type { AppContext } from "./context.ts";
import { hubOf } from "./hub.ts";

interface SweeperCalls {
  arm(): Promise<void>;
  ping(): Promise<true>;
}

export const sweeperOf = (env: Pick<ApiEnv, "SWEEPER">): SweeperCalls =>
  env.SWEEPER.get(env.SWEEPER.idFromName("sweeper")) as unknown as SweeperCalls;

/**
 * Does what a request's rules have left once their changes are committed: wakes workers for the jobs they opened, and
 * tells the screens of jobs they ended. The rows are there whatever becomes of this: the sweeper finds them.
 */
export async function finishWork(c: AppContext): Promise<void> {
  const { jobs, ended } = c.get("after");
  const session = c.get("session");
  if (!session || jobs.size + ended.size === 0) return;
  const work = [
    sweeperOf(c.env).arm(),
    ...[...jobs].map((jobId) => wake(c.env, session.enterprise.id, jobId)),
  ];
  if (ended.size > 0) work.push(tellEnded(c, ended));
  for (const outcome of await Promise.allSettled(work)) {
    if (outcome.status === "rejected") {
      console.log(JSON.stringify({ level: "warn", failure: `after commit: ${describe(outcome.reason)}` }));
    }
  }
}

const wake = (env: ApiEnv, enterpriseId: Wake["enterpriseId"], jobId: string): Promise<unknown> =>
  env.JOBS.send({ v: 1, enterpriseId, jobId } satisfies Wake);

async function tellEnded(c: AppContext, ids: Iterable<string>): Promise<void> {
  const session = c.get("session");
  if (!session) return;
  const { enterprise } = session;
  const ctx = ctxOf(tenantDatabase(c.env, enterprise.database), enterprise.id, {
    userId: "",
    name: "",
    address: "",
    requestId: c.get("requestId"),
  });
  for (const row of await jobRows(ctx, ids)) {
    const event = { action: "jobProgress" as const, data: progressOf(row) };
    await hubOf(c.env, enterprise.id).pass(recipientsOf(event), event);
  }
}
