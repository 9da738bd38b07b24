import type { Hono } from "hono";
import { customersTexts as texts } from "#texts/customers.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import type { Customer } from "#workers/contract/endpoints/customers.ts";
import { permissionOfBulk } from "#workers/contract/endpoints/customer-bulk.ts";
import { startBulk } from "#workers/domain/customers/bulk.ts";
import { getCustomer } from "#workers/domain/customers/customer.ts";
import { eraseCustomer, verifyReceipt } from "#workers/domain/customers/erase.ts";
import { exportCustomers } from "#workers/domain/customers/export.ts";
import { customerHistory } from "#workers/domain/customers/history.ts";
import { countCustomers, listCustomers } from "#workers/domain/customers/list.ts";
import { maskedCustomer } from "#workers/domain/customers/mask.ts";
import { customerDuplicates, mergeCustomers } from "#workers/domain/customers/merge.ts";
import { personalData } from "#workers/domain/customers/personal-data.ts";
import { removeCustomers, restoreCustomer } from "#workers/domain/customers/remove.ts";
import { saveCustomer } from "#workers/domain/customers/save.ts";
import { deletedCustomer } from "#workers/domain/customers/trash.ts";
import { undoBulkJob } from "#workers/domain/customers/undo.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { inDownloadSlot } from "#workers/domain/download-slots.ts";
import type { AppEnv } from "../context.ts";
import { type HandlerContext, mount, Reply, FileReply, requirePermission } from "../mount.ts";

const { customers } = endpoints;

export function customerRoutes(app: Hono<AppEnv>): void {
  mount(app, customers.list, ({ query }, { ctx }) => listCustomers(ctx, query));
  mount(app, customers.count, ({ query }, { ctx }) => countCustomers(ctx, query));
  mount(app, customers.export, async ({ query }, context) => {
    requirePermission(context, "CUSTOMER.VIEW");
    const { ctx } = context;
    const body = await inDownloadSlot(ctx, "customers", () => exportCustomers(ctx, query));
    return new FileReply(body, "Customers.csv");
  });

  mount(app, customers.startBulk, ({ body }, context) => {
    requirePermission(context, permissionOfBulk[body.action]);
    return startBulk(context.ctx, body);
  });

  mount(app, customers.get, ({ params }, { ctx }) => getCustomer(ctx, params.id));
  mount(app, customers.getDeleted, ({ params }, { ctx }) => deletedCustomer(ctx, params.id));
  mount(app, customers.save, async ({ body }, context) => {
    const { customer } = await saveCustomer(context.ctx, body);
    return new Reply(seen(context, customer), texts.saved);
  });
  mount(app, customers.remove, async ({ params }, { ctx }) => {
    await removeCustomers(ctx, [params.id]);
    return new Reply(null, texts.deleted);
  });
  mount(app, customers.restore, async ({ params }, context) => {
    const { customer } = await restoreCustomer(context.ctx, params.id);
    return new Reply(seen(context, customer), texts.restored);
  });

  mount(app, customers.removeMany, async ({ body }, { ctx }) => {
    const done = await removeCustomers(ctx, body.customerIds);
    return new Reply(done, texts.deletedMany(String(done.changed)));
  });
  mount(app, customers.undo, async ({ body }, { ctx, session }) => {
    const done = await undoBulkJob(ctx, body.work, session.permissions);
    return new Reply(done, texts.takenBack(done.changed));
  });

  mount(app, customers.history, ({ params, query }, { ctx }) => customerHistory(ctx, params.id, query));
  mount(app, customers.duplicates, ({ params }, { ctx }) => customerDuplicates(ctx, params.id));
  mount(app, customers.merge, async ({ params, body }, context) => {
    requirePermission(context, "CUSTOMER.EDIT");
    const { customer } = await mergeCustomers(context.ctx, params.id, body);
    return new Reply(seen(context, customer), texts.merged);
  });
  mount(app, customers.data, async ({ params, query }, context) => {
    requirePermission(context, "CUSTOMER.VIEW");
    const { body, name } = await personalData(context.ctx, params.id, query.format);
    return new FileReply(body, name);
  });
  mount(app, customers.erase, ({ params, body }, { c, ctx }) =>
    eraseCustomer(ctx, params.id, body, keyRing(c.env.DATA_KEY)),
  );
  mount(app, customers.verifyReceipt, ({ params, body }, { c, ctx }) =>
    verifyReceipt(ctx, params.id, body, keyRing(c.env.DATA_KEY)),
  );
}

const seen = ({ session }: HandlerContext, customer: Customer): { customer: Customer } => ({
  customer: session.permissions.includes("CUSTOMER.VIEW") ? customer : maskedCustomer(customer),
});
