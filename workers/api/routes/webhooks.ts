import type { Context, Hono } from "hono";
import { tenantDatabase, tenantDatabases } from "#db/client.ts";
import type { WebhookCall } from "#workers/channels/adapter.ts";
import { adapterOf } from "#workers/channels/registry.ts";
import { vendorOf } from "#workers/contract/vendors.ts";
import { DomainError, describe } from "#workers/domain/error.ts";
import { acceptEvents } from "#workers/domain/messaging/accept.ts";
import { laneOf } from "#workers/domain/messaging/objects.ts";
import { setAside } from "#workers/domain/messaging/set-aside.ts";
import { type OpenChannel, openChannel } from "#workers/domain/messaging/channel-account.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import type { AppEnv } from "../context.ts";

/** No vendor sends more in one call. */
const MOST_BYTES = 3 * 1024 * 1024;
/** Vendors want their answer soon: what the database has not taken by then is set aside. */
const ACCEPT_MS = 2_000;
/** A channel is believed for so long: credentials that change and pauses take effect within it. */
const BELIEVED_MS = 5_000;
/** The same while the database does not answer. */
const REMEMBERED_MS = 3_600_000;

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
    const { channel, database } = found;
    const call = await callOf(c);
    const answer = adapter.challenge?.(call, channel.account);
    if (answer !== undefined) return c.text(answer);
    if (!(await adapter.verify(call, channel.account))) throw new DomainError("notTheVendor");
    const events = await adapter.split(call.body).catch((error: unknown) => unreadable(call.body, error));
    const place = { database, enterpriseId: channel.enterpriseId, channelId: channel.id };
    const accepting = {
      db: tenantDatabase(c.env, database),
      enterpriseId: channel.enterpriseId,
      now: Date.now,
    };
    const fresh = await within(ACCEPT_MS, acceptEvents(accepting, channel.id, events)).catch(
      async (error) => {
        c.set("failure", describe(error));
        await setAside(c.env.FILES, place, call.body).catch(() => {
          throw new DomainError("unavailable");
        });
        return 0;
      },
    );
    if (fresh > 0) {
      // The sweeper wakes it otherwise.
      c.executionCtx.waitUntil(
        laneOf(c.env, place)
          .wake(place)
          .catch(() => {}),
      );
    }
    return c.json({ status: true });
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

async function within<Value>(milliseconds: number, work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not written within ${milliseconds} ms`)), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

interface Found {
  channel: OpenChannel;
  database: string;
}
const believed = new Map<string, { found: Found | undefined; at: number }>();

/** A channel that the database cannot be asked for just now is what it was, for so long. */
async function channelOf(env: ApiEnv, channelId: string): Promise<Found | undefined> {
  const known = believed.get(channelId);
  if (known && Date.now() - known.at < BELIEVED_MS) return known.found;
  try {
    return await within(ACCEPT_MS, askFor(env, channelId));
  } catch (error) {
    if (known?.found && Date.now() - known.at < REMEMBERED_MS) return known.found;
    console.log(JSON.stringify({ level: "error", source: "webhooks", failure: describe(error) }));
    throw new DomainError("unavailable");
  }
}

/** The address names only the channel, so every tenant database is asked, once for a while. */
async function askFor(env: ApiEnv, channelId: string): Promise<Found | undefined> {
  const ring = keyRing(env.DATA_KEY);
  const all = await Promise.all(
    tenantDatabases.map(async (database) => ({
      database,
      channel: await openChannel(tenantDatabase(env, database), ring, channelId),
    })),
  );
  const one = all.find(({ channel }) => channel !== undefined);
  const found = one?.channel && { channel: one.channel, database: one.database };
  // A bound against somebody who asks for made-up ids.
  if (believed.size > 1_000) believed.clear();
  believed.set(channelId, { found, at: Date.now() });
  return found;
}
