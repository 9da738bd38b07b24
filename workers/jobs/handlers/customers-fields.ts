import { errorsTexts } from "#texts/errors.ts";
import { reworkCustomers } from "#workers/domain/customer-fields/rework.ts";
import type { JobHandler } from "../run-job.ts";

/** Two calls per page, of some 500 that an invocation may make. */
const PAGES_A_RUN = 200;

/** Applies a changed customer field to the customers; nobody watches, so no progress is reported. */
export const customersFields: JobHandler<"customers.fields"> = {
  async run(_, ctx, job, payload) {
    const breathe = () => scheduler.wait(1);
    if (!(await reworkCustomers(ctx, job, payload, { pages: PAGES_A_RUN, breathe }))) return "more";
  },
  async gaveUp() {},
  failure: errorsTexts.internal,
};
