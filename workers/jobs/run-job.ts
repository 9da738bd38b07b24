import { eq } from "drizzle-orm";
import { directory, tenantDatabase } from "#db/client.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import { jobKinds, type JobKind, type JobPayload, type Wake } from "#workers/contract/jobs.ts";
import { describe, DomainError } from "#workers/domain/error.ts";
import { claim, fail, MAX_ATTEMPTS, release, type LeasedJob } from "#workers/domain/jobs/lease.ts";
import { scopeOf, type Scope } from "#workers/domain/scope.ts";
import { LeaseLost } from "#workers/domain/training/lease-lost.ts";
import { handlers } from "./handlers.ts";

export interface JobHandler<Kind extends JobKind> {
  run(env: JobsEnv, scope: Scope, job: LeasedJob, payload: JobPayload<Kind>): Promise<void>;
  /** Tells those who wait that it will not be. */
  gaveUp(
    env: JobsEnv,
    scope: Scope,
    job: LeasedJob,
    payload: JobPayload<Kind>,
    message: string,
  ): Promise<void>;
  /** The sentence for a failure that has none of its own. */
  failure: string;
}

const RETRY_AFTER_MS = 2_000;

/**
 * Does the work that a message woke us for, if it is still to be done and nobody is at it. What fails is tried
 * again, until it has been begun too often; what a rule refuses has failed at once.
 */
export async function runJob(env: JobsEnv, { enterpriseId, jobId }: Wake): Promise<void> {
  const [enterprise] = await directory(env)
    .select()
    .from(enterprises)
    .where(eq(enterprises.id, enterpriseId));
  if (!enterprise) return;
  const scope = scopeOf(tenantDatabase(env, enterprise.database), enterprise.id, {
    userId: "system",
    name: "",
    address: "",
    requestId: jobId,
  });
  const job = await claim(scope, jobId);
  if (!job) return;
  // The table ties each kind to its payload; a row only knows its kind when it is read.
  const handler = handlers[job.kind] as JobHandler<JobKind>;
  const payload = jobKinds[job.kind].parse(job.payload) as JobPayload<JobKind>;
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
  const giveUp = async (message: string): Promise<void> => {
    await fail(scope, job, message);
    await handler.gaveUp(env, scope, job, payload, message);
  };

  if (job.attempts > MAX_ATTEMPTS) {
    log("error", "begun too often");
    return giveUp(handler.failure);
  }
  try {
    await handler.run(env, scope, job, payload);
    log("info");
  } catch (error) {
    if (error instanceof LeaseLost) return log("warn", "taken over by another worker");
    log("error", describe(error));
    if (error instanceof DomainError) return giveUp(error.message);
    await release(scope, job, RETRY_AFTER_MS);
  }
}
