import { eq } from "drizzle-orm";
import { errorsTexts } from "#texts/errors.ts";
import { directory, tenantDatabase } from "#db/client.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import { jobKinds, type JobKind, type JobPayload, type Wake } from "#workers/contract/jobs.ts";
import { describe, DomainError } from "#workers/domain/error.ts";
import { claim, fail, handOver, MAX_ATTEMPTS, release, type LeasedJob } from "#workers/domain/jobs/lease.ts";
import { ctxOf, type Ctx } from "#workers/domain/ctx.ts";
import { LeaseLost } from "#workers/domain/jobs/lease-lost.ts";
import { handlers } from "./handlers.ts";

export interface JobHandler<Kind extends JobKind> {
  /** "more": this run has done its share, and the next one continues. */
  run(env: JobsEnv, ctx: Ctx, job: LeasedJob, payload: JobPayload<Kind>): Promise<void | "more">;
  /** Notifies the screens that wait for the job that it failed. */
  gaveUp(env: JobsEnv, ctx: Ctx, job: LeasedJob, payload: JobPayload<Kind>, message: string): Promise<void>;
  /** The message for a failure that has none of its own. */
  failure: string;
}

const RETRY_AFTER_MS = 2_000;

/**
 * Runs the job that a message woke us for, if it is still open and nobody else holds it. A failure is retried, up to a
 * maximum of attempts; a domain refusal fails the job at once.
 */
export async function runJob(env: JobsEnv, { enterpriseId, jobId }: Wake): Promise<void> {
  const [enterprise] = await directory(env)
    .select()
    .from(enterprises)
    .where(eq(enterprises.id, enterpriseId));
  if (!enterprise) return;
  const ctx = ctxOf(tenantDatabase(env, enterprise.database), enterprise.id, {
    userId: "system",
    name: "",
    address: "",
    requestId: jobId,
  });
  const job = await claim(ctx, jobId);
  if (!job) return;
  const log = (level: string, failure?: string): void =>
    console.log(
      JSON.stringify({
        level,
        job: job.kind,
        jobId,
        enterprise: enterpriseId,
        attempts: job.attempts,
        failure,
      }),
    );
  // The table ties each kind to its payload; the kind of a row is known only when it is read.
  const handler = handlers[job.kind] as JobHandler<JobKind> | undefined;
  const parsed = jobKinds[job.kind]?.safeParse(job.payload);
  if (!handler || !parsed?.success) {
    log("error", "a row that no handler reads");
    await fail(ctx, job, errorsTexts.internal);
    return;
  }
  const payload = parsed.data;
  const giveUp = async (message: string): Promise<void> => {
    // A worker that was too late, or was cancelled, notifies nobody: another one has.
    if (await fail(ctx, job, message)) await handler.gaveUp(env, ctx, job, payload, message);
  };

  if (job.attempts > MAX_ATTEMPTS) {
    log("error", "begun too often");
    return giveUp(handler.failure);
  }
  try {
    const left = await handler.run(env, ctx, job, payload);
    log("info");
    if (left === "more") {
      await handOver(ctx, job);
      await env.JOBS.send({ v: 1, enterpriseId, jobId } satisfies Wake);
    }
  } catch (error) {
    if (error instanceof LeaseLost) return log("warn", "cancelled, or taken over by another worker");
    log("error", describe(error));
    if (error instanceof DomainError) return giveUp(error.message);
    await release(ctx, job, RETRY_AFTER_MS);
  }
}
