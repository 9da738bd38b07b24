import type { Hono } from "hono";
import { paymentsTexts as texts } from "#texts/payments.ts";
import * as paymentsApi from "#workers/contract/endpoints/payments.ts";
import { inDownloadSlot } from "#workers/domain/download-slots.ts";
import { DomainError } from "#workers/domain/error.ts";
import {
  paymentAccount,
  removePaymentAccount,
  savePaymentAccount,
} from "#workers/domain/payments/account.ts";
import { checkPaymentAccount } from "#workers/domain/payments/check.ts";
import { listPayments, paymentsCsv } from "#workers/domain/payments/list.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import type { AppEnv } from "../context.ts";
import { minuteLimit } from "../minute-limit.ts";
import { FileReply, may, mount, Reply } from "../mount.ts";
import { webhookAddress } from "../public-url.ts";

const checkLimit = minuteLimit({ one: 6, all: 120 });

export function paymentRoutes(app: Hono<AppEnv>): void {
  mount(app, paymentsApi.getPaymentAccount, async (_, { c, ctx }) => {
    const account = await paymentAccount(ctx);
    return { account, webhook: account && webhookAddress(c.env, account.webhookPath) };
  });
  mount(
    app,
    paymentsApi.savePaymentAccount,
    async ({ body }, { c, ctx }) =>
      new Reply(await savePaymentAccount(ctx, keyRing(c.env.DATA_KEY), body), texts.saved),
  );
  mount(app, paymentsApi.checkPaymentAccount, (_, { c, ctx }) => {
    const retryAfterSeconds = checkLimit(ctx.enterpriseId);
    if (retryAfterSeconds > 0)
      throw new DomainError("tooOften", { message: texts.checkTooOften, retryAfterSeconds });
    return checkPaymentAccount(ctx, { ring: keyRing(c.env.DATA_KEY), now: ctx.now });
  });
  mount(app, paymentsApi.deletePaymentAccount, async (_, { ctx }) => {
    await removePaymentAccount(ctx);
    return new Reply(null, texts.removed);
  });
  mount(app, paymentsApi.listPayments, ({ query }, context) =>
    listPayments(context.ctx, query, () => may(context, "CUSTOMER.VIEW")),
  );
  mount(app, paymentsApi.paymentsCsv, async ({ query }, context) => {
    const begin = paymentsCsv(context.ctx, query.state, may(context, "CUSTOMER.VIEW"));
    return new FileReply(await inDownloadSlot(context.ctx, "payments", begin), texts.fileName);
  });
}
