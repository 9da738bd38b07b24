import { DurableObject } from "cloudflare:workers";
import type { ChannelPlace, WokenObject } from "#workers/contract/channel-place.ts";
import { describe } from "#workers/domain/error.ts";

/** Later than any page: what an object that died has left is found by its alarm, and by the sweeper. */
const NET_MS = 5_000;
const PLACE = "place";

/**
 * An object that works for one channel whenever it is woken, until nothing waits. One run at a time; who wakes it during
 * one makes it look once more. An alarm stands behind every run, so that one that died is taken up again.
 */
export abstract class Woken extends DurableObject<JobsEnv> implements WokenObject {
  #going: Promise<void> | undefined;
  #again = false;

  /** Works until nothing waits; answers when to look again, if something waits for its time. */
  protected abstract work(place: ChannelPlace, woken: () => boolean): Promise<{ nextAt: number | null }>;

  async wake(place: ChannelPlace): Promise<void> {
    this.#again = true;
    if (this.#going) return;
    this.#going = this.#run(place).finally(() => (this.#going = undefined));
    this.ctx.waitUntil(this.#going);
  }

  override async alarm(): Promise<void> {
    const place = await this.ctx.storage.get<ChannelPlace>(PLACE);
    if (place) {
      await this.wake(place);
      await this.#going;
    }
  }

  async #run(place: ChannelPlace): Promise<void> {
    const { storage } = this.ctx;
    let nextAt: number | null = Date.now() + NET_MS;
    try {
      await storage.put(PLACE, place);
      await storage.setAlarm(nextAt);
      do {
        this.#again = false;
        ({ nextAt } = await this.work(place, () => this.#again));
      } while (this.#again);
      if (nextAt === null) await storage.deleteAlarm();
      else await storage.setAlarm(Math.max(nextAt, Date.now()));
    } catch (error) {
      // The alarm that was set before tries again.
      console.log(
        JSON.stringify({ level: "error", source: this.constructor.name, failure: describe(error) }),
      );
    }
  }
}
