import type { Wake } from "#workers/contract/jobs.ts";
import { reworkCustomers } from "#workers/domain/customer-fields/rework.ts";
import { release } from "#workers/domain/jobs/lease.ts";
import type { JobHandler } from "../run-job.ts";

/** Two calls a page, of some 500 that an invocation may make. */
const PAGES_A_RUN = 200;

/** Follows a changed definition of a customer field through the customers; nobody watches, so nobody is told. */
export const customersFields: JobHandler<"customers.fields"> = {
  async run(env, scope, job, payload) {
    if (await reworkCustomers(scope, job, payload, PAGES_A_RUN)) return;
    await release(scope, job, 0);
    await env.JOBS.send({ v: 1, enterpriseId: scope.enterpriseId, jobId: job.id } satisfies Wake);
  },
  async gaveUp() {},
  failure: "",
};
