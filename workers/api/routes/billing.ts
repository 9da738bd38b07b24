import type { Hono } from "hono";
import * as billingApi from "#workers/contract/endpoints/billing.ts";
import { paymentResult } from "#workers/domain/billing/payment-result.ts";
import type { AppEnv } from "../context.ts";
import { mount } from "../mount.ts";
import { settingOf } from "../setting.ts";

export function billingRoutes(app: Hono<AppEnv>): void {
  mount(app, billingApi.billingInfo, async ({ body }, { c }) =>
    paymentResult(settingOf(c.env, "PAYMENT_SECRET"), body.request),
  );
}
