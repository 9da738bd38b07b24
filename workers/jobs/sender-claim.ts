import { channelTypes } from "#workers/contract/channel-types.ts";
import { claimRecipients } from "#workers/domain/broadcasts/claim.ts";
import { claimBlock, type ClaimedBlock } from "#workers/domain/messaging/claim.ts";
import type { Rules } from "#workers/domain/messaging/offer-rules.ts";
import type { Run } from "./sender-run.ts";

/** People's messages first; what is left of the block is a broadcast's, where one is going on. */
export async function claimFor(
  run: Run,
  most: number,
  offers: Rules | undefined,
): Promise<ClaimedBlock & { changed: boolean }> {
  const { windowHours, pair } = run.adapter.capabilities(run.channel.type);
  const isSms = run.channel.type === channelTypes.sms;
  const channel = {
    id: run.channel.id,
    type: run.channel.type,
    hasWindow: windowHours !== null,
    pair,
  };
  const claimed = await claimBlock(run.ctx, channel, run.name, most, offers);
  const left = most - claimed.block.length;
  if (!claimed.casts || left === 0) return { ...claimed, changed: false };
  const more = await claimRecipients(run.ctx, channel, run.name, left, claimed.offers);
  const registered = isSms ? { registered: claimed.registered } : {};
  return {
    ...claimed,
    block: [...claimed.block, ...more.block.map((each) => ({ ...each, ...registered }))],
    nextAt: earlier(claimed.nextAt, more.nextAt),
    again: claimed.again || more.again,
    // Somebody was left out or put off, or it is over.
    changed: more.again || more.block.length === 0,
  };
}

const earlier = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);
