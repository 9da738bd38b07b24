import type { Price } from "#workers/contract/prices.ts";
import type { BroadcastEstimate } from "#workers/contract/endpoints/broadcast-sending.ts";
import { readingPrices } from "../channels/prices.ts";
import { limitIn, readingLimit } from "../channel-health/health.ts";
import type { Ctx } from "../ctx.ts";
import { bindable } from "../guard.ts";

/** A channel's terms for an estimate: the enterprise's prices, the account's limit of people a day, and those reached. */
export interface Terms {
  prices: Price[];
  limit: { perDay: number; used: number } | null;
}

/** Reads a channel's terms, one batch; without any for one that isn't there. */
export async function termsOf(ctx: Ctx, channelId: string): Promise<Terms> {
  const [prices, limit, used] = await ctx.db.$client.batch([
    bindable(ctx, readingPrices(ctx, channelId)),
    ...readingLimit(ctx, channelId),
  ]);
  return {
    prices: (prices?.results ?? []) as unknown as Price[],
    limit: limitIn(channelId, limit, used),
  };
}

const DAY_SECONDS = 86_400;

/**
 * How long it takes to reach so many people at a rate, of whom `outside` count for the account's limit: a day passes whenever
 * it is spent. Days are at least 1; seconds.
 */
export function durationOf(
  { reachable, outside, rate }: { reachable: number; outside: number; rate: number },
  limit: Terms["limit"],
): { durationSeconds: number; limit: BroadcastEstimate["limit"] } {
  const seconds = (people: number) => Math.ceil(people / Math.max(rate, 1));
  if (!limit) return { durationSeconds: seconds(reachable), limit: null };
  const { perDay, used } = limit;
  const over = Math.max(0, outside - Math.max(0, perDay - used));
  const days = 1 + Math.ceil(over / perDay);
  const ofLastDay = over === 0 ? reachable : over - (days - 2) * perDay;
  return {
    durationSeconds: Math.max(seconds(reachable), (days - 1) * DAY_SECONDS + seconds(ofLastDay)),
    limit: { perDay, used, days },
  };
}
