import { tenantDatabase, tenantDatabases } from "#db/client.ts";
import type { RawEvent } from "#workers/channels/adapter.ts";
import { DomainError, describe } from "#workers/domain/error.ts";
import { acceptEvents } from "#workers/domain/messaging/accept.ts";
import { type OpenChannel, openChannel } from "#workers/domain/messaging/channel-account.ts";
import { laneOf } from "#workers/domain/messaging/objects.ts";
import { setAside } from "#workers/domain/messaging/set-aside.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import type { AppContext } from "./context.ts";
import { isFenced } from "#workers/domain/bare/fenced.ts";
import { keepForLater } from "#workers/domain/moving/intake.ts";

/** Vendors want their answer soon: what the database has not taken by then is set aside. */
const ACCEPT_MS = 2_000;
/** A channel is believed for so long: credentials that change and pauses take effect within it. */
const BELIEVED_MS = 5_000;
/** The same while the database does not answer. */
const REMEMBERED_MS = 3_600_000;

/**
 * Stores events in a channel's intake by one write, then wakes the lane: an answer after it is true. Events that the
 * database does not take in time, or not while its enterprise moves, are kept as `body`, for the adapter's `split`.
 */
export async function takeIn(
  c: AppContext,
  { channel, database }: Found,
  events: readonly RawEvent[],
  body: Uint8Array,
): Promise<void> {
  const { enterpriseId, id: channelId } = channel;
  const place = { database, enterpriseId, channelId };
  const accepting = { db: tenantDatabase(c.env, database), enterpriseId, now: Date.now };
  const accepted = acceptEvents(accepting, channelId, events);
  // Also what comes in late; the sweeper wakes the lane otherwise.
  const woken = accepted.then((fresh) => (fresh === 0 ? undefined : laneOf(c.env, place).wake(place)));
  c.executionCtx.waitUntil(woken.catch(() => {}));
  await within(ACCEPT_MS, accepted).catch(async (error) => {
    c.set("failure", describe(error));
    const kept = isFenced(error)
      ? keepForLater(c.env.FILES, place, body, Date.now())
      : setAside(c.env.FILES, place, body);
    await kept.catch(() => {
      throw new DomainError("unavailable");
    });
  });
}

async function within<Value>(milliseconds: number, work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not written within ${milliseconds} ms`)), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

export interface Found {
  channel: OpenChannel;
  database: string;
}
const believed = new Map<string, { found: Found | undefined; at: number }>();

/** A channel that the database cannot be asked for just now is what it was, for so long. */
export async function channelOf(c: AppContext, channelId: string): Promise<Found | undefined> {
  const known = believed.get(channelId);
  if (known && Date.now() - known.at < BELIEVED_MS) return known.found;
  try {
    return await within(ACCEPT_MS, askFor(c.env, channelId));
  } catch (error) {
    if (known?.found && Date.now() - known.at < REMEMBERED_MS) return known.found;
    const line = { level: "error", source: "webhooks", requestId: c.get("requestId") };
    console.log(JSON.stringify({ ...line, failure: describe(error) }));
    throw new DomainError("unavailable");
  }
}

/** The address names only the channel, so every tenant database is asked, once for a while. */
async function askFor(env: ApiEnv, channelId: string): Promise<Found | undefined> {
  const ring = keyRing(env.DATA_KEY);
  const all = await Promise.all(
    tenantDatabases.map(async (database) => ({
      database,
      channel: await openChannel(tenantDatabase(env, database), ring, channelId, { liesHere: true }),
    })),
  );
  const one = all.find(({ channel }) => channel !== undefined);
  const found = one?.channel && { channel: one.channel, database: one.database };
  // A bound against somebody who asks for made-up ids.
  if (believed.size > 1_000) believed.clear();
  believed.set(channelId, { found, at: Date.now() });
  return found;
}
