import { errorsTexts } from "#texts/errors.ts";
import { reworkPages } from "#workers/domain/customer-fields/rework.ts";
import type { JobHandler } from "#workers/domain/jobs/run-pages.ts";

/** Applies a changed customer field to the customers. */
export const customersFields: JobHandler<"customers.fields"> = {
  pages: reworkPages,
  failure: errorsTexts.internal,
};
