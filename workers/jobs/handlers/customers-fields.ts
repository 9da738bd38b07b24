import * as messages from "#app/messages.ts";
import { reworkCustomers } from "#workers/domain/customer-fields/rework.ts";
import type { JobHandler } from "../run-job.ts";

/** Two calls per page, of some 500 that an invocation may make. */
const PAGES_A_RUN = 200;

/** Applies a changed customer field to the customers; nobody watches, so no progress is reported. */
export const customersFields: JobHandler<"customers.fields"> = {
  async run(_, scope, job, payload) {
    const breathe = () => scheduler.wait(1);
    if (!(await reworkCustomers(scope, job, payload, { pages: PAGES_A_RUN, breathe }))) return "more";
  },
  async gaveUp() {},
  failure: messages.errors.internal,
};
