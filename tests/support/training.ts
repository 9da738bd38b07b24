import { tenantDatabase } from "#db/client.ts";
import { jobs } from "#db/tenant/jobs.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { LEASE_MS, type LeasedJob } from "#workers/domain/jobs/lease.ts";
import { ctxOf, type Ctx } from "#workers/domain/ctx.ts";
import { modelFolder } from "#workers/domain/training/files.ts";
import type { JobPayload } from "#workers/contract/jobs.ts";
import { HeldJob, type RunDeps } from "#workers/domain/jobs/held-job.ts";
import type { PageEnd } from "#workers/domain/jobs/run-pages.ts";
import { runTraining, type TrainingDeps } from "#workers/domain/training/run.ts";
import { idleDeps } from "./jobs.ts";
import type { Harness } from "./harness.ts";
import type { Person } from "./people.ts";

/** A clock that a test can put forward. */
export class Clock {
  ahead = 0;
  readonly now = (): number => Date.now() + this.ahead;
}

/** The domain rules on a person's behalf, on the real database, with a clock of the test's own. */
export const ctxFor = (harness: Harness, person: Person, clock = new Clock()): Ctx =>
  ctxOf(
    tenantDatabase(harness.env, "TENANT_1"),
    person.enterpriseId as EnterpriseId,
    { userId: "", name: "", address: "", requestId: "" },
    { now: clock.now },
  );

/** A training that a worker has just taken: the test is that worker, the sweeper sees it held. */
export async function heldTraining(ctx: Ctx, agentId: string): Promise<LeasedJob> {
  const at = ctx.now();
  const [job] = await ctx.db
    .insert(jobs)
    .values({
      id: ctx.newId(),
      enterpriseId: ctx.enterpriseId,
      kind: "agent.train",
      subject: agentId,
      payload: { agentId, by: "Kiran" },
      state: "running",
      progress: 0,
      message: "",
      attempts: 1,
      lease: ctx.newId(),
      leaseUntil: at + LEASE_MS,
      createdAt: at,
      updatedAt: at,
    })
    .returning();
  return job as LeasedJob;
}

/** Works at a held training as the jobs Worker does. `written`: all files are there, the swap comes next. */
export function work(
  harness: Harness,
  ctx: Ctx,
  job: LeasedJob,
  {
    written,
    providerFor = () => Promise.resolve(null),
    ...around
  }: Partial<TrainingDeps & RunDeps> & { written?: () => Promise<unknown> } = {},
): Promise<PageEnd> {
  const bucket = harness.env.FILES;
  const files: TrainingDeps["files"] = {
    put: (key, bytes) => bucket.put(key, bytes),
    get: (key) => bucket.get(key),
    delete: (keys) => bucket.delete(keys),
    list: (options) => bucket.list(options),
  };
  let meddled = false;
  const meddling: TrainingDeps["files"] = {
    ...files,
    // The files are put side by side, and the swap waits for all of them.
    put: async (key, bytes) => {
      await files.put(key, bytes);
      if (written && !meddled && key.endsWith(".findings.json")) {
        meddled = true;
        await written();
      }
    },
  };
  const held = new HeldJob(ctx, job, { ...idleDeps, ...around });
  const payload: JobPayload<"agent.train"> = { agentId: job.subject, by: "Kiran" };
  return runTraining(ctx, held, payload, { files: meddling, providerFor });
}

/** The bot's files of models, contents and findings, without their folder. */
export async function modelFiles({ env }: Harness, ctx: Ctx, agentId: string): Promise<string[]> {
  const folder = modelFolder(ctx, agentId);
  const { objects } = await env.FILES.list({ prefix: folder });
  return objects.map(({ key }) => key.slice(folder.length));
}
