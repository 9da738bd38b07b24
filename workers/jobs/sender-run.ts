import { CALLS_AT_ONCE } from "#workers/contract/message.ts";
import { senderOf } from "#workers/domain/messaging/objects.ts";
import type { Adapter, AdapterDeps } from "#workers/channels/adapter.ts";
import { addressThrough } from "#workers/channels/proxy.ts";
import type { ChannelPlace } from "#workers/contract/channel-place.ts";
import { webhookOrigin, webhookUrlOf } from "#workers/contract/vendors.ts";
import { type Ctx } from "#workers/domain/ctx.ts";
import { dataUrlOf } from "#workers/domain/drive/data-url.ts";
import { vendorAddressOf } from "#workers/domain/drive/public-link.ts";
import type { OpenChannel } from "#workers/domain/messaging/channel-account.ts";
import { callVendor } from "./call-vendor.ts";

/** One run's channel and how to act for it. */
export interface Run {
  ctx: Ctx;
  place: ChannelPlace;
  name: string;
  channel: OpenChannel;
  adapter: Adapter;
  deps: AdapterDeps;
}

/** Senders of one channel at most. */
export const MOST_SENDERS = 20;

/** The world outside as a vendor's adapter is given it. */
export function depsOf(
  env: JobsEnv,
  { ctx, place, channel: { vendor, account } }: Omit<Run, "deps">,
  kept: AdapterDeps["kept"],
): AdapterDeps {
  return {
    fetch: (url, init) => callVendor(env, place, addressThrough(account.settings, url), init),
    mediaUrl: (medium) => vendorAddressOf(env, place.enterpriseId, medium),
    dataUrl: (medium) => dataUrlOf(ctx, env.FILES, medium),
    webhookUrl: webhookUrlOf(vendor, account, webhookOrigin(env)),
    now: Date.now,
    kept,
  };
}

export const log = (line: object): void => console.log(JSON.stringify({ ...line, source: "sender" }));

/** Six calls at a time give 6 / (time of a call): a channel whose rate is higher needs others beside this one. */
export async function wakeOthers(env: JobsEnv, { place, channel }: Run, usualMs: number): Promise<void> {
  if (place.sender) return;
  const wanted = Math.ceil((channel.rate * usualMs) / 1_000 / CALLS_AT_ONCE);
  for (let sender = 1; sender < Math.min(wanted, MOST_SENDERS); sender++) {
    const other = { ...place, sender };
    await senderOf(env, other).wake(other);
  }
}
