import type { Hono } from "hono";
import * as messages from "#app/messages.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { bulkWork, startBulk } from "#workers/domain/customers/bulk.ts";
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
import { undoWork } from "#workers/domain/customers/undo.ts";
import { inItsPlace } from "#workers/domain/places.ts";
import type { AppEnv } from "../context.ts";
import { mount, Said, Sent } from "../mount.ts";
import { wakeWorker } from "../wake.ts";

const { customers } = endpoints;
const texts = messages.customers;

export function customerRoutes(app: Hono<AppEnv>): void {
  mount(app, customers.list, ({ query }, { scope }) => listCustomers(scope, query));
  mount(app, customers.count, ({ query }, { scope }) => countCustomers(scope, query));
  mount(
    app,
    customers.export,
    async ({ query }, { scope }) =>
      new Sent(await inItsPlace(scope, "customers", () => exportCustomers(scope, query)), "Customers.csv"),
  );

  mount(app, customers.startBulk, async ({ body }, { c, scope }) => {
    const work = await startBulk(scope, body);
    await wakeWorker(c.env, scope.enterpriseId, work.jobId);
    return work;
  });
  mount(app, customers.bulk, ({ params }, { scope }) => bulkWork(scope, params.id));

  mount(app, customers.get, ({ params }, { scope }) => getCustomer(scope, params.id));
  mount(app, customers.getDeleted, ({ params }, { scope }) => deletedCustomer(scope, params.id));
  mount(app, customers.save, async ({ body }, { scope }) => {
    const { customer } = await saveCustomer(scope, body);
    return new Said({ customer }, texts.saved);
  });
  mount(app, customers.remove, async ({ params }, { scope }) => {
    await removeCustomers(scope, [params.id]);
    return new Said(null, texts.deleted);
  });
  mount(
    app,
    customers.restore,
    async ({ params }, { scope }) => new Said(await restoreCustomer(scope, params.id), texts.restored),
  );

  mount(app, customers.removeMany, async ({ body }, { scope }) => {
    const done = await removeCustomers(scope, body.customerIds);
    return new Said(done, texts.deletedMany(String(done.changed)));
  });
  mount(app, customers.undo, async ({ body }, { scope }) => {
    const done = await undoWork(scope, body.work);
    return new Said(done, texts.takenBack(done.changed));
  });

  mount(app, customers.history, ({ params, query }, { scope }) => customerHistory(scope, params.id, query));
  mount(app, customers.duplicates, ({ params }, { scope }) => customerDuplicates(scope, params.id));
  mount(
    app,
    customers.merge,
    async ({ params, body }, { scope }) =>
      new Said(await mergeCustomers(scope, params.id, body), texts.merged),
  );
  mount(app, customers.data, async ({ params, query }, { scope }) => {
    const { body, name } = await personalData(scope, params.id, query.format);
    return new Sent(body, name);
  });
  mount(app, customers.erase, ({ params, body }, { c, scope }) =>
    eraseCustomer(scope, params.id, body, c.env.DATA_KEY),
  );
}
