import { tenantDatabase } from "#db/client.ts";
import type { AdapterDeps, ChannelAccount, SendResult } from "#workers/channels/adapter.ts";
import { adapterOf } from "#workers/channels/registry.ts";
import type { Adapter } from "#workers/channels/adapter.ts";
import type { ChannelPlace } from "#workers/contract/channel-place.ts";
import { openMedium, VENDOR_LINK_MINUTES } from "#workers/contract/endpoints/media.ts";
import { CALLS_AT_ONCE } from "#workers/contract/message.ts";
import type { Medium } from "#workers/contract/message-body.ts";
import { ctxOf, type Ctx } from "#workers/domain/ctx.ts";
import { openChannel } from "#workers/domain/messaging/channel-account.ts";
import { sealLink } from "#workers/domain/drive/public-link.ts";
import { claimBlock, type Claimed } from "#workers/domain/messaging/claim.ts";
import { type Ended, giveBack, noteOutcomes } from "#workers/domain/messaging/outcomes.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { callVendor } from "./call-vendor.ts";
import { laneOf, senderName } from "#workers/domain/messaging/objects.ts";
import { SenderLines } from "./sender-lines.ts";
import { Woken } from "./woken.ts";

/** Messages of one block: what was checked when it was claimed is called within a second. */
const MOST_BLOCK = 50;
/** A run ends after so long, and its alarm begins the next: an invocation may not live for ever. */
const RUN_MS = 20_000;

/**
 * Calls a channel's vendor: the only one that does. It writes each message's id into its own storage before the call and
 * the outcome after it, so that whatever becomes of it, a message is called again only if it certainly was not, or if
 * its vendor honours our key.
 */
export class Sender extends Woken {
  readonly #lines = new SenderLines(this.ctx.storage);
  #settled = false;

  protected async work(place: ChannelPlace): Promise<{ nextAt: number | null }> {
    const db = tenantDatabase(this.env, place.database);
    const channel = await openChannel(db, keyRing(this.env.DATA_KEY), place.channelId);
    const adapter = channel && adapterOf(channel.vendor);
    if (!channel || !adapter) return { nextAt: null };
    const ctx = ctxOf(db, place.enterpriseId, SENDER);
    const { windowHours, idempotent } = adapter.capabilities(channel.type);
    if (!this.#settled) await this.#settle(ctx, place, idempotent);
    const claimed = { id: channel.id, hasWindow: windowHours !== null };
    const most = Math.max(1, Math.min(MOST_BLOCK, channel.rate));
    for (const began = Date.now(); Date.now() - began < RUN_MS;) {
      const blockAt = Date.now();
      const { block, nextAt } = await claimBlock(ctx, claimed, senderName(channel.id), most);
      if (block.length === 0) return { nextAt };
      await this.#callAll(ctx, place, { adapter, account: channel.account, block });
      // No faster than the channel's rate.
      await scheduler.wait(Math.max(0, (block.length / channel.rate) * 1_000 - (Date.now() - blockAt)));
    }
    return { nextAt: Date.now() };
  }

  /** What an instance before this one has left: outcomes that it knew, calls that broke off, claims it never called. */
  async #settle(ctx: Ctx, place: ChannelPlace, idempotent: boolean): Promise<void> {
    const lines = this.#lines.all();
    const broken: SendResult = idempotent ? { outcome: "later", afterMs: 0 } : { outcome: "unknown" };
    await this.#note(
      ctx,
      place,
      lines.map(({ id, attempts, result, at }) => ({ id, attempts, at, result: result ?? broken })),
    );
    await giveBack(ctx, place.channelId, senderName(place.channelId), []);
    this.#settled = true;
  }

  async #callAll(
    ctx: Ctx,
    place: ChannelPlace,
    { adapter, account, block }: { adapter: Adapter; account: ChannelAccount; block: Claimed[] },
  ): Promise<void> {
    const deps = this.#deps(place);
    const waiting = [...block];
    const ended: Ended[] = [];
    const one = async () => {
      for (let message = waiting.shift(); message; message = waiting.shift()) {
        await this.#lines.open(message);
        const result = await adapter.send(message, account, deps);
        ended.push(this.#lines.close(message, result));
      }
    };
    await Promise.all(Array.from({ length: Math.min(CALLS_AT_ONCE, block.length) }, one));
    await this.#note(ctx, place, ended);
  }

  async #note(ctx: Ctx, place: ChannelPlace, ended: readonly Ended[]): Promise<void> {
    const { events } = await noteOutcomes(ctx, place.channelId, senderName(place.channelId), ended);
    this.#lines.forget(ended.map(({ id }) => id));
    if (events) await laneOf(this.env, place).wake(place);
  }

  /** A file of the drive gets an address that works for an hour: the vendor may fetch it only when it delivers. */
  async #addressOf({ enterpriseId }: ChannelPlace, { fileId, url = "" }: Medium): Promise<string> {
    if (fileId === undefined) return url;
    const expiresAt = Date.now() + VENDOR_LINK_MINUTES * 60_000;
    const link = await sealLink(keyRing(this.env.DATA_KEY), { enterpriseId, fileId }, expiresAt);
    return new URL(`/api${openMedium.path.replace(":link", link)}`, this.env.PUBLIC_URL).href;
  }

  #deps(place: ChannelPlace): AdapterDeps {
    return {
      fetch: (url, init) => callVendor(this.env, place, url, init),
      mediaUrl: (medium) => this.#addressOf(place, medium),
      now: Date.now,
    };
  }
}

const SENDER = { userId: "system", name: "", address: "", requestId: "sender" };
