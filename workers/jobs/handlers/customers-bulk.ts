import * as messages from "#app/messages.ts";
import type { EventData } from "#workers/contract/socket.ts";
import { bulkWork, runBulk } from "#workers/domain/customers/bulk.ts";
import { publish } from "../publish.ts";
import type { JobHandler } from "../run-job.ts";

/** Runs a bulk operation on customers and reports progress to the screens. */
export const customersBulk: JobHandler<"customers.bulk"> = {
  async run(env, scope, job, payload) {
    const tell = (data: Omit<EventData<"bulkProgress">, "jobId">) =>
      publish(env, scope.enterpriseId, { action: "bulkProgress", data: { jobId: job.id, ...data } });
    const left = await runBulk(scope, job, payload, (at) => tell({ state: "running", message: "", ...at }));
    if (left === "more") return left;
    const { done, total, changed, message } = await bulkWork(scope, job.id);
    await tell({ state: "done", done, total, changed, message });
  },
  async gaveUp(env, scope, job, _, message) {
    const { done, total, changed } = await bulkWork(scope, job.id);
    await publish(env, scope.enterpriseId, {
      action: "bulkProgress",
      data: { jobId: job.id, state: "failed", done, total, changed, message },
    });
  },
  failure: messages.customers.bulkFailed,
};
