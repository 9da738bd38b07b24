import { jobKind, type JobProgress } from "#workers/contract/jobs.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import { DomainError } from "../error.ts";
import type { Ctx } from "../ctx.ts";
import { jobRow, type JobRow } from "./open.ts";

/** A job's row as screens see it. */
export function progressOf({
  id,
  kind,
  subject,
  state,
  progress,
  message,
  payload,
}: Pick<JobRow, "id" | "kind" | "subject" | "state" | "progress" | "message" | "payload">): JobProgress {
  const { shown } = jobKind(kind);
  const values = payload as Record<string, unknown>;
  return {
    jobId: id,
    kind,
    subject,
    state,
    progress,
    message,
    ...(shown && { result: Object.fromEntries(shown.map((key) => [key, values[key]])) }),
  };
}

/** One job, for those whom its kind may show; notFound for everybody else, so that nobody learns of it. */
export async function getJob(
  ctx: Ctx,
  jobId: string,
  permissions: readonly Permission[],
): Promise<JobProgress> {
  const row = await jobRow(ctx, jobId);
  if (!row || !jobKind(row.kind).sees.some((each) => permissions.includes(each))) {
    throw new DomainError("notFound");
  }
  return progressOf(row);
}
