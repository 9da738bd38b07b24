import { DurableObject } from "cloudflare:workers";
import { tenantDatabase } from "#db/client.ts";
import type { Adapter } from "#workers/channels/adapter.ts";
import { adapterOf } from "#workers/channels/registry.ts";
import type { ChannelPlace, WokenObject } from "#workers/contract/channel-place.ts";
import { describe } from "#workers/domain/error.ts";
import { openChannel, type OpenChannel } from "#workers/domain/messaging/channel-account.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { Rounds } from "./rounds.ts";

/** Later than any page: what an object that died has left is found by its alarm, and by the sweeper. */
const NET_MS = 5_000;
const PLACE = "place";
/** A channel is believed for so long. A pause is part of each claim and takes effect at once. */
const BELIEVED_MS = 2_000;

/** Why a run goes on: somebody called, or the alarm did. */
export interface Calls {
  woken: () => boolean;
  /** How often it was woken, and when it is woken once more than that. */
  asks: () => number;
  askedAfter: (asks: number) => Promise<void>;
  byAlarm: boolean;
}

/**
 * An object that works for one channel whenever it is woken, until nothing waits. One run at a time; who wakes it during
 * one makes it look once more. An alarm stands behind every run, so that one that died is taken up again.
 */
export abstract class Woken extends DurableObject<JobsEnv> implements WokenObject {
  #going: Promise<void> | undefined;
  readonly #rounds = new Rounds();
  #isPlaced = false;
  /** The alarm that this instance has set. */
  #alarmAt = 0;
  #believed: { channel: OpenChannel; adapter: Adapter; at: number } | undefined;

  /** Works until nothing waits; answers when to look again, if something waits for its time. */
  protected abstract work(place: ChannelPlace, calls: Calls): Promise<{ nextAt: number | null }>;

  async wake(place: ChannelPlace): Promise<void> {
    this.#start(place, false);
  }

  async forgetAll(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.#isPlaced = false;
  }

  async moveTo(database: string): Promise<void> {
    const { storage } = this.ctx;
    const place = await storage.get<ChannelPlace>(PLACE);
    if (!place) return;
    await storage.put(PLACE, { ...place, database });
    this.#believed = undefined;
  }

  override async alarm(): Promise<void> {
    const place = await this.ctx.storage.get<ChannelPlace>(PLACE);
    if (!place) return;
    this.#start(place, true);
    await this.#going;
  }

  /** The channel and its vendor; undefined when it is gone. Throws SecretError when a credential does not open. */
  protected async channelAt({
    database,
    channelId,
  }: ChannelPlace): Promise<{ channel: OpenChannel; adapter: Adapter } | undefined> {
    const at = Date.now();
    if (this.#believed && at - this.#believed.at < BELIEVED_MS) return this.#believed;
    const db = tenantDatabase(this.env, database);
    const channel = await openChannel(db, keyRing(this.env.DATA_KEY), channelId);
    const adapter = channel && adapterOf(channel.vendor);
    this.#believed = channel && adapter && { channel, adapter, at };
    return this.#believed;
  }

  #start(place: ChannelPlace, byAlarm: boolean): void {
    this.#rounds.ask();
    if (this.#going) return;
    this.#going = this.#run(place, byAlarm).finally(() => (this.#going = undefined));
    this.ctx.waitUntil(this.#going);
  }

  async #run(place: ChannelPlace, byAlarm: boolean): Promise<void> {
    const { storage } = this.ctx;
    try {
      if (!this.#isPlaced) await storage.put(PLACE, place);
      this.#isPlaced = true;
      const net = Date.now() + NET_MS;
      // A net that was spread a moment ago still holds: busy objects write no alarm a page.
      if (byAlarm || this.#alarmAt > net || this.#alarmAt < net - NET_MS / 2) await this.#arm(net);
      await this.#rounds.run(
        async () => {
          const { nextAt } = await this.work(place, {
            woken: () => this.#rounds.isAsked,
            asks: () => this.#rounds.asks,
            askedAfter: (asks) => this.#rounds.askedAfter(asks),
            byAlarm,
          });
          return nextAt;
        },
        async (nextAt) => {
          if (nextAt !== null) await this.#arm(Math.max(nextAt, Date.now()));
          // The net of a run that was woken stays: it looks once more, and finds nothing to stay for.
          else if (byAlarm) {
            this.#alarmAt = 0;
            await storage.deleteAlarm();
          }
        },
        () => this.#arm(Date.now() + NET_MS),
      );
    } catch (error) {
      // The alarm that was set before tries again.
      console.log(
        JSON.stringify({ level: "error", source: this.constructor.name, failure: describe(error) }),
      );
    }
  }

  async #arm(at: number): Promise<void> {
    this.#alarmAt = at;
    await this.ctx.storage.setAlarm(at);
  }
}
