import type { Context, Hono } from "hono";
import type { WebhookCall } from "#workers/channels/adapter.ts";
import { adapterOf } from "#workers/channels/registry.ts";
import { vendorOf } from "#workers/contract/vendors.ts";
import { DomainError, describe } from "#workers/domain/error.ts";
import type { AppEnv } from "../context.ts";
import { channelOf, takeIn } from "../open-channel.ts";

/** No vendor sends more in one call. */
const MOST_BYTES = 3 * 1024 * 1024;
/**
 * Vendors' calls. Each is answered after one write: what a vendor is told 200 for is in the database, and a call that
 * cannot be believed keeps nothing.
 */
export function webhookRoutes(app: Hono<AppEnv>): void {
  app.on(["GET", "POST"], "/api/webhooks/:vendor/:channelId", async (c) => {
    const { vendor: slug, channelId } = c.req.param();
    const found = await channelOf(c.env, channelId);
    const adapter = found && adapterOf(found.channel.vendor);
    if (!found || !adapter || vendorOf(found.channel.vendor)?.slug !== slug)
      throw new DomainError("notFound");
    const { channel } = found;
    const call = await callOf(c);
    const answer = adapter.challenge?.(call, channel.account);
    if (answer !== undefined) return c.text(answer);
    if (!(await adapter.verify(call, channel.account))) throw new DomainError("notTheVendor");
    const events = await adapter.split(call.body).catch((error: unknown) => unreadable(call.body, error));
    await takeIn(c, found, events, call.body);
    return c.json(adapter.answer?.(events) ?? { status: true });
  });
}

/** A body that is the vendor's and cannot be read is kept whole, for an administrator to look at. */
async function unreadable(body: Uint8Array, error: unknown) {
  const digest = await crypto.subtle.digest("SHA-256", body as Uint8Array<ArrayBuffer>);
  const raw = {
    unreadable: new TextDecoder().decode(body).slice(0, 16_000),
    failure: describe(error).slice(0, 300),
  };
  return [{ key: `unreadable:${Buffer.from(digest).toString("hex")}`, raw }];
}

async function callOf(c: Context<AppEnv>): Promise<WebhookCall> {
  const length = Number(c.req.header("content-length") ?? 0);
  if (length > MOST_BYTES) throw new DomainError("tooLarge");
  const body = new Uint8Array(c.req.method === "POST" ? await c.req.arrayBuffer() : new ArrayBuffer());
  if (body.byteLength > MOST_BYTES) throw new DomainError("tooLarge");
  return {
    method: c.req.method as WebhookCall["method"],
    url: new URL(c.req.url),
    headers: c.req.raw.headers,
    body,
  };
}
