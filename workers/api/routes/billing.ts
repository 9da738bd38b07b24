import type { Hono } from "hono";
import * as billingApi from "#workers/contract/endpoints/billing.ts";
import { tenantDatabase } from "#db/client.ts";
import { fieldsOf, paymentResult } from "#workers/domain/billing/payment-result.ts";
import { clockOf } from "#workers/domain/messaging/objects.ts";
import { databaseOfReference } from "#workers/domain/payments/reference.ts";
import { lookAtLink, secretOfLink } from "#workers/domain/payments/returned.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { mount } from "../mount.ts";
import { settingOf } from "../setting.ts";

export function billingRoutes(app: Hono<AppEnv>): void {
  mount(app, billingApi.billingInfo, async ({ body }, { c }) => {
    const fields = fieldsOf(body.request);
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

/** The sweeper sees to it otherwise. */
const askGateway = (c: AppContext, database: string): void =>
  c.executionCtx.waitUntil(
    clockOf(c.env, database)
      .arm(database, Date.now())
      .catch(() => {}),
  );
