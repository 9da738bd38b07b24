import { customersTexts } from "#texts/customers.ts";
import { customersAmong } from "#workers/domain/runs/customers-among.ts";
import { bulkPages } from "#workers/domain/customers/bulk.ts";
import type { JobHandler } from "#workers/domain/jobs/run-pages.ts";

/** Runs a bulk operation on customers. */
export const customersBulk: JobHandler<"customers.bulk"> = {
  pages: (ctx, held, payload) => bulkPages(ctx, held, payload, customersAmong),
  failure: customersTexts.bulkFailed,
};
