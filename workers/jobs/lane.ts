import { tenantDatabase } from "#db/client.ts";
import { adapterOf } from "#workers/channels/registry.ts";
import type { ChannelPlace, LaneObject, Permits } from "#workers/contract/channel-place.ts";
import type { Address } from "#workers/contract/inbound.ts";
import { ctxOf, type Ctx } from "#workers/domain/ctx.ts";
import { addressHash, type AddressHash } from "#workers/domain/messaging/address-hash.ts";
import { openChannel } from "#workers/domain/messaging/channel-account.ts";
import { workPage } from "#workers/domain/messaging/lane.ts";
import { PermitBucket } from "#workers/domain/messaging/permits.ts";
import { hubOf } from "#workers/domain/live-events/hub.ts";
import { tell } from "#workers/domain/live-events/keep.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { Answering } from "./answering.ts";
import { Fetching } from "./fetching.ts";
import { laneOf, senderOf } from "#workers/domain/messaging/objects.ts";
import { Woken } from "./woken.ts";

/**
 * The lane of a channel: works what came in, in the order of arrival, one transaction a page. A page waits for nothing
 * outside the database; bots' answers and files that it makes necessary are worked beside the pages that follow. It also
 * hands out the permits of the channel's number, so that its senders together keep to the rate.
 */
export class Lane extends Woken implements LaneObject {
  readonly #answering = new Answering(this.env, (work) => this.ctx.waitUntil(work));
  readonly #bucket = new PermitBucket(Date.now());

  #hash: AddressHash | undefined;

  readonly #fetching = new Fetching(
    this.env,
    (work) => this.ctx.waitUntil(work),
    (at) => this.#armBy(at),
  );

  protected async work(place: ChannelPlace): Promise<{ nextAt: number | null }> {
    const db = tenantDatabase(this.env, place.database);
    const channel = await openChannel(db, keyRing(this.env.DATA_KEY), place.channelId);
    const adapter = channel && adapterOf(channel.vendor);
    if (!channel || !adapter) return { nextAt: null };
    const ctx = ctxOf(db, place.enterpriseId, LANE);
    const { inboundCounts } = adapter.capabilities(channel.type);
    for (;;) {
      const { events, heard, turns, media, queued, handedTo, kept } = await workPage(
        ctx,
        channel,
        adapter,
        (address) => this.#hashOf(ctx, address),
      );
      // The sweeper hands over what a hub lacks.
      this.ctx.waitUntil(tell(ctx, hubOf(this.env, place.enterpriseId), kept).catch(() => undefined));
      if (inboundCounts) this.#bucket.spend(heard, channel.rate, Date.now());
      if (queued > 0) await senderOf(this.env, place).wake(place);
      for (const channelId of handedTo) {
        const other = { ...place, channelId };
        await laneOf(this.env, other).wake(other);
      }
      if (turns > 0) this.#answering.look(place, channel);
      if (media > 0) void this.#fetching.look(place, channel, adapter);
      if (events === 0) break;
      // Locally, alarms starve while one request loops over the database.
      await scheduler.wait(0);
    }
    this.#answering.look(place, channel);
    const fileAt = await this.#fetching.look(place, channel, adapter);
    const busy = this.#answering.isBusy || this.#fetching.isBusy;
    const times = [busy ? Date.now() + NET_MS : null, fileAt].filter((at) => at !== null);
    return { nextAt: times.length > 0 ? Math.min(...times) : null };
  }

  /** A file that is tried again has its time, whatever the last run has armed. */
  async #armBy(at: number): Promise<void> {
    const armed = await this.ctx.storage.getAlarm();
    if (armed === null || armed > at) await this.ctx.storage.setAlarm(at);
  }

  /** The key is asked for when somebody new writes first, and kept as long as this lane lives. */
  async #hashOf(ctx: Ctx, address: Address): Promise<string> {
    this.#hash ??= await addressHash(ctx, keyRing(this.env.DATA_KEY));
    return this.#hash(address);
  }

  async permits(rate: number, most: number, least: number): Promise<Permits> {
    return this.#bucket.take(rate, most, least, Date.now());
  }

  async returnPermits(unused: number): Promise<void> {
    this.#bucket.giveBack(unused);
  }
}

/** A lane that dies while bots answer is taken up again after so long. */
const NET_MS = 5_000;
const LANE = { userId: "system", name: "", address: "", requestId: "lane" };
