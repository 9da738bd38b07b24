import { customersTexts } from "#texts/customers.ts";
import type { EventData } from "#workers/contract/socket.ts";
import { bulkJob, runBulk } from "#workers/domain/customers/bulk.ts";
import { publish } from "../publish.ts";
import type { JobHandler } from "../run-job.ts";

/** Runs a bulk operation on customers and reports progress to the screens. */
export const customersBulk: JobHandler<"customers.bulk"> = {
  async run(env, ctx, job, payload) {
    const tell = (data: Omit<EventData<"bulkProgress">, "jobId">) =>
      publish(env, ctx.enterpriseId, { action: "bulkProgress", data: { jobId: job.id, ...data } });
    const left = await runBulk(ctx, job, payload, (at) => tell({ state: "running", message: "", ...at }));
    if (left === "more") return left;
    const { done, total, changed, message } = await bulkJob(ctx, job.id);
    await tell({ state: "done", done, total, changed, message });
  },
  async gaveUp(env, ctx, job, _, message) {
    const { done, total, changed } = await bulkJob(ctx, job.id);
    await publish(env, ctx.enterpriseId, {
      action: "bulkProgress",
      data: { jobId: job.id, state: "failed", done, total, changed, message },
    });
  },
  failure: customersTexts.bulkFailed,
};
