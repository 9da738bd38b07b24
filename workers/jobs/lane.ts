import { tenantDatabase } from "#db/client.ts";
import type { ChannelPlace, LaneObject, Permits } from "#workers/contract/channel-place.ts";
import { messageUrl } from "#workers/contract/chat-places.ts";
import { flowFileUrl } from "#workers/contract/wa-flows/flow.ts";
import type { Address } from "#workers/contract/inbound.ts";
import { ctxOf, type Ctx } from "#workers/domain/ctx.ts";
import { addressHash, type AddressHash } from "#workers/domain/messaging/address-hash.ts";
import { workPage } from "#workers/domain/messaging/lane.ts";
import { PermitBucket } from "#workers/domain/messaging/permits.ts";
import { hubOf } from "#workers/domain/live-events/hub.ts";
import { tell } from "#workers/domain/live-events/keep.ts";
import { tellRuns } from "#workers/domain/entries/tell-runs.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { Answering } from "./answering.ts";
import { Fetching } from "./fetching.ts";
import { clockOf, laneOf, senderOf } from "#workers/domain/messaging/objects.ts";
import { NewsOfBroadcasts } from "./news-of-broadcasts.ts";
import { wakeRuns } from "./wake-runs.ts";
import { type Calls, Woken } from "./woken.ts";

/**
 * The lane of a channel: takes events in the order of arrival, one transaction a page; bots' answers and files are made
 * beside the pages that follow. It hands out the permits by which all senders keep to the number's rate.
 */
export class Lane extends Woken implements LaneObject {
  readonly #answering = new Answering(this.env, (work) => this.ctx.waitUntil(work));
  readonly #bucket = new PermitBucket(Date.now());

  readonly #news = new NewsOfBroadcasts(this.env);
  #hash: AddressHash | undefined;
  #pageAt = 0;
  #lookedAt = 0;

  readonly #fetching = new Fetching(
    this.env,
    (work) => this.ctx.waitUntil(work),
    (at) => this.#armBy(at),
  );

  protected async work(place: ChannelPlace, { byAlarm }: Calls): Promise<{ nextAt: number | null }> {
    const found = await this.channelAt(place);
    if (!found) return { nextAt: null };
    const { channel, adapter } = found;
    const db = tenantDatabase(this.env, place.database);
    const ctx = ctxOf(db, place.enterpriseId, LANE);
    const { inboundCounts } = adapter.capabilities(channel.type);
    for (let more = true; more;) {
      // While much comes in, pages are made of more than one event: each costs the database two batches.
      await scheduler.wait(Math.max(0, this.#pageAt + PAGE_EVERY_MS - Date.now()));
      this.#pageAt = Date.now();
      const { again, heard, stated, recipients, turns, media, queued, handedTo, kept } = await workPage(
        ctx,
        channel,
        adapter,
        {
          hash: (address) => this.#hashOf(ctx, address),
          tellRuns,
          fileUrl: (id) => flowFileUrl(this.env.PUBLIC_URL, id),
          messageUrl: (chatId, seq) => messageUrl(this.env.PUBLIC_URL, chatId, seq),
        },
      );
      more = again;
      // The sweeper hands over what a hub lacks.
      if (kept.length > 0) {
        this.ctx.waitUntil(tell(ctx, hubOf(this.env, place.enterpriseId), kept).catch(() => undefined));
      }
      this.#wakeClock(ctx, place);
      if (recipients) {
        const told = this.#news.tell(place.enterpriseId, place.channelId);
        if (told) this.ctx.waitUntil(told);
      }
      if (stated > 0) this.ctx.waitUntil(wakeRuns(this.env, db, place.database));
      if (inboundCounts) this.#bucket.spend(heard, channel.rate, Date.now());
      if (queued > 0) await senderOf(this.env, place).wake(place);
      for (const channelId of handedTo) {
        const other = { ...place, channelId };
        await laneOf(this.env, other).wake(other);
      }
      if (turns > 0) this.#answering.look(place, channel, adapter);
      if (media > 0) void this.#fetching.look(place, channel, adapter);
    }
    const busy = this.#answering.isBusy || this.#fetching.isBusy ? Date.now() + NET_MS : null;
    // Work that an earlier instance or the sweeper knows of is asked for now and then, not after each page.
    if (!byAlarm && Date.now() - this.#lookedAt < NET_MS) return { nextAt: busy };
    this.#lookedAt = Date.now();
    this.#answering.look(place, channel, adapter);
    const fileAt = await this.#fetching.look(place, channel, adapter);
    const times = [busy, this.#answering.isBusy ? Date.now() + NET_MS : null, fileAt].filter(
      (at) => at !== null,
    );
    return { nextAt: times.length > 0 ? Math.min(...times) : null };
  }

  /** Offers a chat at once when it begins to wait; the sweeper wakes a clock that cannot be reached. */
  #wakeClock({ after }: Ctx, { database }: ChannelPlace): void {
    if (!after.clock) return;
    after.clock = false;
    this.ctx.waitUntil(
      clockOf(this.env, database)
        .arm(database, Date.now())
        .catch(() => undefined),
    );
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

/** Pages of a busy lane begin this far apart; the first message after a rest waits for nothing. */
const PAGE_EVERY_MS = 40;
/** A lane that dies while bots answer is taken up again after so long. */
const NET_MS = 5_000;
const LANE = { userId: "system", name: "", address: "", requestId: "lane" };
