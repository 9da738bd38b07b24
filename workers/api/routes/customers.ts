import type { Hono } from "hono";
import { customersTexts as texts } from "#texts/customers.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { startBulk } from "#workers/domain/customers/bulk.ts";
import { getCustomer } from "#workers/domain/customers/customer.ts";
import { eraseCustomer } from "#workers/domain/customers/erase.ts";
import { exportCustomers } from "#workers/domain/customers/export.ts";
import { customerHistory } from "#workers/domain/customers/history.ts";
import { countCustomers, listCustomers } from "#workers/domain/customers/list.ts";
import { customerDuplicates, mergeCustomers } from "#workers/domain/customers/merge.ts";
import { personalData } from "#workers/domain/customers/personal-data.ts";
import { removeCustomers, restoreCustomer } from "#workers/domain/customers/remove.ts";
import { saveCustomer } from "#workers/domain/customers/save.ts";
import { deletedCustomer } from "#workers/domain/customers/trash.ts";
import { undoBulkJob } from "#workers/domain/customers/undo.ts";
import { inDownloadSlot } from "#workers/domain/download-slots.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply, FileReply } from "../mount.ts";

const { customers } = endpoints;

export function customerRoutes(app: Hono<AppEnv>): void {
  mount(app, customers.list, ({ query }, { ctx }) => listCustomers(ctx, query));
  mount(app, customers.count, ({ query }, { ctx }) => countCustomers(ctx, query));
  mount(
    app,
    customers.export,
    async ({ query }, { ctx }) =>
      new FileReply(
        await inDownloadSlot(ctx, "customers", () => exportCustomers(ctx, query)),
        "Customers.csv",
      ),
  );

  mount(app, customers.startBulk, ({ body }, { ctx }) => startBulk(ctx, body));

  mount(app, customers.get, ({ params }, { ctx }) => getCustomer(ctx, params.id));
  mount(app, customers.getDeleted, ({ params }, { ctx }) => deletedCustomer(ctx, params.id));
  mount(app, customers.save, async ({ body }, { ctx }) => {
    const { customer } = await saveCustomer(ctx, body);
    return new Reply({ customer }, texts.saved);
  });
  mount(app, customers.remove, async ({ params }, { ctx }) => {
    await removeCustomers(ctx, [params.id]);
    return new Reply(null, texts.deleted);
  });
  mount(
    app,
    customers.restore,
    async ({ params }, { ctx }) => new Reply(await restoreCustomer(ctx, params.id), texts.restored),
  );

  mount(app, customers.removeMany, async ({ body }, { ctx }) => {
    const done = await removeCustomers(ctx, body.customerIds);
    return new Reply(done, texts.deletedMany(String(done.changed)));
  });
  mount(app, customers.undo, async ({ body }, { ctx }) => {
    const done = await undoBulkJob(ctx, body.work);
    return new Reply(done, texts.takenBack(done.changed));
  });

  mount(app, customers.history, ({ params, query }, { ctx }) => customerHistory(ctx, params.id, query));
  mount(app, customers.duplicates, ({ params }, { ctx }) => customerDuplicates(ctx, params.id));
  mount(
    app,
    customers.merge,
    async ({ params, body }, { ctx }) => new Reply(await mergeCustomers(ctx, params.id, body), texts.merged),
  );
  mount(app, customers.data, async ({ params, query }, { ctx }) => {
    const { body, name } = await personalData(ctx, params.id, query.format);
    return new FileReply(body, name);
  });
  mount(app, customers.erase, ({ params, body }, { c, ctx }) =>
    eraseCustomer(ctx, params.id, body, c.env.DATA_KEY),
  );
}
