import type { Hono } from "hono";
import { billingTexts as texts } from "#texts/billing.ts";
import * as billingApi from "#workers/contract/endpoints/billing.ts";
import type { PaymentFields } from "#workers/contract/endpoints/billing.ts";
import * as accountApi from "#workers/contract/endpoints/enterprise-billing.ts";
import { directory, tenantDatabase } from "#db/client.ts";
import { billingOf, invoiceOf } from "#workers/domain/billing/account.ts";
import { choosePlan, saveDetails } from "#workers/domain/billing/choose.ts";
import { invoiceCsv, invoicePdf, nameOfInvoice } from "#workers/domain/billing/document.ts";
import { syncLimits } from "#workers/domain/billing/limits.ts";
import { workInvoiceLinks } from "#workers/domain/billing/links.ts";
import { usageCsvOf, usageOf } from "#workers/domain/billing/overview.ts";
import { payInvoice } from "#workers/domain/billing/pay.ts";
import {
  isInvoiceReference,
  platformGateway,
  type PlatformSettings,
} from "#workers/domain/billing/platform.ts";
import { lookAtInvoiceLink } from "#workers/domain/billing/settle.ts";
import { fieldsOf, paymentResult } from "#workers/domain/billing/payment-result.ts";
import { clockOf } from "#workers/domain/messaging/objects.ts";
import { databaseOfReference } from "#workers/domain/payments/reference.ts";
import { lookAtLink, secretOfLink } from "#workers/domain/payments/returned.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { requireFeature } from "../features.ts";
import { FileReply, type HandlerContext, mount, Reply } from "../mount.ts";
import { settingOf } from "../setting.ts";

export function billingRoutes(app: Hono<AppEnv>): void {
  accountRoutes(app);
  mount(app, billingApi.billingInfo, async ({ body }, { c }) => {
    const fields = fieldsOf(body.request);
    if (isInvoiceReference(fields.referenceId)) return invoiceResult(c, fields);
    const database = databaseOfReference(fields.referenceId);
    if (database === undefined) return paymentResult(settingOf(c.env, "PAYMENT_SECRET"), fields);
    const db = tenantDatabase(c.env, database);
    const result = paymentResult(await secretOfLink(db, keyRing(c.env.DATA_KEY), fields.referenceId), fields);
    if (result.state === "paid") {
      await lookAtLink(db, fields, Date.now());
      askGateway(c, database);
    }
    return result;
  });
}

/** The result of an invoice's payment, to the platform's own account: its gateway is asked once the page is answered. */
async function invoiceResult(c: AppContext, fields: PaymentFields) {
  const result = paymentResult(settingOf(c.env, "PAYMENT_SECRET"), fields);
  const gateway = gatewayOf(c);
  if (result.state === "paid" && gateway) {
    const db = directory(c.env);
    await lookAtInvoiceLink(db, fields, Date.now());
    // The cron sees to it otherwise.
    c.executionCtx.waitUntil(workInvoiceLinks(db, gateway, Date.now).catch(() => {}));
  }
  return result;
}

const gatewayOf = ({ env }: AppContext) => platformGateway(env as ApiEnv & PlatformSettings);

/** Without the feature nothing of it answers; what is used is counted all the same. */
const billing = (context: HandlerContext) => {
  requireFeature(context, "billing");
  return context.directoryCtx;
};

function accountRoutes(app: Hono<AppEnv>): void {
  mount(app, accountApi.getUsage, ({ query }, context) => usageOf(billing(context), query.month));
  mount(app, accountApi.usageCsv, async ({ query }, context) => {
    const csv = await usageCsvOf(billing(context), query.month);
    return new FileReply(csv, texts.usageFile(query.month));
  });
  mount(app, accountApi.getBilling, (_, context) => {
    const ctx = billing(context);
    return billingOf(ctx, gatewayOf(context.c) !== undefined);
  });
  mount(app, accountApi.choosePlan, async ({ body }, context) => {
    const { subscription, saved, isNext } = await choosePlan(billing(context), body);
    // The cron tells the database its limits otherwise.
    context.c.executionCtx.waitUntil(syncLimits(context.ctx.db, [saved], Date.now()).catch(() => {}));
    return new Reply(subscription, isNext ? texts.chosenNext : texts.chosen);
  });
  mount(
    app,
    accountApi.saveBillingDetails,
    async ({ body }, context) => new Reply(await saveDetails(billing(context), body), texts.detailsSaved),
  );
  mount(app, accountApi.invoicePdf, async ({ params }, context) => {
    const row = await invoiceOf(billing(context), params.id);
    return new FileReply(invoicePdf(row), `${nameOfInvoice(row)}.pdf`);
  });
  mount(app, accountApi.invoiceCsv, async ({ params }, context) => {
    const row = await invoiceOf(billing(context), params.id);
    return new FileReply(invoiceCsv(row), `${nameOfInvoice(row)}.csv`);
  });
  mount(app, accountApi.payInvoice, ({ params }, context) =>
    payInvoice(billing(context), params.id, {
      gateway: gatewayOf(context.c),
      origin: context.c.env.PUBLIC_URL,
    }),
  );
}

/** The sweeper sees to it otherwise. */
const askGateway = (c: AppContext, database: string): void =>
  c.executionCtx.waitUntil(
    clockOf(c.env, database)
      .arm(database, Date.now())
      .catch(() => {}),
  );
