import type { Hono } from "hono";
import { directory, tenantDatabase, tenantDatabases } from "#db/client.ts";
import { PAYMENT_HOOK_PATH } from "#workers/contract/payments/states.ts";
import { PLATFORM } from "#workers/domain/billing/platform.ts";
import { takeInvoiceNews } from "#workers/domain/billing/settle.ts";
import { DomainError } from "#workers/domain/error.ts";
import { clockOf } from "#workers/domain/messaging/objects.ts";
import { calledAccount, takeNews } from "#workers/domain/payments/hook.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { GatewayError } from "#workers/providers/payment-gateway.ts";
import { isSigned, newsIn, SIGNATURE_HEADER } from "#workers/providers/razorpay/news.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { settingOf } from "../setting.ts";
import { minuteLimit } from "../minute-limit.ts";

/** An event is some kilobytes. */
const MOST_BYTES = 256 * 1_024;
/** Calls of one account's gateway in a minute, and of all. */
const callLimit = minuteLimit({ one: 1_200, all: 60_000 });

/**
 * Calls of a payment gateway: the address says only whose account it is, and the signature over the raw body that the call
 * is the gateway's. Answered after one write; runs that wait are carried on by the clock.
 */
export function paymentHook(app: Hono<AppEnv>): void {
  app.post(`${PAYMENT_HOOK_PATH}razorpay/:accountId`, async (c) => {
    const accountId = c.req.param("accountId");
    const wait = callLimit(accountId);
    if (wait > 0) throw new DomainError("slowDown", { retryAfterSeconds: wait });
    const body = await bodyOf(c);
    if (accountId === PLATFORM) return platformNews(c, body);
    const found = await accountIn(c.env, accountId.slice(0, 64));
    if (!found) throw new DomainError("notFound");
    const { account, database, db } = found;
    if (!isSigned(c.req.header(SIGNATURE_HEADER), body, account.secrets))
      throw new DomainError("notTheVendor");
    await takeNews(db, account, newsOf(c, body), Date.now());
    // The sweeper sees to it otherwise.
    c.executionCtx.waitUntil(
      clockOf(c.env, database)
        .arm(database, Date.now())
        .catch(() => {}),
    );
    return c.json({ status: true });
  });
}

/** Of an invoice, to the platform's own account. */
async function platformNews(c: AppContext, body: Uint8Array): Promise<Response> {
  const secret = settingOf(c.env, "PAYMENT_WEBHOOK_SECRET");
  if (secret === undefined) throw new DomainError("notFound");
  if (!isSigned(c.req.header(SIGNATURE_HEADER), body, [secret])) throw new DomainError("notTheVendor");
  await takeInvoiceNews(directory(c.env), newsOf(c, body), Date.now());
  return c.json({ status: true });
}

function newsOf(c: AppContext, body: Uint8Array) {
  try {
    return newsIn(c.req.raw.headers, body);
  } catch (error) {
    if (error instanceof GatewayError) throw new DomainError("malformed");
    throw error;
  }
}

/** A length that is not said may be any: it is counted while it comes. */
async function bodyOf(c: AppContext): Promise<Uint8Array> {
  if (Number(c.req.header("content-length") ?? 0) > MOST_BYTES) throw new DomainError("tooLarge");
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of c.req.raw.body ?? []) {
    size += piece.byteLength;
    // Leaving the loop cancels the rest.
    if (size > MOST_BYTES) throw new DomainError("tooLarge");
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** The address names only the account, so every tenant database is asked. */
async function accountIn(env: ApiEnv, id: string) {
  const ring = keyRing(env.DATA_KEY);
  const all = await Promise.all(
    tenantDatabases.map(async (database) => {
      const db = tenantDatabase(env, database);
      return { database, db, account: await calledAccount(db, ring, id, Date.now()) };
    }),
  );
  for (const { account, ...rest } of all) if (account) return { account, ...rest };
  return undefined;
}
