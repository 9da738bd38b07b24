import type { Context, Hono } from "hono";
import type { WebhookCall } from "#workers/channels/adapter.ts";
import { adapterOf } from "#workers/channels/registry.ts";
import { vendorOf } from "#workers/contract/vendors.ts";
import { DomainError, describe } from "#workers/domain/error.ts";
import type { AppEnv } from "../context.ts";
import { eventsOf } from "#workers/domain/messaging/events-of.ts";
import { holding } from "#workers/domain/messaging/held.ts";
import { channelOf, takeIn } from "../open-channel.ts";

/** Only vendors that send files in their calls send more in one. */
const MOST_BYTES = 3 * 1024 * 1024;

/**
 * Vendors' calls. Each is answered after one write: what a vendor is told 200 for is in the database, and a call that
 * cannot be believed keeps nothing.
 */
export function webhookRoutes(app: Hono<AppEnv>): void {
  app.on(["GET", "POST"], "/api/webhooks/:vendor/:channelId", async (c) => {
    const { vendor: slug, channelId } = c.req.param();
    const found = await channelOf(c, channelId);
    const adapter = found && adapterOf(found.channel.vendor);
    if (!found || !adapter || vendorOf(found.channel.vendor)?.slug !== slug)
      throw new DomainError("notFound");
    const { channel } = found;
    const call = await callOf(c, adapter.mostBytes);
    const answer = adapter.challenge?.(call, channel.account);
    if (answer !== undefined) return c.text(answer);
    if (!(await adapter.verify(call, channel.account))) throw new DomainError("notTheVendor");
    const events = await eventsOf(adapter, call.body, holding(c.env.FILES, channel.enterpriseId)).catch(
      (error: unknown) => {
        c.set("failure", describe(error));
        throw new DomainError("unavailable");
      },
    );
    await takeIn(c, found, events, call.body);
    return c.json(adapter.answer?.(events) ?? { status: true });
  });
}

async function callOf(c: Context<AppEnv>, most = MOST_BYTES): Promise<WebhookCall> {
  const length = Number(c.req.header("content-length") ?? 0);
  if (length > most) throw new DomainError("tooLarge");
  const body = new Uint8Array(c.req.method === "POST" ? await c.req.arrayBuffer() : new ArrayBuffer());
  if (body.byteLength > most) throw new DomainError("tooLarge");
  return {
    method: c.req.method as WebhookCall["method"],
    url: new URL(c.req.url),
    headers: c.req.raw.headers,
    body,
  };
}
