import type { Hono } from "hono";
import { customersTexts as texts } from "#texts/customers.ts";
import * as customerBulkApi from "#workers/contract/endpoints/customer-bulk.ts";
import { saveCustomerProfile } from "#workers/contract/endpoints/customer-profile.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as personalDataApi from "#workers/contract/endpoints/personal-data.ts";
import * as customerReachApi from "#workers/contract/endpoints/customer-reach.ts";
import type { Customer } from "#workers/contract/endpoints/customers.ts";
import { permissionOfBulk } from "#workers/contract/endpoints/customer-bulk.ts";
import { startBulk } from "#workers/domain/customers/bulk.ts";
import { customerChannels } from "#workers/domain/customers/channels-of.ts";
import { customerConsents } from "#workers/domain/customers/consents.ts";
import { getCustomer } from "#workers/domain/customers/customer.ts";
import { eraseCustomer, verifyReceipt } from "#workers/domain/customers/erase.ts";
import { exportCustomers } from "#workers/domain/customers/export.ts";
import { customerHistory } from "#workers/domain/customers/history.ts";
import { countCustomers, listCustomers } from "#workers/domain/customers/list.ts";
import { maskedCustomer } from "#workers/domain/customers/mask.ts";
import { customerDuplicates, tellApart } from "#workers/domain/customers/duplicates.ts";
import { mergeCustomers } from "#workers/domain/customers/merge.ts";
import { personalData } from "#workers/domain/customers/personal-data.ts";
import { removeCustomers, restoreCustomer } from "#workers/domain/customers/remove.ts";
import { saveCustomer } from "#workers/domain/customers/save.ts";
import { deletedCustomer } from "#workers/domain/customers/trash.ts";
import { undoBulkJob } from "#workers/domain/customers/undo.ts";
import { partIdentity } from "#workers/domain/messaging/part.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { inDownloadSlot } from "#workers/domain/download-slots.ts";
import type { AppEnv } from "../context.ts";
import { type HandlerContext, may, mount, Reply, FileReply, requirePermission } from "../mount.ts";

export function customerRoutes(app: Hono<AppEnv>): void {
  mount(app, customersApi.listCustomers, ({ query }, { ctx }) => listCustomers(ctx, query));
  mount(app, customersApi.countCustomers, ({ query }, { ctx }) => countCustomers(ctx, query));
  mount(app, customersApi.exportCustomers, async ({ query }, context) => {
    requirePermission(context, "CUSTOMER.VIEW");
    const { ctx } = context;
    const body = await inDownloadSlot(ctx, "customers", () => exportCustomers(ctx, query));
    return new FileReply(body, "Customers.csv");
  });

  mount(app, customerBulkApi.startBulk, ({ body }, context) => {
    requirePermission(context, permissionOfBulk[body.action]);
    return startBulk(context.ctx, body);
  });

  mount(app, customersApi.getCustomer, ({ params }, { ctx }) => getCustomer(ctx, params.id));
  mount(app, customersApi.getDeletedCustomer, ({ params }, { ctx }) => deletedCustomer(ctx, params.id));
  for (const saving of [customersApi.saveCustomer, saveCustomerProfile])
    mount(app, saving, async ({ body }, context) => {
      const { customer } = await saveCustomer(context.ctx, body);
      return new Reply(seen(context, customer), texts.saved);
    });
  mount(app, customersApi.deleteCustomer, async ({ params }, { ctx }) => {
    await removeCustomers(ctx, [params.id]);
    return new Reply(null, texts.deleted);
  });
  mount(app, customersApi.restoreCustomer, async ({ params }, context) => {
    const { customer } = await restoreCustomer(context.ctx, params.id);
    return new Reply(seen(context, customer), texts.restored);
  });

  mount(app, customerBulkApi.deleteCustomers, async ({ body }, { ctx }) => {
    const done = await removeCustomers(ctx, body.customerIds);
    return new Reply(done, texts.deletedMany(String(done.changed)));
  });
  mount(app, customerBulkApi.undoBulkJob, async ({ body }, { ctx, session }) => {
    const done = await undoBulkJob(ctx, body.work, session.permissions);
    return new Reply(done, texts.takenBack(done.changed));
  });

  mount(app, customersApi.customerHistory, ({ params, query }, { ctx }) =>
    customerHistory(ctx, params.id, query),
  );
  mount(app, customerReachApi.customerConsents, ({ params, query }, { ctx }) =>
    customerConsents(ctx, params.id, query),
  );
  mount(app, customerReachApi.customerChannels, ({ params }, { ctx }) => customerChannels(ctx, params.id));
  mount(app, customerReachApi.partCustomerChannel, async ({ params }, { ctx }) => {
    await partIdentity(ctx, params.id, params.joinedId);
    return new Reply(null, texts.parted);
  });
  mount(app, customersApi.customerDuplicates, ({ params }, { ctx }) => customerDuplicates(ctx, params.id));
  mount(app, customersApi.tellCustomersApart, async ({ params, body }, { ctx }) => {
    await tellApart(ctx, params.id, body);
    return null;
  });
  mount(app, customersApi.mergeCustomers, async ({ params, body }, context) => {
    requirePermission(context, "CUSTOMER.EDIT");
    const { customer } = await mergeCustomers(context.ctx, params.id, body);
    return new Reply(seen(context, customer), texts.merged);
  });
  mount(app, personalDataApi.personalData, async ({ params, query }, context) => {
    requirePermission(context, "CUSTOMER.VIEW");
    const { body, name } = await personalData(context.ctx, params.id, query, context.c.env.FILES);
    return new FileReply(body, name);
  });
  mount(app, personalDataApi.eraseCustomer, ({ params, body }, { c, ctx }) =>
    eraseCustomer(ctx, params.id, body, keyRing(c.env.DATA_KEY)),
  );
  mount(app, personalDataApi.verifyReceipt, ({ params, body }, { c, ctx }) =>
    verifyReceipt(ctx, params.id, body, keyRing(c.env.DATA_KEY)),
  );
}

const seen = (context: HandlerContext, customer: Customer): { customer: Customer } => ({
  customer: may(context, "CUSTOMER.VIEW") ? customer : maskedCustomer(customer),
});
